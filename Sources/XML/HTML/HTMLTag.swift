/// The output for an element of foreign HTML: the allow-list.
struct HTMLTag: Equatable {
    enum Role: Equatable {
        /// Contains blocks or text: `li`, `td`, `blockquote`.
        case container
        /// Contains only its own parts, as defined by ``HTMLTag/holds(_:)``: `ul`, `table`.
        case structure
        /// Contains only text and inline elements: `p`, `h2`, `pre`.
        case paragraph
        /// Appears within text.
        case inline
        /// Removed, but its content stays a paragraph of its own: `div`, `section`.
        case boundary
        case lineBreak
        case rule
        /// A picture, kept only if it is the newspaper's own.
        case image
        /// Removed with its content.
        case dropped
    }

    /// The elements in the output.
    enum Element: String {
        case p, h2, h3, h4, pre, blockquote, figure, figcaption, ul, ol, li, dl, dt, dd, table, thead, tbody, tr, th, td
        case a, abbr, b, cite, code, em, i, q, s, small, strong, sub, sup, time, u, br, hr, img
        /// Not written: ``Role/boundary`` and ``Role/dropped``.
        case none
    }

    let element: Element
    /// The name of the output element.
    let name: StaticString
    let role: Role

    init(_ name: StaticString, _ role: Role) {
        self.name = name
        self.role = role
        element = Element(rawValue: name.description) ?? .none
    }

    static func == (left: HTMLTag, right: HTMLTag) -> Bool { left.element == right.element && left.role == right.role }

    /// Whether it makes sense only within its structure.
    var isPart: Bool {
        switch element {
        case .li, .dt, .dd, .thead, .tbody, .tr, .td, .th, .figcaption: true
        default: false
        }
    }
    var isCell: Bool { element == .td || element == .th }
    var isBlock: Bool { role != .inline }
    /// Whether libxml2 parses it back unchanged when nested as the renderer nests it. libxml2 has its own
    /// rules for nested definition lists and for the first line of a `pre`, and pictures depend on context.
    var isSettled: Bool {
        switch element {
        case .pre, .img, .dl, .dt, .dd, .none: false
        default: true
        }
    }

    /// Whether it may be a direct child of `parent`.
    func isAllowed(in parent: HTMLTag?) -> Bool {
        if let parent, parent.role == .structure { return parent.holds(element) }
        return !isPart || (element == .figcaption && parent?.element == .figure)
    }

    /// Whether a structure may contain such a part.
    private func holds(_ part: Element) -> Bool {
        switch element {
        case .ul, .ol: part == .li
        case .dl: part == .dt || part == .dd
        case .table: part == .thead || part == .tbody || part == .tr
        case .thead, .tbody: part == .tr
        case .tr: part == .td || part == .th
        default: false
        }
    }

    /// The tag for an element name; nil for an element that is removed while its content stays.
    static func named(_ name: UnsafePointer<UInt8>) -> HTMLTag? {
        var key: UInt128 = 0
        var byte = name
        while byte.pointee != 0 {
            guard key >> 120 == 0 else { return nil }
            let isCapital = byte.pointee >= 0x41 && byte.pointee <= 0x5A
            key = key << 8 | UInt128(isCapital ? byte.pointee | 0x20 : byte.pointee)
            byte += 1
        }
        return all[key]
    }

    /// The tag that wraps text at the top level.
    static let paragraph = HTMLTag("p", .paragraph)

    /// The tags, keyed by the bytes of their names, which have at most ten.
    private static let all: [UInt128: HTMLTag] = {
        var tags: [UInt128: HTMLTag] = [:]
        for (tag, names) in known {
            for name in names { tags[name.utf8.reduce(0) { $0 << 8 | UInt128($1) }] = tag }
        }
        return tags
    }()
}

extension HTMLTag {
    /// The output tags, each with the element names mapped to it.
    private static let known: [(HTMLTag, [String])] = [
        (HTMLTag("p", .paragraph), ["p"]),
        (HTMLTag("h2", .paragraph), ["h1", "h2"]),
        (HTMLTag("h3", .paragraph), ["h3"]),
        (HTMLTag("h4", .paragraph), ["h4", "h5", "h6"]),
        (HTMLTag("pre", .paragraph), ["pre"]),
        (HTMLTag("blockquote", .container), ["blockquote"]),
        (HTMLTag("figure", .container), ["figure"]),
        (HTMLTag("figcaption", .container), ["figcaption"]),
        (HTMLTag("ul", .structure), ["ul", "menu", "dir"]),
        (HTMLTag("ol", .structure), ["ol"]),
        (HTMLTag("li", .container), ["li"]),
        (HTMLTag("dl", .structure), ["dl"]),
        (HTMLTag("dt", .container), ["dt"]),
        (HTMLTag("dd", .container), ["dd"]),
        (HTMLTag("table", .structure), ["table"]),
        (HTMLTag("thead", .structure), ["thead"]),
        (HTMLTag("tbody", .structure), ["tbody", "tfoot"]),
        (HTMLTag("tr", .structure), ["tr"]),
        (HTMLTag("th", .container), ["th"]),
        (HTMLTag("td", .container), ["td"]),
        (HTMLTag("a", .inline), ["a"]),
        (HTMLTag("abbr", .inline), ["abbr", "acronym"]),
        (HTMLTag("b", .inline), ["b"]),
        (HTMLTag("cite", .inline), ["cite"]),
        (HTMLTag("code", .inline), ["code", "tt", "kbd", "samp"]),
        (HTMLTag("em", .inline), ["em"]),
        (HTMLTag("i", .inline), ["i"]),
        (HTMLTag("q", .inline), ["q"]),
        (HTMLTag("s", .inline), ["s", "strike", "del"]),
        (HTMLTag("small", .inline), ["small"]),
        (HTMLTag("strong", .inline), ["strong"]),
        (HTMLTag("sub", .inline), ["sub"]),
        (HTMLTag("sup", .inline), ["sup"]),
        (HTMLTag("time", .inline), ["time"]),
        (HTMLTag("u", .inline), ["u", "ins"]),
        (HTMLTag("br", .lineBreak), ["br"]),
        (HTMLTag("hr", .rule), ["hr"]),
        (HTMLTag("img", .image), ["img"]),
        (
            HTMLTag("div", .boundary),
            [
                "address", "article", "aside", "caption", "center", "details", "dialog", "div", "fieldset", "footer",
                "header", "hgroup", "main", "nav", "search", "section", "summary",
            ]
        ),
        (
            HTMLTag("script", .dropped),
            [
                "applet", "area", "audio", "base", "basefont", "bgsound", "button", "canvas", "col", "colgroup",
                "command", "datalist", "embed", "form", "frame", "frameset", "head", "iframe", "ilayer",
                "input", "isindex", "keygen", "layer", "link", "listing", "math", "meta", "meter", "noembed",
                "noframes", "noscript", "object", "optgroup", "option", "output", "param", "plaintext", "progress",
                "script", "select", "slot", "source", "style", "svg", "template", "textarea", "title", "track",
                "video", "xml", "xmp",
            ]
        ),
    ]
}

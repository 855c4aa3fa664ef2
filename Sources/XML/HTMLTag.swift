/// What becomes of an element of foreign HTML: the allow-list.
struct HTMLTag: Equatable {
    enum Role: Equatable {
        /// Holds blocks or text: `li`, `td`, `blockquote`.
        case container
        /// Holds only its own parts, named in ``HTMLTag/parts``: `ul`, `table`.
        case structure
        /// Holds only text and inline elements: `p`, `h2`, `pre`.
        case paragraph
        /// Stands within text.
        case inline
        /// Goes, but what it held stays a paragraph of its own: `div`, `section`.
        case boundary
        case lineBreak
        case rule
        /// A picture, where it is the newspaper's own; others go.
        case image
        /// Goes with everything in it.
        case dropped
    }

    /// The name under which it is written.
    let name: StaticString
    let role: Role
    /// The name again, for comparing.
    let key: String

    init(_ name: StaticString, _ role: Role) {
        self.name = name
        self.role = role
        key = name.description
    }

    static func == (left: HTMLTag, right: HTMLTag) -> Bool { left.key == right.key && left.role == right.role }

    /// Whether it makes no sense but in its own structure.
    var isPart: Bool { Self.partNames.contains(key) }
    var isCell: Bool { key == "td" || key == "th" }
    var isBlock: Bool { role != .inline }

    /// Whether this may stand directly in `parent`.
    func isAllowed(in parent: HTMLTag?) -> Bool {
        if let parent, parent.role == .structure { return Self.parts[parent.key]?.contains(key) ?? false }
        return !isPart || (key == "figcaption" && parent?.key == "figure")
    }

    /// The tag for an element name in lower case; nil for one that goes while its content stays.
    static func named(_ name: String) -> HTMLTag? { all[name] }

    /// Stands for text at the top level, which belongs into a paragraph.
    static let paragraph = HTMLTag("p", .paragraph)

    private static let parts: [String: Set<String>] = [
        "ul": ["li"], "ol": ["li"], "dl": ["dt", "dd"], "table": ["thead", "tbody", "tr"],
        "thead": ["tr"], "tbody": ["tr"], "tr": ["td", "th"],
    ]
    private static let partNames: Set<String> = ["li", "dt", "dd", "thead", "tbody", "tr", "td", "th", "figcaption"]
    private static let all: [String: HTMLTag] = {
        var tags: [String: HTMLTag] = [:]
        for (tag, names) in known {
            for name in names { tags[name] = tag }
        }
        return tags
    }()
}

extension HTMLTag {
    /// What is written, and the element names of which it is written.
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

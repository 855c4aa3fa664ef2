import CXML2

/// HTML that may be shown, and the same as text.
package struct SanitizedHTML: Sendable, Equatable {
    /// Well-formed, with nothing in it but what the allow-list of ``HTMLSanitizer`` names.
    package let html: String
    /// Paragraphs apart by a blank line, items as "• item", cells apart by " | ", no markup and no trailing spaces.
    package let plainText: String

    /// Puts together what belongs together.
    package init(html: String, plainText: String) {
        self.html = html
        self.plainText = plainText
    }
}

extension SanitizedHTML {
    fileprivate init(_ renderer: HTMLRenderer) {
        self.init(
            html: String(decoding: renderer.html, as: UTF8.self),
            plainText: String(decoding: renderer.plain.text, as: UTF8.self))
    }
}

/// Makes foreign HTML safe and plain: an allow-list, and everything written anew.
///
/// Elements that are not known go and leave their content; scripts, styles, forms and embedded things go with it, and
/// pictures but the newspaper's own. Of attributes only `a[href,title]`, `td[colspan,rowspan]`, `th[scope]`,
/// `time[datetime]` and `img[src,alt]` are kept, each checked. Text at the top level becomes paragraphs, empty elements vanish.
package enum HTMLSanitizer {
    /// What is read of the input, in bytes; the rest is cut off. An article is a hundredth of it.
    package static let maximumBytes = 1 << 20

    /// Clean HTML and text. Relative links are resolved against `baseURL` if that is an http or https address.
    ///
    /// - Parameter pictures: gives the hash of the newspaper's own picture that stands for the one at an address; nil where there
    ///   is none. Those that are named by their hash already, `picture:9f2c…`, stay.
    ///
    /// Sanitising the result again changes nothing. HTML that only an attack would write (a tag of more than 1000
    /// attributes) gives an empty result.
    package static func sanitize(
        _ html: String, baseURL: String? = nil, pictures: ((String) -> String?)? = nil
    ) -> SanitizedHTML {
        if let text = plainText(html) { return text }
        let links = LinkPolicy(base: baseURL)
        var current = pass(html.utf8, HTMLAttributes(links: links, pictures: pictures))
        if current.isSettled { return SanitizedHTML(current) }
        let attributes = HTMLAttributes(links: links, pictures: nil)
        // A mutation attack needs output that reads differently from how it was written: only what reads the same
        // is given out.
        for _ in 0..<maximumPasses {
            let next = pass(current.html, attributes)
            if next.html == current.html { return SanitizedHTML(next) }
            current = next
        }
        return paragraphs(of: String(decoding: current.plain.text, as: UTF8.self))
    }

    /// What has no markup at all becomes a paragraph without further ado; nil for all else.
    private static func plainText(_ html: String) -> SanitizedHTML? {
        var html = html
        return html.withUTF8 { bytes in
            // 0xEF may begin what XML forbids.
            let isPlain =
                bytes.count < maximumBytes / 8
                && bytes.allSatisfy { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 != 0xEF && $0 != 0 }
            guard isPlain else { return nil }
            var renderer = HTMLRenderer(limit: maximumBytes)
            renderer.text(bytes)
            renderer.finish()
            return SanitizedHTML(renderer)
        }
    }

    private static let maximumPasses = 4
    private static let maximumDepth = 256

    /// HTML that does not settle is reduced to its text.
    private static func paragraphs(of plain: String) -> SanitizedHTML {
        var html: [UInt8] = []
        for paragraph in plain.split(separator: "\n\n") {
            html.append("<p>")
            html.appendEscaped(paragraph.split(whereSeparator: \.isWhitespace).joined(separator: " "), in: .text)
            html.append("</p>")
        }
        return SanitizedHTML(html: String(decoding: html, as: UTF8.self), plainText: plain)
    }

    private static func pass(_ html: some Sequence<UInt8>, _ attributes: HTMLAttributes) -> HTMLRenderer {
        // Room is left for the end tags, so that the result can be read again in full.
        var walk = HTMLWalk(renderer: HTMLRenderer(limit: maximumBytes - 65_536), attributes: attributes)
        guard let input = HTMLInput(html, limit: maximumBytes), let document = HTMLParser.parse(input.bytes) else {
            return walk.renderer
        }
        defer { xmlFreeDoc(document) }
        walk.visitChildren(of: document.pointee.children, depth: maximumDepth)
        walk.renderer.finish()
        return walk.renderer
    }
}

/// The walk over the parser's tree, which is nowhere deeper than `maximumDepth`.
private struct HTMLWalk {
    var renderer: HTMLRenderer
    let attributes: HTMLAttributes

    mutating func visitChildren(of first: xmlNodePtr?, depth: Int) {
        var next = first
        while let node = next {
            visit(node, depth: depth)
            next = node.pointee.next
        }
    }

    private mutating func visit(_ node: xmlNodePtr, depth: Int) {
        switch node.pointee.type {
        case XML_TEXT_NODE: text(node)
        case XML_ELEMENT_NODE where depth > 0: element(node, depth: depth)
        default: break
        }
    }

    /// A block ends an `svg` or `math` that was left open, and all that follows is text again (HTML, section 13.2.6.5); the parser takes
    /// it into the drawing.
    /// - Returns: whether there was one.
    @discardableResult
    private mutating func visitBehindDrawing(_ first: xmlNodePtr?, depth: Int) -> Bool {
        var isBehind = false
        var next = first
        while let node = next {
            next = node.pointee.next
            if isBehind {
                visit(node, depth: depth)
            } else if depth > 0, node.pointee.type == XML_ELEMENT_NODE, let name = node.pointee.name {
                switch HTMLTag.named(name)?.role {
                case .paragraph, .container, .structure, .boundary:
                    isBehind = true
                    visit(node, depth: depth)
                case .dropped where !Self.isDrawing(name): break
                case _ where Self.holdsHTML(name): break
                default: isBehind = visitBehindDrawing(node.pointee.children, depth: depth - 1)
                }
            }
        }
        return isBehind
    }

    /// Blocks in these are a part of the drawing (HTML, section 13.2.6.5).
    private static func holdsHTML(_ name: UnsafePointer<xmlChar>) -> Bool {
        ["foreignobject", "desc", "mi", "mo", "mn", "ms", "mtext", "annotation-xml"].contains(String(cString: name))
    }

    private static func isDrawing(_ name: UnsafePointer<xmlChar>) -> Bool {
        xmlStrcmp(name, "svg") == 0 || xmlStrcmp(name, "math") == 0
    }

    private mutating func text(_ node: xmlNodePtr) {
        guard let content = node.pointee.content else { return }
        renderer.text(UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
    }

    private mutating func element(_ node: xmlNodePtr, depth: Int) {
        guard let name = node.pointee.name else { return }
        let children = node.pointee.children
        let tag = HTMLTag.named(name)
        switch tag?.role {
        case .dropped where Self.isDrawing(name): visitBehindDrawing(children, depth: depth - 1)
        case .dropped: break
        case .lineBreak: renderer.lineBreak()
        case .rule: renderer.rule()
        case .image: attributes.ownPicture(node).map { renderer.image($0) }
        default:
            let written = tag.flatMap { attributes.written(for: $0, of: node) }
            if let tag, let written { renderer.enter(tag, attributes: written) }
            visitChildren(of: children, depth: depth - 1)
            if written != nil { renderer.leave() }
        }
    }
}

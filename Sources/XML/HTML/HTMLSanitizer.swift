import CXML2

/// HTML that is safe to show, and its plain text.
package struct SanitizedHTML: Sendable, Equatable {
    /// Well-formed HTML with only the markup on the allow-list of ``HTMLSanitizer``.
    package let html: String
    /// The text without markup or trailing spaces: blank lines between paragraphs, "• " before list items,
    /// " | " between cells.
    package let plainText: String

    /// Pairs HTML with its plain text.
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

/// Makes foreign HTML safe and simple, by writing it afresh from an allow-list.
///
/// Unknown elements are removed but their content stays. Scripts, styles, forms and embedded objects
/// are removed with their content, as are pictures other than the newspaper's own. The only attributes
/// kept, after checking, are `a[href,title]`, `td[colspan,rowspan]`, `th[scope]`, `time[datetime]` and
/// `img[src,alt]`. Text at the top level becomes paragraphs, and empty elements vanish.
package enum HTMLSanitizer {
    /// The maximum input, in bytes; the rest is cut off. An article is about a hundredth of this.
    package static let maximumBytes = 1 << 20

    /// Returns clean HTML and text. Relative links are resolved against `baseURL` if that is an http or
    /// https address.
    ///
    /// - Parameter pictures: returns the hash of the newspaper's own copy of the picture at an address;
    ///   nil if there is none.
    ///   Pictures already named by their hash, `picture:9f2c…`, stay.
    ///
    /// Sanitising the result again changes nothing. HTML that only an attack would write (a tag of more than 1000
    /// attributes) yields an empty result.
    package static func sanitize(
        _ html: String, baseURL: String? = nil, pictures: ((String) -> String?)? = nil
    ) -> SanitizedHTML {
        if let text = plainText(html) { return text }
        let links = LinkPolicy(base: baseURL)
        var current = pass(html.utf8, HTMLAttributes(links: links, pictures: pictures))
        if current.isSettled { return SanitizedHTML(current) }
        let attributes = HTMLAttributes(links: links, pictures: nil)
        // A mutation attack needs output that parses differently from how it was written, so only output that
        // parses back unchanged is returned.
        for _ in 0..<maximumPasses {
            let next = pass(current.html, attributes)
            if next.html == current.html { return SanitizedHTML(next) }
            current = next
        }
        return paragraphs(of: String(decoding: current.plain.text, as: UTF8.self))
    }

    /// A fast path for text without any markup, which becomes a paragraph; nil for anything else.
    private static func plainText(_ html: String) -> SanitizedHTML? {
        var html = html
        return html.withUTF8 { bytes in
            // 0xEF may begin a character that XML forbids.
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
        // Leaves room for the end tags, so that the result can be read back in full.
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

/// Walks the parser's tree, to at most `maximumDepth`.
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

    /// Visits the HTML after an unclosed `svg` or `math`: a block ends the drawing (HTML, section
    /// 13.2.6.5), but libxml2 puts the block and all that follows inside it.
    /// - Returns: whether there was such a block.
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

    /// Whether blocks in the element are part of the drawing (HTML, section 13.2.6.5).
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

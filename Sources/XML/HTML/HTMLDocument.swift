import CXML2

/// A foreign HTML page as a searchable tree. Not thread-safe.
package final class HTMLDocument {
    let pointer: htmlDocPtr

    /// - Parameters:
    ///   - charset: the `charset` of the HTTP header; if nil, it is taken from the page.
    ///   - limit: the maximum bytes to read; the rest is cut off.
    ///
    /// Nil if the bytes are not a page at all, or one that only an attack would write.
    package init?(_ bytes: [UInt8], charset: String? = nil, limit: Int = 4 << 20) {
        let head = Array(bytes.prefix(2048))
        guard var decoder = try? TextDecoder(head: head, charset: charset ?? Self.charset(in: head)) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(min(bytes.count, limit))
        let isText = bytes.withUnsafeBufferPointer { all -> Bool in
            (try? decoder.decode(UnsafeBufferPointer(rebasing: all.prefix(limit)), into: &text)) != nil
        }
        guard isText, let input = HTMLInput(text, limit: limit), let pointer = HTMLParser.parse(input.bytes) else {
            return nil
        }
        self.pointer = pointer
    }

    deinit { xmlFreeDoc(pointer) }

    /// The `html` element.
    package var root: HTMLNode? { xmlDocGetRootElement(pointer).map { HTMLNode($0, in: self) } }

    /// The encoding declared in a `meta` near the beginning of the page (HTML, section 13.2.3.2).
    private static func charset(in head: [UInt8]) -> String? {
        let text = String(
            decoding: head.map { $0 < 0x80 ? $0 | ($0 >= 0x41 && $0 <= 0x5A ? 0x20 : 0) : 0x3F }, as: UTF8.self)
        guard let key = text.firstRange(of: "charset=") else { return nil }
        let value = text[key.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
        let name = value.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        return name.isEmpty ? nil : String(name)
    }
}

/// An element of a page.
package struct HTMLNode {
    let pointer: xmlNodePtr
    /// Keeps the tree alive.
    let document: HTMLDocument

    init(_ pointer: xmlNodePtr, in document: HTMLDocument) {
        self.pointer = pointer
        self.document = document
    }

    /// The element's name in lower case.
    package var name: String { pointer.pointee.name.map { String(cString: $0).lowercased() } ?? "" }

    /// The identity of the element within the page.
    package var id: Int { Int(bitPattern: pointer) }

    /// The value of an attribute; nil if there is none.
    package func attribute(_ name: String) -> String? {
        guard let value = xmlGetNoNsProp(pointer, name) else { return nil }
        defer { LibXML.free(value) }
        return String(cString: value)
    }

    /// The parent element.
    package var parent: HTMLNode? {
        guard let parent = pointer.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else { return nil }
        return HTMLNode(parent, in: document)
    }

    /// The child elements.
    package var children: [HTMLNode] {
        var children: [HTMLNode] = []
        var next = pointer.pointee.children
        while let node = next {
            if node.pointee.type == XML_ELEMENT_NODE { children.append(HTMLNode(node, in: document)) }
            next = node.pointee.next
        }
        return children
    }

    /// The element itself and all its descendants in document order, without unwanted elements and their
    /// descendants.
    package func descendants(where isWanted: (HTMLNode) -> Bool = { _ in true }) -> [HTMLNode] {
        var found: [HTMLNode] = []
        var waiting = [self]
        while let node = waiting.popLast() {
            guard isWanted(node) else { continue }
            found.append(node)
            waiting.append(contentsOf: node.children.reversed())
        }
        return found
    }

    /// Its text with one space between words.
    package var text: String {
        guard let content = xmlNodeGetContent(pointer) else { return "" }
        defer { LibXML.free(content) }
        return String(cString: content).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Its content as HTML, without unwanted elements.
    package func html(where isWanted: (HTMLNode) -> Bool = { _ in true }) -> String {
        var html: [UInt8] = []
        appendChildren(to: &html, depth: 256, isWanted)
        return String(decoding: html, as: UTF8.self)
    }

    private func appendChildren(to html: inout [UInt8], depth: Int, _ isWanted: (HTMLNode) -> Bool) {
        var next = depth > 0 ? pointer.pointee.children : nil
        while let node = next {
            next = node.pointee.next
            if node.pointee.type == XML_TEXT_NODE, let content = node.pointee.content {
                html.appendText(UnsafeBufferPointer(start: content, count: Int(xmlStrlen(content))))
            } else if node.pointee.type == XML_ELEMENT_NODE {
                let child = HTMLNode(node, in: document)
                if isWanted(child) { child.append(to: &html, depth: depth - 1, isWanted) }
            }
        }
    }

    private func append(to html: inout [UInt8], depth: Int, _ isWanted: (HTMLNode) -> Bool) {
        let name = Array(name.utf8)
        html.append(UInt8(ascii: "<"))
        html += name
        for attribute in ["href", "src", "alt", "title", "width", "height", "colspan", "rowspan", "datetime"] {
            guard let value = self.attribute(attribute) else { continue }
            html += Array(" \(attribute)=\"\(value.escapedForMarkup)\"".utf8)
        }
        html.append(UInt8(ascii: ">"))
        guard !["br", "img", "hr", "wbr"].contains(self.name) else { return }
        appendChildren(to: &html, depth: depth, isWanted)
        html += Array("</".utf8) + name + [UInt8(ascii: ">")]
    }
}

/// libxml2's HTML parser, which repairs its input.
enum HTMLParser {
    static func parse(_ bytes: [UInt8]) -> htmlDocPtr? {
        LibXML.initialized
        guard !bytes.isEmpty, let context = htmlNewParserCtxt() else { return nil }
        defer { htmlFreeParserCtxt(context) }
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_COMPACT.rawValue
        return bytes.withUnsafeBytes { buffer in
            htmlCtxtReadMemory(
                context, buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count), nil, "UTF-8",
                Int32(options))
        }
    }
}

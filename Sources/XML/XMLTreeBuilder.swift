import CXML2

/// Builds the tree from the parser's events, for one document on one thread.
final class XMLTreeBuilder {
    private let document: EncodedDocument
    private let limits: XMLLimits
    private var offset = 0
    private var stack: [XMLElement] = []
    private var text: [UInt8] = []
    private var names: [UnsafePointer<xmlChar>: String] = [:]
    private var root: XMLElement?
    private var failure: XMLError?
    private var context: xmlParserCtxtPtr?

    init(_ document: EncodedDocument, limits: XMLLimits) {
        self.document = document
        self.limits = limits
    }

    func build() throws(XMLError) -> XMLElement {
        LibXML.initialized
        guard let context = xmlNewParserCtxt(), let handler = context.pointee.sax else {
            throw XMLError(.limit, line: 1, "there is not enough memory to read the document")
        }
        defer { xmlFreeParserCtxt(context) }
        self.context = context
        let this = Unmanaged.passUnretained(self).toOpaque()
        handler.pointee = Self.handler
        context.pointee.userData = this
        // Never NOENT, DTDLOAD or HUGE: they turn small documents into large ones.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_COMPACT.rawValue
        xmlCtxtReadIO(
            context, { XMLTreeBuilder.from($0)?.read(into: $1, count: $2) ?? 0 }, nil, this, nil, document.encoding,
            Int32(options))
        if let failure { throw failure }
        guard context.pointee.wellFormed != 0, let root else {
            throw XMLError(.malformed, line: 1, "the document is not well-formed XML")
        }
        return root
    }

    /// Every callback gets back the pointer that `build` passed in, and only while `build` runs on `self`.
    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
        pointer.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { this, name, prefix, uri, _, _, count, _, attributes in
            XMLTreeBuilder.from(this)?.start(name, prefix, uri, attributes: attributes, count: Int(count))
        }
        handler.endElementNs = { this, _, _, _ in XMLTreeBuilder.from(this)?.end() }
        let characters: charactersSAXFunc = { XMLTreeBuilder.from($0)?.characters($1, count: Int($2)) }
        handler.characters = characters
        handler.ignorableWhitespace = characters
        handler.cdataBlock = characters
        handler.internalSubset = { this, _, _, _ in
            XMLTreeBuilder.from(this)?.fail(.documentType, "document type declarations (DOCTYPE) are not accepted")
        }
        handler.serror = { XMLTreeBuilder.from($0)?.report($1) }
        return handler
    }
}

// MARK: - Events

extension XMLTreeBuilder {
    /// Gives out the document piece by piece; behind a fault there is nothing more, so that it costs nothing more.
    private func read(into target: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
        guard let target, failure == nil else { return 0 }
        let piece = document.bytes[offset...].prefix(Int(count))
        UnsafeMutableRawBufferPointer(start: target, count: piece.count).copyBytes(from: piece)
        offset += piece.count
        return Int32(piece.count)
    }

    private func start(
        _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
        attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        guard failure == nil, let context else { return }
        guard Int(context.pointee.nsNr) <= 2 * limits.attributes else {
            return fail(.limit, "more than \(limits.attributes) namespaces are in scope")
        }
        flushText()
        let element = XMLElement(
            name: qualified(name, prefix, uri), namespace: interned(uri),
            attributes: (0..<count).map { attribute(attributes, at: 5 * $0) }, line: line)
        stack.append(element)
    }

    private func end() {
        guard failure == nil else { return }
        flushText()
        guard let element = stack.popLast() else { return }
        if stack.isEmpty { root = element } else { stack[stack.count - 1].children.append(.element(element)) }
    }

    private func characters(_ start: UnsafePointer<xmlChar>?, count: Int) {
        guard failure == nil, !stack.isEmpty else { return }
        text.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    private func flushText() {
        guard !text.isEmpty, !stack.isEmpty else { return }
        stack[stack.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    /// Keeps the first error; warnings and unbound prefixes are let through.
    private func report(_ error: UnsafePointer<xmlError>?) {
        guard failure == nil, let error = error?.pointee, error.level == XML_ERR_FATAL else { return }
        let message = error.message.map { String(cString: $0) } ?? "the document is not well-formed XML"
        failure = XMLError(
            .malformed, line: Int(error.line), column: error.int2 > 0 ? Int(error.int2) : nil,
            message.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    private func fail(_ kind: XMLError.Kind, _ reason: String) {
        if failure == nil { failure = XMLError(kind, line: line, reason) }
    }

    private var line: Int { Int(context?.pointee.input?.pointee.line ?? 1) }
}

// MARK: - Names and values

extension XMLTreeBuilder {
    /// Five pointers an attribute: local name, prefix, namespace, and the value's beginning and end.
    private func attribute(_ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, at index: Int)
        -> XMLElement.Attribute
    {
        guard let list else { return XMLElement.Attribute(name: "", namespace: nil, value: "") }
        return XMLElement.Attribute(
            name: qualified(list[index], list[index + 1], list[index + 2]), namespace: interned(list[index + 2]),
            value: value(from: list[index + 3], to: list[index + 4]))
    }

    /// Without entity substitution libxml2 hands out `&amp;` in attributes as `&#38;`, and nothing else so.
    private func value(from start: UnsafePointer<xmlChar>?, to end: UnsafePointer<xmlChar>?) -> String {
        guard let start, let end, start < end else { return "" }
        var bytes = Array(UnsafeBufferPointer(start: start, count: end - start))
        if bytes.contains(UInt8(ascii: "&")) { bytes.replace("&#38;".utf8, with: "&".utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func qualified(
        _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?
    ) -> String {
        let local = interned(name) ?? ""
        guard uri == nil, let prefix = interned(prefix) else { return local }
        return "\(prefix):\(local)"
    }

    /// Names come from the parser's dictionary, where the same name is the same address: one `String` each will do.
    private func interned(_ name: UnsafePointer<xmlChar>?) -> String? {
        guard let name else { return nil }
        if let known = names[name] { return known }
        let string = String(cString: name)
        names[name] = string
        return string
    }
}

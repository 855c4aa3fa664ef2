import CXML2

/// Builds trees from the parser's events: one of the whole document, or one of each element at a level.
/// For a single document and thread.
final class XMLTreeBuilder {
    private let limits: XMLLimits
    /// The depth of the elements to return; 0 for the root.
    private let level: Int
    private var document: EncodedDocument?
    private var offset = 0
    private var stack: [XMLElement] = []
    private var text: [UInt8] = []
    private var names: [UnsafePointer<xmlChar>: String] = [:]
    /// Completed elements not yet returned.
    private var made: [XMLElement] = []
    private var failure: XMLError?
    private var context: xmlParserCtxtPtr?

    init(limits: XMLLimits, level: Int = 0) throws(XMLError) {
        self.limits = limits
        self.level = level
        LibXML.initialized
        guard let context = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil), let handler = context.pointee.sax else {
            throw XMLError(.limit, line: 1, "there is not enough memory to read the document")
        }
        self.context = context
        handler.pointee = Self.handler
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        xmlCtxtUseOptions(context, Self.options)
    }

    deinit { xmlFreeParserCtxt(context) }

    /// Never NOENT, DTDLOAD or HUGE: they turn small documents into large ones.
    private static let options = Int32(
        XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_COMPACT.rawValue)

    /// Reads a whole document and returns its root.
    func build(_ document: EncodedDocument) throws(XMLError) -> XMLElement {
        self.document = document
        xmlCtxtReadIO(
            context, { XMLTreeBuilder.from($0)?.read(into: $1, count: $2) ?? 0 }, nil,
            Unmanaged.passUnretained(self).toOpaque(), nil, document.encoding, Self.options)
        guard let root = try taken(isEnd: true).first else { throw notWellFormed }
        return root
    }

    /// Reads the next piece of a UTF-8 document and returns the elements it completes.
    func feed(_ piece: [UInt8], isEnd: Bool) throws(XMLError) -> [XMLElement] {
        _ = piece.withUnsafeBytes {
            xmlParseChunk(
                context, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), isEnd ? 1 : 0)
        }
        return try taken(isEnd: isEnd)
    }

    private func taken(isEnd: Bool) throws(XMLError) -> [XMLElement] {
        if let failure { throw failure }
        if isEnd, context?.pointee.wellFormed == 0 { throw notWellFormed }
        defer { made.removeAll(keepingCapacity: true) }
        return made
    }

    private var notWellFormed: XMLError { XMLError(.malformed, line: 1, "the document is not well-formed XML") }

    /// Every callback receives the pointer passed in `init`, and only while a method runs on `self`.
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
    /// Supplies the document to the parser in pieces. After a fault it supplies nothing more, so that no
    /// more work is done.
    private func read(into target: UnsafeMutablePointer<CChar>?, count: Int32) -> Int32 {
        guard let target, failure == nil, let document else { return 0 }
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
        guard names.count <= Self.namesLimit else {
            return fail(.limit, "there are more than \(Self.namesLimit) different names")
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
        if stack.count > level {
            stack[stack.count - 1].children.append(.element(element))
        } else if stack.count == level {
            made.append(element)
        }
    }

    private func characters(_ start: UnsafePointer<xmlChar>?, count: Int) {
        guard failure == nil, stack.count > level else { return }
        text.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    private func flushText() {
        guard !text.isEmpty, !stack.isEmpty else { return }
        stack[stack.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    /// Keeps the first error; ignores warnings and unbound prefixes.
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
    /// The maximum number of names in a document, which are kept until its end.
    private static let namesLimit = 100_000

    /// Five pointers per attribute: local name, prefix, namespace, and the start and end of the value.
    private func attribute(_ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, at index: Int)
        -> XMLElement.Attribute
    {
        guard let list else { return XMLElement.Attribute(name: "", namespace: nil, value: "") }
        return XMLElement.Attribute(
            name: qualified(list[index], list[index + 1], list[index + 2]), namespace: interned(list[index + 2]),
            value: value(from: list[index + 3], to: list[index + 4]))
    }

    /// Replaces `&#38;` with `&`: without entity substitution libxml2 returns `&amp;` in attributes, and
    /// only that, so.
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

    /// Names come from the parser's dictionary, where equal names have the same address, so each needs only
    /// one `String`.
    private func interned(_ name: UnsafePointer<xmlChar>?) -> String? {
        guard let name else { return nil }
        if let known = names[name] { return known }
        let string = String(cString: name)
        names[name] = string
        return string
    }
}

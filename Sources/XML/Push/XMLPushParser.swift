import CXML2

/// Reads an untrusted document as its bytes arrive, in bounded memory and however faulty, and reports
/// its content as events.
///
/// The bytes pass through three stages: conversion to UTF-8 (``TextDecoder``), repair into well-formed
/// XML within the limits (``XMLRepair``), and libxml2's push parser, which never loads anything. Not
/// thread-safe.
package final class XMLPushParser {
    private let limits: XMLLimits
    private let charset: String?
    private let handler: (XMLEvent) -> Void
    private var context: xmlParserCtxtPtr?
    private var decoder: TextDecoder?
    private var repair: XMLRepair
    /// Bytes collected until there are enough to be worth processing.
    private var waiting: [UInt8] = []
    private var text: [UInt8] = []
    private var markup: [UInt8] = []
    private var names: [NameKey: XMLName] = [:]
    private var recent: [(key: NameKey, name: XMLName)?] = Array(repeating: nil, count: 64)
    private var failure: XMLError?
    private var taken = 0

    /// Names come from the parser's dictionary, where equal names have the same address.
    private struct NameKey: Hashable {
        let local: UnsafePointer<UInt8>?
        let prefix: UnsafePointer<UInt8>?
        let namespace: UnsafePointer<UInt8>?
    }

    /// - Parameters:
    ///   - charset: the `charset` of the HTTP header.
    ///   - handler: receives the events, during ``take(_:)`` and ``finish()``.
    package init(
        charset: String? = nil, limits: XMLLimits = .standard, handler: @escaping (XMLEvent) -> Void
    ) throws(XMLError) {
        self.limits = limits
        self.charset = charset
        self.handler = handler
        repair = XMLRepair(limits: limits)
        LibXML.initialized
        guard let context = xmlCreatePushParserCtxt(nil, nil, nil, 0, nil), let sax = context.pointee.sax else {
            throw XMLError(.limit, line: 1, "there is not enough memory to read the document")
        }
        self.context = context
        sax.pointee = Self.sax
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        // Never NOENT, DTDLOAD or HUGE: they turn small documents into large ones.
        xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_COMPACT.rawValue))
    }

    deinit { xmlFreeParserCtxt(context) }

    /// Takes the next bytes. Throws the first fault, and the same one on every later call.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(XMLError) {
        if let failure { throw failure }
        taken += bytes.count
        guard taken <= limits.bytes else {
            throw failed(XMLError(.limit, line: repair.line, "the document is larger than \(limits.bytes) bytes"))
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            // As many as complete a piece.
            let next = rest.prefix(Self.pieceBytes - waiting.count)
            waiting.append(contentsOf: next)
            rest = rest.dropFirst(next.count)
            guard waiting.count == Self.pieceBytes else { return }
            try work(isEnd: false)
        }
    }

    /// Ends the document after all bytes were taken. Throws `truncated` if its end is missing, and whatever
    /// ``take(_:)`` throws.
    package func finish() throws(XMLError) {
        if let failure { throw failure }
        try work(isEnd: true)
        guard repair.hasRoot else { throw failed(XMLError(.malformed, line: repair.line, "there is no XML element")) }
        guard repair.isWhole else {
            throw failed(XMLError(.truncated, line: repair.line, "the document ends before its root element does"))
        }
        xmlParseChunk(context, nil, 0, 1)
        if let failure { throw failure }
    }

    /// Faults of the document that were repaired, in words for people.
    package var remarks: [String] {
        var remarks: [String] = []
        func remark(_ condition: Bool, _ text: String) { if condition { remarks.append(text) } }
        let findings = decoder?.findings ?? []
        remark(
            findings.contains(.notUTF8),
            "It should be UTF-8 but contains other bytes, which were read as windows-1252.")
        remark(findings.contains(.isUTF8), "It declares an eight-bit encoding but is UTF-8.")
        remark(findings.contains(.badBytes), "It contains bytes that are invalid in its encoding.")
        remark(findings.contains(.controls), "It contains control characters, which became spaces.")
        remark(repair.repairs.contains(.references), "It contains bare ampersands or entities unknown to XML.")
        remark(repair.repairs.contains(.tags), "It contains a stray <, or tags that are not well-formed.")
        remark(repair.repairs.contains(.nesting), "Some elements are not closed, or are closed in the wrong order.")
        remark(repair.repairs.contains(.junkBefore), "There is text before the document begins.")
        remark(repair.repairs.contains(.junkBehind), "There is something after the end of the document.")
        return remarks
    }

    /// Large enough that many small reads cost no more than a few large ones.
    private static let pieceBytes = 16 << 10
    /// The maximum number of different element and attribute names in a document.
    private static let namesLimit = 10_000

    private func work(isEnd: Bool) throws(XMLError) {
        do throws(XMLError) {
            text.removeAll(keepingCapacity: true)
            markup.removeAll(keepingCapacity: true)
            var decoder: TextDecoder
            if let known = self.decoder {
                decoder = known
            } else {
                decoder = try TextDecoder(head: waiting, charset: charset)
            }
            self.decoder = nil
            try waiting.withUnsafeBufferPointer { bytes throws(XMLError) in try decoder.decode(bytes, into: &text) }
            if isEnd { decoder.finish(into: &text) }
            self.decoder = decoder
            waiting.removeAll(keepingCapacity: true)
            try text.withUnsafeBufferPointer { bytes throws(XMLError) in
                try repair.feed(bytes, isEnd: isEnd, into: &markup)
            }
        } catch { throw failed(error.line > 1 ? error : error.at(repair.line)) }
        parse()
        if let failure { throw failure }
    }

    private func parse() {
        markup.withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return }
            xmlParseChunk(context, base, Int32(clamping: bytes.count), 0)
        }
    }

    private func failed(_ error: XMLError) -> XMLError {
        if failure == nil { failure = error }
        return failure ?? error
    }
}

// MARK: - The parser's events

extension XMLPushParser {
    /// Every callback receives the pointer passed in `init`, and only while a method runs on `self`.
    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLPushParser? {
        pointer.map { Unmanaged<XMLPushParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var sax: xmlSAXHandler {
        var sax = xmlSAXHandler()
        sax.initialized = UInt32(XML_SAX2_MAGIC)
        sax.startElementNs = { this, name, prefix, uri, _, _, count, _, attributes in
            XMLPushParser.from(this)?.start(name, prefix, uri, XMLAttributes(attributes, count: Int(count)))
        }
        sax.endElementNs = { this, name, prefix, uri in XMLPushParser.from(this)?.end(name, prefix, uri) }
        let characters: charactersSAXFunc = { this, start, count in
            XMLPushParser.from(this)?.tell(.text(UnsafeBufferPointer(start: start, count: Int(count))))
        }
        sax.characters = characters
        sax.ignorableWhitespace = characters
        sax.cdataBlock = characters
        sax.internalSubset = { this, _, _, _ in
            XMLPushParser.from(this)?.fail(.documentType, "document type declarations (DOCTYPE) are not accepted")
        }
        sax.serror = { XMLPushParser.from($0)?.report($1) }
        return sax
    }

    private func start(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?,
        _ attributes: XMLAttributes
    ) {
        guard failure == nil, let context else { return }
        guard Int(context.pointee.nsNr) <= 2 * limits.attributes else {
            return fail(.limit, "more than \(limits.attributes) namespaces are in scope")
        }
        guard names.count < Self.namesLimit, xmlDictSize(context.pointee.dict) < 2 * Self.namesLimit else {
            return fail(.limit, "there are more than \(Self.namesLimit) different names")
        }
        handler(.start(name(local, prefix, uri), attributes, line: line))
    }

    private func end(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
    ) {
        tell(.end(name(local, prefix, uri)))
    }

    private func tell(_ event: XMLEvent) { if failure == nil { handler(event) } }

    private func name(
        _ local: UnsafePointer<UInt8>?, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
    ) -> XMLName {
        let key = NameKey(local: local, prefix: prefix, namespace: uri)
        // Most elements have one of few names, which are found directly by their address.
        let place = (Int(bitPattern: local) >> 2 ^ Int(bitPattern: uri) >> 4) & (recent.count - 1)
        if let known = recent[place], known.key == key { return known.name }
        if let known = names[key] {
            recent[place] = (key, known)
            return known
        }
        func text(_ pointer: UnsafePointer<UInt8>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        let name = XMLName(index: names.count, local: text(local), prefix: text(prefix), namespace: text(uri))
        names[key] = name
        return name
    }

    /// Keeps the first error; ignores warnings and unbound prefixes.
    private func report(_ error: UnsafePointer<xmlError>?) {
        guard failure == nil, let error = error?.pointee, error.level == XML_ERR_FATAL else { return }
        let message = error.message.map { String(cString: $0) } ?? "the document is not well-formed XML"
        failure = XMLError(
            .malformed, line: Int(error.line), message.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    private func fail(_ kind: XMLError.Kind, _ reason: String) {
        if failure == nil { failure = XMLError(kind, line: line, reason) }
    }

    private var line: Int { Int(context?.pointee.input?.pointee.line ?? 1) }
}

/// A quick look over a document's markup before the parser sees it, for what would cost the parser dearly.
///
/// It agrees with the parser up to the first fault of form, and behind that the parser gets nothing more to read.
struct XMLScan {
    private let bytes: [UInt8]
    private let limits: XMLLimits
    private var index = 0
    private var depth = 0
    private var elements = 0

    /// Throws if the document has a DOCTYPE, or a tag, depth or number of elements beyond the limits.
    static func check(_ bytes: [UInt8], limits: XMLLimits) throws(XMLError) {
        var scan = XMLScan(bytes: bytes, limits: limits)
        try scan.run()
    }

    private init(bytes: [UInt8], limits: XMLLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func run() throws(XMLError) {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start
            if follows("<!--") {
                skip(past: "-->")
            } else if follows("<![CDATA[") {
                skip(past: "]]>")
            } else if follows("<!") {
                throw error(.documentType, "document type declarations (DOCTYPE) are not accepted")
            } else if follows("<?") {
                skip(past: "?>")
            } else if follows("</") {
                depth -= 1
                skip(past: ">")
            } else {
                try startTag()
            }
        }
    }

    /// Reads to the `>` outside quotes. A `<` ends the tag too: it is not allowed within, and the parser starts anew.
    private mutating func startTag() throws(XMLError) {
        let start = index
        var quote: UInt8?
        var attributes = 0
        index += 1
        scan: while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "<"): break scan
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            case UInt8(ascii: "=") where quote == nil: attributes += 1
            case UInt8(ascii: ">") where quote == nil: break scan
            default: break
            }
            index += 1
            if index - start > limits.tagBytes {
                throw limit(at: start, "a tag is longer than \(limits.tagBytes) bytes")
            }
        }
        if attributes > limits.attributes {
            throw limit(at: start, "an element has more than \(limits.attributes) attributes")
        }
        try countElement(at: start)
    }

    private mutating func countElement(at start: Int) throws(XMLError) {
        elements += 1
        if elements > limits.elements { throw limit(at: start, "there are more than \(limits.elements) elements") }
        if depth >= limits.depth { throw limit(at: start, "elements are nested more than \(limits.depth) deep") }
        if bytes[index - 1] != UInt8(ascii: "/") { depth += 1 }
    }

    private func follows(_ literal: StaticString) -> Bool {
        literal.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// Moves behind the next `literal`, or to the end, which the parser will report.
    private mutating func skip(past literal: StaticString) {
        index += 1
        while index < bytes.count, !follows(literal) { index += 1 }
        index = min(index + literal.utf8CodeUnitCount, bytes.count)
    }

    private func limit(at start: Int, _ reason: String) -> XMLError {
        XMLError(.limit, line: line(of: start), reason)
    }

    private func error(_ kind: XMLError.Kind, _ reason: String) -> XMLError {
        XMLError(kind, line: line(of: index), reason)
    }

    private func line(of offset: Int) -> Int {
        bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
    }
}

import Glibc

/// Scans a document's markup before the parser sees it, for anything that would cost the parser too
/// much. Takes the document in pieces or as a whole.
///
/// It agrees with the parser up to the first well-formedness error, after which the parser receives
/// nothing more.
struct XMLScan {
    private enum State {
        case text, opening, startTag, endTag
        /// Skips up to the two bytes followed by `>`.
        case skipping(UInt8, UInt8)
    }

    private let limits: XMLLimits
    /// The depth of the elements to which the limits apply individually; 0 for the whole document.
    private let level: Int
    private var state = State.text
    private var line = 1
    private var depth = 0
    private var elements = 0
    private var elementBytes = 0
    private var tag = Tag()
    /// The last two bytes skipped.
    private var previous: (UInt8, UInt8) = (0, 0)

    private struct Tag {
        var line = 1
        var bytes = 0
        var attributes = 0
        var quote: UInt8?
        var last: UInt8 = 0
        var opening: [UInt8] = []
    }

    init(limits: XMLLimits, level: Int = 0) {
        self.limits = limits
        self.level = level
    }

    /// Throws if the document has a DOCTYPE, or a tag, depth or number of elements beyond the limits.
    static func check(_ bytes: [UInt8], limits: XMLLimits) throws(XMLError) {
        var scan = XMLScan(limits: limits)
        try scan.feed(bytes)
    }

    /// Scans the next piece. Throws as ``check(_:limits:)`` does, and if an element is too large.
    mutating func feed(_ piece: [UInt8]) throws(XMLError) {
        var index = 0
        while index < piece.count {
            switch state {
            case .text: index = text(piece, from: index)
            case .opening: index = try opening(piece, at: index)
            case .startTag: index = try startTag(piece, from: index)
            case .endTag: index = endTag(piece, from: index)
            case .skipping(let first, let second): index = skip(piece, from: index, first, second)
            }
        }
        elementBytes += piece.count
        if level > 0, depth > level, elementBytes > limits.bytes {
            throw limit("an element is larger than \(limits.bytes) bytes")
        }
    }

    private mutating func text(_ piece: [UInt8], from start: Int) -> Int {
        let end = piece.position(of: UInt8(ascii: "<"), from: start) ?? piece.count
        line += piece.newlines(start..<end)
        guard end < piece.count else { return end }
        tag = Tag(line: line)
        state = .opening
        return end + 1
    }

    /// Determines the kind of markup from the bytes after `<`. A byte that belongs to a tag is read again.
    private mutating func opening(_ piece: [UInt8], at index: Int) throws(XMLError) -> Int {
        tag.opening.append(piece[index])
        let seen = tag.opening
        switch seen[0] {
        case UInt8(ascii: "?"):
            previous = (0, 0)
            state = .skipping(0, UInt8(ascii: "?"))
        case UInt8(ascii: "/"):
            depth -= 1
            state = .endTag
        case UInt8(ascii: "!"):
            if seen.elementsEqual("!--".utf8) {
                previous = (0, 0)
                state = .skipping(UInt8(ascii: "-"), UInt8(ascii: "-"))
            } else if seen.elementsEqual("![CDATA[".utf8) {
                previous = (0, 0)
                state = .skipping(UInt8(ascii: "]"), UInt8(ascii: "]"))
            } else if !"!--".utf8.starts(with: seen), !"![CDATA[".utf8.starts(with: seen) {
                throw XMLError(.documentType, line: tag.line, "document type declarations (DOCTYPE) are not accepted")
            }
        default:
            tag.bytes = 1
            state = .startTag
            return index
        }
        return index + 1
    }

    /// Reads up to the `>` outside quotes. A `<` ends the tag too: it is not allowed within, and the parser
    /// restarts there.
    private mutating func startTag(_ piece: [UInt8], from start: Int) throws(XMLError) -> Int {
        var index = start
        while index < piece.count {
            let byte = piece[index]
            switch byte {
            case UInt8(ascii: "<"):
                try countElement(at: index)
                state = .text
                return index
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if tag.quote == nil { tag.quote = byte } else if tag.quote == byte { tag.quote = nil }
            case UInt8(ascii: "=") where tag.quote == nil: tag.attributes += 1
            case UInt8(ascii: ">") where tag.quote == nil:
                try countElement(at: index)
                state = .text
                return index + 1
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            tag.last = byte
            tag.bytes += 1
            index += 1
            if tag.bytes > limits.tagBytes { throw limit("a tag is longer than \(limits.tagBytes) bytes") }
        }
        return index
    }

    private mutating func countElement(at index: Int) throws(XMLError) {
        if tag.attributes > limits.attributes {
            throw limit("an element has more than \(limits.attributes) attributes")
        }
        // The part of the piece before the element does not count.
        if depth <= level { (elements, elementBytes) = (0, -index) }
        elements += 1
        if elements > limits.elements { throw limit("there are more than \(limits.elements) elements") }
        if depth >= limits.depth { throw limit("elements are nested more than \(limits.depth) deep") }
        if tag.last != UInt8(ascii: "/") { depth += 1 }
    }

    private mutating func endTag(_ piece: [UInt8], from start: Int) -> Int {
        guard let end = piece.position(of: UInt8(ascii: ">"), from: start) else {
            line += piece.newlines(start..<piece.count)
            return piece.count
        }
        line += piece.newlines(start..<end)
        state = .text
        return end + 1
    }

    /// Skips past the next `>` preceded by the two bytes.
    private mutating func skip(_ piece: [UInt8], from start: Int, _ first: UInt8, _ second: UInt8) -> Int {
        var index = start
        while let end = piece.position(of: UInt8(ascii: ">"), from: index) {
            line += piece.newlines(index..<end)
            note(piece, index..<end)
            index = end + 1
            if previous.1 == second, first == 0 || previous.0 == first {
                state = .text
                return index
            }
            previous = (previous.1, UInt8(ascii: ">"))
        }
        line += piece.newlines(index..<piece.count)
        note(piece, index..<piece.count)
        return piece.count
    }

    private mutating func note(_ piece: [UInt8], _ range: Range<Int>) {
        for byte in piece[range].suffix(2) { previous = (previous.1, byte) }
    }

    private func limit(_ reason: String) -> XMLError { XMLError(.limit, line: tag.line, reason) }
}

extension [UInt8] {
    fileprivate func position(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        withUnsafeBytes { buffer in
            guard start < end ?? buffer.count, let base = buffer.baseAddress else { return nil }
            return memchr(base + start, Int32(byte), (end ?? buffer.count) - start).map { UnsafeRawPointer($0) - base }
        }
    }

    fileprivate func newlines(_ range: Range<Int>) -> Int {
        var count = 0
        var index = range.lowerBound
        while let next = position(of: UInt8(ascii: "\n"), from: index, to: range.upperBound) {
            count += 1
            index = next + 1
        }
        return count
    }
}

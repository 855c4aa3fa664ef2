import CXML2

/// Character references; feeds use more of them than XML defines.
enum XMLReference {
    /// The meaning of an `&` and the bytes after it.
    enum Reading {
        /// A reference defined by XML, with its length including the `;`.
        case proper(Int)
        /// A character, with the length of its reference.
        case character(Unicode.Scalar, Int)
        /// Not a reference: a literal ampersand.
        case none
    }

    /// The maximum length of a reference, in bytes including `&` and `;`.
    static let longest = 32

    /// Reads the bytes starting with an `&`.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> Reading {
        guard let end = bytes.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else { return .none }
        let name = bytes[(bytes.startIndex + 1)..<end]
        let length = end + 1 - bytes.startIndex
        guard let first = name.first else { return .none }
        if first == UInt8(ascii: "#") { return number(name.dropFirst(), length: length) }
        let text = String(decoding: name, as: UTF8.self)
        switch text {
        case "amp", "lt", "gt", "quot", "apos": return .proper(length)
        case "AMP": return .character("&", length)
        case "LT": return .character("<", length)
        case "GT": return .character(">", length)
        case "QUOT": return .character("\"", length)
        default: return named[text].map { .character($0, length) } ?? .none
        }
    }

    /// Reads a numeric reference. Characters that XML forbids become a space; 128 to 159 mean windows-1252,
    /// as in HTML.
    private static func number(_ digits: UnsafeBufferPointer<UInt8>.SubSequence, length: Int) -> Reading {
        let text = String(decoding: digits, as: UTF8.self)
        let isHexadecimal = text.hasPrefix("x") || text.hasPrefix("X")
        guard let code = isHexadecimal ? UInt32(text.dropFirst(), radix: 16) : UInt32(text) else { return .none }
        switch code {
        case 0x80..<0xA0: return .character(Windows1252.scalar(UInt8(code)), length)
        case 0x09, 0x0A, 0x0D: return text.hasPrefix("X") ? .character(" ", length) : .proper(length)
        case 0x20..<0xD800, 0xE000..<0xFFFE, 0x10000..<0x110000:
            guard text.hasPrefix("X"), let scalar = Unicode.Scalar(code) else { return .proper(length) }
            return .character(scalar, length)
        default: return .character(" ", length)
        }
    }

    /// The HTML 4 names, which libxml2 can look up by code.
    private static let named: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [:]
        for code in 128...10_000 as ClosedRange<UInt32> {
            guard let entity = htmlEntityValueLookup(code), let name = entity.pointee.name else { continue }
            table[String(cString: name)] = Unicode.Scalar(code)
        }
        return table
    }()
}

extension XMLRepair {
    /// Appends text, repairing its references.
    mutating func appendText(_ bytes: Bytes, into output: inout [UInt8]) {
        var index = 0
        while let ampersand = bytes.position(of: UInt8(ascii: "&"), from: index) {
            append(bytes, index..<ampersand, into: &output)
            index = appendReference(bytes, at: ampersand, into: &output)
        }
        append(bytes, index..<bytes.count, into: &output)
    }

    /// Appends the repaired reference at an `&`, and returns the index after it.
    mutating func appendReference(_ bytes: Bytes, at ampersand: Int, into output: inout [UInt8]) -> Int {
        switch XMLReference.read(bytes[ampersand...]) {
        case .proper(let length):
            output.append(contentsOf: bytes[ampersand..<(ampersand + length)])
            return ampersand + length
        case .character(let scalar, let length):
            repairs.insert(.references)
            output.append(contentsOf: String(scalar).escapedForMarkup.utf8)
            return ampersand + length
        case .none:
            repairs.insert(.references)
            output.append("&amp;")
            return ampersand + 1
        }
    }

    /// Appends a run of text, escaping `]]>`, which is forbidden in text.
    private mutating func append(_ bytes: Bytes, _ range: Range<Int>, into output: inout [UInt8]) {
        let run = Bytes(rebasing: bytes[range])
        var index = 0
        while let end = run.position(of: "]]>", from: index) {
            repairs.insert(.references)
            output.append(contentsOf: run[index..<end])
            output.append("]]&gt;")
            index = end + 3
        }
        output.append(contentsOf: run[index...])
    }
}

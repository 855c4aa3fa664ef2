/// Writes JSON (RFC 8259) to bytes. Strings are always escaped, and commas inserted automatically.
package struct JSONWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    package init(reservingCapacity capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Opens an object or an array: `{` or `[`.
    package mutating func open(_ bracket: UnicodeScalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
    }

    /// Closes an object or an array: `}` or `]`.
    package mutating func close(_ bracket: UnicodeScalar) { bytes.append(UInt8(ascii: bracket)) }

    /// Writes a member's name, to be followed by its value.
    package mutating func key(_ name: StaticString) {
        separate()
        string(name.description)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a member with a string.
    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a member whose name comes from data.
    package mutating func member(dynamic name: String, _ value: String) {
        element(name)
        bytes.append(UInt8(ascii: ":"))
        string(value)
    }

    /// Writes a member with an integer.
    package mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        bytes += String(value).utf8
    }

    /// Writes a member with a finite number.
    package mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        bytes += String(value).utf8
    }

    /// Writes a member with a Boolean.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bytes += (value ? "true" : "false").utf8
    }

    /// Writes a member with an array of strings.
    package mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        open("[")
        for value in values { element(value) }
        close("]")
    }

    /// Writes a number in an array.
    package mutating func element(_ value: Double) {
        separate()
        bytes += String(value).utf8
    }

    /// Writes a string in an array.
    package mutating func element(_ value: String) {
        separate()
        string(value)
    }

    private mutating func separate() {
        if let last = bytes.last, !"{[:".utf8.contains(last) { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0..<0x20:
                bytes += Array("\\u00".utf8)
                bytes += [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Thrown when an archive is refused, with the reason.
package struct TarError: Error, CustomStringConvertible {
    /// The reason in words for people.
    package var description: String

    init(_ description: String) { self.description = "The archive is refused: \(description)" }
}

/// The header of a member of a tar archive: 512 bytes as in POSIX.1-1988 (`ustar`). Only its simplest
/// form is supported:
/// regular files with short names.
package struct TarHeader: Equatable {
    package var name: String
    /// The size in bytes.
    package var size: Int

    /// The block size.
    package static let block = 512
    /// The maximum length of a name, in bytes; longer ones would need the prefix field.
    static let nameLimit = 100
    /// The limit of eleven octal digits.
    static let sizeLimit = 1 << 33

    /// The number of bytes needed to pad a member's contents to whole blocks.
    package static func padding(_ size: Int) -> Int { (block - size % block) % block }

    /// The header block, which depends only on name and size.
    var bytes: [UInt8] {
        precondition(name.utf8.count <= Self.nameLimit && size < Self.sizeLimit, "the names and sizes are our own")
        var bytes = [UInt8](repeating: 0, count: Self.block)
        func put(_ text: String, at offset: Int) {
            for (index, byte) in text.utf8.enumerated() { bytes[offset + index] = byte }
        }
        put(name, at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(Self.octal(size, digits: 11), at: 124)
        put(Self.octal(0, digits: 11), at: 136)
        put("        ", at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = bytes.reduce(0) { $0 + Int($1) }
        put(Self.octal(sum, digits: 6) + "\0 ", at: 148)
        return bytes
    }

    init(name: String, size: Int) {
        self.name = name
        self.size = size
    }

    /// Reads a block. Throws if it is damaged, or of a kind that we do not write.
    package init(_ bytes: [UInt8]) throws(TarError) {
        guard bytes.count == Self.block else { throw TarError("it is cut short.") }
        let sum = bytes.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(bytes[$1])) }
        guard Self.number(bytes[148..<156]) == sum else { throw TarError("a header in it is damaged.") }
        let raw = bytes[0..<100].prefix { $0 != 0 }
        guard let name = String(validating: raw, as: UTF8.self), !name.isEmpty else {
            throw TarError("the name of a member is not text.")
        }
        guard bytes[257..<263].elementsEqual("ustar\0".utf8), bytes[345] == 0 else {
            throw TarError("“\(name)” is of a kind that n4md export does not write.")
        }
        guard bytes[156] == UInt8(ascii: "0"), bytes[157] == 0 else {
            throw TarError("“\(name)” is not a regular file: links, folders and devices are not accepted.")
        }
        guard let size = Self.number(bytes[124..<136]) else { throw TarError("the size of “\(name)” is not a number.") }
        self.init(name: name, size: size)
    }

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Reads octal digits followed only by spaces and zeros.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
        guard !digits.isEmpty, field[digits.endIndex...].allSatisfy({ $0 == 0 || $0 == 0x20 }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}

import CXML2
import Glibc

/// The shape of UTF-8 (Unicode 15, table 3-7).
enum UTF8Shape {
    /// The length in bytes of the character that begins there; 0 if none does, -1 if its end has not arrived.
    @inline(__always)
    static func length(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let first = bytes[0]
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { lowest = 0xA0 } else if first == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { lowest = 0x90 } else if first == 0xF4 { highest = 0x8F }
        default: return 0
        }
        guard count > 1 else { return -1 }
        guard bytes[1] >= lowest, bytes[1] <= highest else { return 0 }
        for index in 2..<max(length, 2) {
            guard index < count else { return -1 }
            guard bytes[index] & 0xC0 == 0x80 else { return 0 }
        }
        return length
    }

    /// U+FFFE is EF BF BE and U+FFFF is EF BF BF: XML forbids them.
    @inline(__always)
    static func isNonCharacter(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        length == 3 && bytes[0] == 0xEF && bytes[1] == 0xBF && bytes[2] >= 0xBE
    }
}

/// The characters of windows-1252 that differ from Latin-1 (WHATWG Encoding, index windows-1252).
enum Windows1252 {
    /// The character of a byte as UTF-8; an undefined byte becomes U+FFFD.
    static func utf8(_ byte: UInt8) -> [UInt8] { Array(String(scalar(byte)).utf8) }

    /// The character of a byte, also used for the references `&#128;` to `&#159;`.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80..<0xA0).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static let high: [Unicode.Scalar] = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}

/// The C library's converter from one encoding to UTF-8.
final class EncodingConverter {
    private let handle: iconv_t
    /// `(size_t) -1`.
    private static let failed = Int(-1)

    /// Nil if the C library does not know the name.
    init?(_ name: String) {
        guard let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    /// Appends the converted bytes, with U+FFFD for each invalid byte.
    /// - Returns: the number of bytes used, which excludes an incomplete final character, and whether any
    ///   were invalid.
    func convert(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) -> (used: Int, isBad: Bool) {
        guard let base = bytes.baseAddress else { return (0, false) }
        var source: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(
            to: CChar.self)
        var left = bytes.count
        var isBad = false
        var piece = [UInt8](repeating: 0, count: min(4 * bytes.count + 16, 1 << 16))
        while left > 0 {
            let before = left
            let (result, written, code) = piece.withUnsafeMutableBytes { buffer in
                var target: UnsafeMutablePointer<CChar>? = buffer.bindMemory(to: CChar.self).baseAddress
                var room = buffer.count
                let result = iconv(handle, &source, &left, &target, &room)
                return (result, buffer.count - room, errno)
            }
            output.append(contentsOf: piece[..<written])
            guard result == Self.failed else { break }
            if code == EINVAL || code == EILSEQ && left == 0 { break }
            if code == EILSEQ {
                isBad = true
                output.append(contentsOf: [0xEF, 0xBF, 0xBD])
                source = source.map { $0 + 1 }
                left -= 1
            } else if left == before, written == 0 {
                break
            }
        }
        return (bytes.count - left, isBad)
    }
}

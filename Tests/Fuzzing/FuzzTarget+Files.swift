import Exchange
import Foundation
import Glibc
import Locating
import Pictures
import Web

// Bodies of requests, and files.
extension FuzzTarget {
    func body(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = FormFields.parse(text)
        _ = try? FormFields.parse(json: bytes)
        _ = try? UploadMetadata.fileName(text)
        let parts = Multipart.parts(of: bytes, type: "multipart/form-data; boundary=b")
        precondition(parts.reduce(0) { $0 + $1.content.count } <= bytes.count, "parts are parts of the body")
        _ = Multipart.parts(of: Array("--b\r\n".utf8) + bytes, type: text)
    }

    /// Reads an archive as an import does: every member, small ones whole.
    func tar(_ path: String) {
        guard var reader = try? TarReader(path: path) else { return }
        while let header = try? reader.next() {
            precondition(header.size >= 0 && !header.name.isEmpty, "a member has a name and a size")
            guard header.size <= 1 << 16 else { continue }
            guard let contents = try? reader.contents(of: header, limit: 1 << 16) else { return }
            precondition(contents.count == header.size, "contents are whole")
        }
    }

    /// The bytes with right checksums in the headers, as far as their sizes lead; otherwise hardly any header would be read.
    static func summed(_ bytes: [UInt8]) -> [UInt8] {
        var (bytes, offset) = (bytes, 0)
        while offset + TarHeader.block <= bytes.count {
            let block = offset..<offset + TarHeader.block
            guard bytes[block].contains(where: { $0 != 0 }) else { break }
            bytes.replaceSubrange(offset + 148..<offset + 156, with: [UInt8](repeating: 0x20, count: 8))
            let digits = Array(String(bytes[block].reduce(0) { $0 + Int($1) }, radix: 8).utf8)
            bytes.replaceSubrange(offset + 148..<offset + 148 + digits.count, with: digits)
            bytes[offset + 148 + digits.count] = 0
            guard let header = try? TarHeader(Array(bytes[block])) else { break }
            offset += TarHeader.block + header.size + TarHeader.padding(header.size)
        }
        return bytes
    }

    func location(_ path: String) {
        guard let file = try? LocationFile(path) else { return }
        for text in ["193.136.1.1", "41.220.1.129", "255.255.255.255", "2001:db8::1", "::"] {
            guard let address = Address(text) else { continue }
            let found = file.find(address)
            precondition((0...128).contains(found.length), "an address has 128 bits")
        }
    }

    /// Puts the bytes into a file, of which each target has one.
    func withFile(_ bytes: [UInt8], _ body: (String) -> Void) {
        let path = NSTemporaryDirectory() + "n4md-fuzz-\(rawValue)-\(getpid())"
        defer { unlink(path) }
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
        body(path)
    }
}

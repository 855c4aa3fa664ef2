import Credentials
import Crypto
import Foundation

/// Writes a tar archive, member by member.
struct TarWriter {
    private let file: FileHandle
    /// Hashes everything written so far.
    private var hasher = SHA256()

    init(_ file: FileHandle) { self.file = file }

    /// The SHA-256 of everything written so far, in lower-case hexadecimal.
    var hash: String { hasher.finalize().hexadecimal }

    mutating func add(_ name: String, _ contents: [UInt8]) throws {
        try write(TarHeader(name: name, size: contents.count).bytes)
        try write(contents)
        try write([UInt8](repeating: 0, count: TarHeader.padding(contents.count)))
    }

    /// Ends the archive with two empty blocks.
    mutating func finish() throws { try write([UInt8](repeating: 0, count: 2 * TarHeader.block)) }

    private mutating func write(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { return }
        hasher.update(data: bytes)
        try file.write(contentsOf: bytes)
    }
}

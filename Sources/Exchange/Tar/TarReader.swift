import Credentials
import Crypto
import Foundation
import Web

/// Reads a tar archive, member by member. It never creates files with the names in the archive.
package struct TarReader {
    private let file: FileHandle
    private let end: Int
    private var offset = 0
    private var contentsLeft = 0
    private var padding = 0
    private var isAtEnd = false
    /// Hashes everything read so far; meaningful only if nothing is skipped.
    private var hasher = SHA256()

    /// Whether a file is a tar archive, by its first bytes.
    static func isTar(_ head: [UInt8]) -> Bool {
        head.count >= TarHeader.block && head[257..<262].elementsEqual("ustar".utf8)
    }

    /// Opens a file. Throws if it cannot be read.
    package init(path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path), let end = try? file.seekToEnd() else {
            throw OptionError(faults: ["The file \(path) cannot be read."])
        }
        try file.seek(toOffset: 0)
        self.file = file
        self.end = Int(clamping: end)
    }

    /// The SHA-256 of everything read so far, in lower-case hexadecimal.
    var hash: String { hasher.finalize().hexadecimal }

    /// Returns the next member, skipping the rest of the previous one; nil at the end of the archive.
    package mutating func next() throws -> TarHeader? {
        if isAtEnd { return nil }
        offset += contentsLeft + padding
        (contentsLeft, padding) = (0, 0)
        guard offset <= end else { throw TarError("it is cut short.") }
        try file.seek(toOffset: UInt64(offset))
        let block = try read(TarHeader.block)
        if block.allSatisfy({ $0 == 0 }), block.count == TarHeader.block {
            try readEnd()
            isAtEnd = true
            return nil
        }
        let header = try TarHeader(block)
        guard header.size <= end - offset else {
            throw TarError("“\(header.name)” should have \(header.size) bytes, but the file ends before that.")
        }
        contentsLeft = header.size
        padding = TarHeader.padding(header.size)
        return header
    }

    /// The contents of the member, which may have at most `limit` bytes.
    package mutating func contents(of header: TarHeader, limit: Int) throws -> [UInt8] {
        guard header.size <= limit else {
            throw TarError("“\(header.name)” has \(header.size) bytes; at most \(limit) are accepted.")
        }
        let bytes = try read(header.size)
        guard bytes.count == header.size, try read(padding).allSatisfy({ $0 == 0 }) else {
            throw TarError("“\(header.name)” is cut short or damaged.")
        }
        (contentsLeft, padding) = (0, 0)
        return bytes
    }

    /// Checks that the first empty block is followed by another, and by nothing but zeros.
    private mutating func readEnd() throws {
        guard end - offset >= TarHeader.block else { throw TarError("it is cut short.") }
        while offset < end {
            guard try read(min(64 << 10, end - offset)).allSatisfy({ $0 == 0 }) else {
                throw TarError("there is something after its end.")
            }
        }
    }

    private mutating func read(_ count: Int) throws -> [UInt8] {
        guard count > 0 else { return [] }
        let bytes = try file.read(upToCount: count).map { [UInt8]($0) } ?? []
        if bytes.isEmpty { throw TarError("it is cut short.") }
        hasher.update(data: bytes)
        offset += bytes.count
        return bytes
    }
}

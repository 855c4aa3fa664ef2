import Foundation
import Glibc
import NIOCore

/// An incomplete file: the bytes of an upload received so far, or the temporary file of a picture. All
/// operations may block.
struct PartFile: Sendable {
    let path: String

    /// Thrown when another request has appended to the file meanwhile.
    struct HasMoved: Error {}

    /// Creates the file with these bytes. On failure nothing is left of it.
    /// - Parameter synced: whether the bytes must survive a crash of the machine.
    func make(_ bytes: [UInt8] = [], synced: Bool, mode: mode_t = 0o600) throws {
        try withDescriptor(O_WRONLY | O_CREAT | O_EXCL, mode) { file in
            do {
                try bytes.withUnsafeBytes { try Self.write($0, to: file) }
                if synced { try Self.check(fsync(file)) }
            } catch {
                remove()
                throw error
            }
        }
    }

    /// The size in bytes; nil if the file does not exist.
    var count: Int? {
        var count = 0
        do { try withDescriptor(O_RDONLY) { count = lseek($0, 0, SEEK_END) } } catch { return nil }
        return count
    }

    /// Appends bytes. Throws `HasMoved` if the file does not end at the offset. So if two requests write at
    /// once, the second is refused, and late data from an abandoned request does no harm.
    func append(_ bytes: ByteBuffer, at offset: Int) throws {
        try withDescriptor(O_WRONLY) { file in
            try Self.check(flock(file, LOCK_EX))  // until it is closed
            guard lseek(file, 0, SEEK_END) == offset else { throw HasMoved() }
            try bytes.withUnsafeReadableBytes { try Self.write($0, to: file) }
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            try check(Int32(clamping: written))
            rest = rest.dropFirst(written)
        }
    }

    /// Flushes written data to disk.
    func sync() throws { try withDescriptor(O_RDONLY) { try Self.check(fsync($0)) } }

    func remove() { unlink(path) }

    private func withDescriptor(_ flags: Int32, _ mode: mode_t = 0, _ body: (Int32) throws -> Void) throws {
        let file = open(path, flags | O_CLOEXEC, mode)
        try Self.check(file)
        defer { close(file) }
        try body(file)
    }

    private static func check(_ result: Int32) throws {
        guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}

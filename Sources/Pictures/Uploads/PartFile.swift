import Foundation
import Glibc
import NIOCore

/// A file that is not whole yet: of an upload, as far as it has come, or of a picture beside its place. All of it may block.
struct PartFile: Sendable {
    let path: String

    /// Somebody else went on with it meanwhile.
    struct HasMoved: Error {}

    /// Makes it, with these bytes. Where that fails nothing is left of it.
    /// - Parameter synced: whether a machine that falls must not forget them.
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

    /// Bytes that are there; nil where there is no file.
    var count: Int? {
        var count = 0
        do { try withDescriptor(O_RDONLY) { count = lseek($0, 0, SEEK_END) } } catch { return nil }
        return count
    }

    /// Writes on where it ends. Throws `HasMoved` where that is not the offset: of two that write at once, the second is held off, and what
    /// an answerless request still brings harms nothing.
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

    /// Brings what was written to the disk.
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

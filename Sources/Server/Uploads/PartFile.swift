import Foundation
import Glibc
import NIOCore

/// The file of an upload, as far as it has come. All of it may block.
struct PartFile: Sendable {
    let path: String

    /// Somebody else went on with it meanwhile.
    struct HasMoved: Error {}

    /// Makes it, empty, so that a machine that falls does not forget it.
    func make() throws {
        try withDescriptor(O_WRONLY | O_CREAT | O_EXCL) { try Self.check(fsync($0)) }
        try PartFile(path: (path as NSString).deletingLastPathComponent).sync()
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
            try bytes.withUnsafeReadableBytes { buffer in
                var rest = buffer[...]
                while !rest.isEmpty {
                    let written = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if written < 0, errno == EINTR { continue }
                    try Self.check(Int32(clamping: written))
                    rest = rest.dropFirst(written)
                }
            }
        }
    }

    /// Brings what was written to the disk.
    func sync() throws { try withDescriptor(O_RDONLY) { try Self.check(fsync($0)) } }

    func remove() { unlink(path) }

    private func withDescriptor(_ flags: Int32, _ body: (Int32) throws -> Void) throws {
        let file = open(path, flags | O_CLOEXEC, 0o600)
        try Self.check(file)
        defer { close(file) }
        try body(file)
    }

    private static func check(_ result: Int32) throws {
        guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}

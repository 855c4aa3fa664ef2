import Foundation
import NIOPosix
import ServiceLifecycle
import Synchronization
import Syndication

/// One line per request on standard output, written in batches by another thread. The query is left out,
/// since it may reveal where somebody is. Lines beyond a megabyte that cannot be written are dropped and
/// counted.
package final class AccessLog: Service {
    private struct Lines {
        var bytes: [UInt8] = []
        var dropped = 0
        var second: Int = 0
        var time = ""

        /// Adds a path without its query; a question mark stands for anything but printable ASCII, which is all that our paths have.
        mutating func add(path: String) {
            for byte in path.utf8.prefix(500) {
                if byte == UInt8(ascii: "?") { return }
                bytes.append(byte < 0x21 || byte > 0x7E ? UInt8(ascii: "?") : byte)
            }
        }
    }

    private let lines = Mutex(Lines())

    package init() {}
    private static let limit = 1_000_000

    func write(method: String, path: String, status: Int, bytes: Int, duration: Duration, id: String) {
        let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        let now = Date()
        lines.withLock { lines in
            guard lines.bytes.count < Self.limit else {
                lines.dropped += 1
                return
            }
            let second = Int(now.timeIntervalSince1970)
            if second != lines.second {
                lines.second = second
                lines.time = RFC822.iso8601(now)
            }
            lines.bytes += lines.time.utf8
            lines.bytes += " request id=".utf8
            lines.bytes += id.utf8
            lines.bytes += " method=".utf8
            lines.bytes += method.utf8
            lines.bytes += " path=".utf8
            lines.add(path: LoggedPath.of(path))
            lines.bytes += " status=\(status) bytes=\(bytes) us=\(microseconds)\n".utf8
        }
    }

    /// Writes the collected lines five times a second, and the rest at the end.
    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .milliseconds(200))
                try await self.flush()
            }
        }
        try? await flush()
    }

    private func flush() async throws {
        let batch = lines.withLock { lines in
            if lines.dropped > 0 { lines.bytes += "\(lines.time) dropped=\(lines.dropped) lines\n".utf8 }
            lines.dropped = 0
            let bytes = lines.bytes
            lines.bytes.removeAll(keepingCapacity: bytes.count < 100_000)
            return bytes
        }
        guard !batch.isEmpty else { return }
        try await NIOThreadPool.singleton.runIfActive {
            try? FileHandle.standardOutput.write(contentsOf: batch)
        }
    }
}

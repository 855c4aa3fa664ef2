import Foundation
import Glibc
import Testing

/// Sends bytes over a plain socket and reads until the other side closes. Throws if nothing arrives for a minute.
/// - Parameter rest: sent after `between`, which is called once the first bytes of an answer have arrived.
func exchange(
    _ text: String, port: Int, from address: String? = nil, then rest: String = "",
    between: @escaping @Sendable () -> Void = {}
) async throws -> String {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
        Thread.detachNewThread {
            continuation.resume(
                with: Result {
                    let socket = try PlainSocket(port: port, from: address)
                    socket.send(text)
                    guard !rest.isEmpty else { return try socket.readToEnd() }
                    let first = socket.readSome()
                    between()
                    socket.send(rest)
                    return try first + socket.readToEnd()
                })
        }
    }
}

/// Sends bytes over a plain socket and reads nothing; true if the other side closes the connection within a minute.
func isCutOff(sending text: String, port: Int) async throws -> Bool {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Bool, any Error>) in
        Thread.detachNewThread {
            continuation.resume(
                with: Result {
                    let socket = try PlainSocket(port: port)
                    socket.send(text)
                    return socket.waitUntilBroken()
                })
        }
    }
}

/// Sends bytes over a plain socket, and closes the connection without waiting for an answer.
func sendAndLeave(_ text: String, port: Int) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        Thread.detachNewThread {
            continuation.resume(
                with: Result {
                    let socket = try PlainSocket(port: port)
                    socket.send(text)
                })
        }
    }
}

/// Waits up to 10 seconds until nobody listens on a port any more.
func waitUntilRefused(port: Int) {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
        do { _ = try PlainSocket(port: port) } catch { return }
        usleep(1000)
    }
}

/// A connection that stays open after its first bytes.
final class OpenConnection: Sendable {
    private let socket: PlainSocket

    init(port: Int, from address: String? = nil, sending text: String = "") throws {
        socket = try PlainSocket(port: port, from: address)
        if !text.isEmpty { socket.send(text) }
    }

    /// Whether the other side has ended it.
    var isEnded: Bool { socket.isEnded }
}

/// A TCP connection without HTTP.
private struct PlainSocket: ~Copyable, Sendable {
    private let descriptor: Int32

    /// - Parameter own: the local address to use, as if the connection came from elsewhere.
    init(port: Int, from own: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        if let own { try bind(to: own) }
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    private borrowing func bind(to own: String) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        try #require(inet_pton(AF_INET, own, &address.sin_addr) == 1)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, length) }
        }
        try #require(bound == 0)
    }

    /// Whether the other side has ended it.
    var isEnded: Bool {
        // POLLRDHUP, which the C module lacks.
        var watched = pollfd(fd: descriptor, events: 0x2000, revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    borrowing func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Whether the connection is closed within a minute, even with unread data.
    borrowing func waitUntilBroken() -> Bool {
        var watched = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 60_000) == 1
    }

    borrowing func readToEnd() throws -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EAGAIN { throw POSIXError(.ETIMEDOUT) }
            if count <= 0 { return String(decoding: received, as: UTF8.self) }
            received += buffer[..<count]
        }
    }

    /// Waits for the first bytes of an answer.
    borrowing func readSome() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

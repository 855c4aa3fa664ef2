import Foundation
import Glibc
import Synchronization

/// A server that can send any bytes, which no HTTP library would do. Every connection has its own thread.
public final class RawServer: Sendable {
    /// Answers a request; returns whether the connection stays open for another.
    public typealias Answer = @Sendable (RawRequest, RawConnection) throws -> Bool

    private struct State {
        var clients: Set<Int32> = []
        var isStopped = false
    }

    /// The port on which it listens.
    public let port: Int
    private let listener: Int32
    private let conversation: @Sendable (RawConnection) throws -> Void
    private let state = Mutex(State())

    /// Listens on an address of this machine; `0.0.0.0` is all hosts from 127.0.0.0 to 127.255.255.255.
    public convenience init(_ host: String = "127.0.0.1", port: Int = 0, _ answer: @escaping Answer) throws {
        try self.init(host, port: port, conversing: { try Self.converse($0, answer) })
    }

    /// Listens for clients of another protocol than HTTP.
    public init(
        _ host: String = "127.0.0.1", port: Int = 0,
        conversing conversation: @escaping @Sendable (RawConnection) throws -> Void
    ) throws {
        self.conversation = conversation
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { [listener] address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 4096) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw RawServerError(code: errno) }
        self.port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// Serves while the closure runs.
    public static func run<T>(
        _ host: String = "127.0.0.1", _ answer: @escaping Answer, while body: (_ port: Int) async throws -> T
    ) async throws -> T {
        try await RawServer(host, answer).run(while: body)
    }

    /// Serves while the closure runs.
    public func run<T>(while body: (_ port: Int) async throws -> T) async throws -> T {
        Thread.detachNewThread { self.serve() }
        defer { stop() }
        return try await body(port)
    }

    /// Serves until it is stopped.
    public func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 || [EINTR, ECONNABORTED, EMFILE].contains(errno) else { break }
            guard client >= 0, add(client) else { continue }
            let thread = Thread { [self] in
                try? conversation(RawConnection(socket: client))
                state.withLock { _ = $0.clients.remove(client) }
                close(client)
            }
            thread.stackSize = 256 * 1024
            thread.start()
        }
        close(listener)
    }

    /// Ends all connections.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            for client in state.clients { shutdown(client, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func add(_ client: Int32) -> Bool {
        let isAdded = state.withLock { state in
            if !state.isStopped { state.clients.insert(client) }
            return !state.isStopped
        }
        if !isAdded { close(client) }
        return isAdded
    }

    private static func converse(_ connection: RawConnection, _ answer: Answer) throws {
        var text = ""
        while let piece = connection.receive() {
            text += piece
            while let end = text.range(of: "\r\n\r\n") {
                let request = RawRequest(head: String(text[..<end.lowerBound]), host: connection.host)
                text = String(text[end.upperBound...])
                guard try answer(request, connection) else { return }
            }
        }
    }
}

/// The reason why a server cannot listen, or a connection has ended.
public struct RawServerError: Error, CustomStringConvertible {
    let code: Int32
    /// The system's description.
    public var description: String { String(cString: strerror(code)) }
}

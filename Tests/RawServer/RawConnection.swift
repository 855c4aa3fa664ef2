import Foundation
import Glibc

/// The head of a request as received.
public struct RawRequest: Sendable {
    /// All lines up to the empty one.
    public let head: String
    /// The address of this machine to which the request was sent.
    public let host: String

    /// The request target: the part between method and version.
    public var path: String { head.split(separator: " ", maxSplits: 2).dropFirst().first.map(String.init) ?? "" }

    /// The first value of a header, given its lower-case name, without spaces.
    public func header(_ name: String) -> String? {
        head.split(separator: "\r\n").dropFirst().lazy.map { $0.split(separator: ":", maxSplits: 1) }
            .first { $0.first?.lowercased() == name }.map { ($0.last ?? "").filter { $0 != " " } }
    }
}

/// A connection to a client that can send any bytes.
public struct RawConnection: Sendable {
    let socket: Int32

    /// Waits if the client reads slowly. Throws if it is gone.
    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Waits if the client reads slowly. Throws if it is gone.
    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw RawServerError(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends the same bytes repeatedly, until the client is gone.
    public func sendForever(_ bytes: [UInt8], every pause: Duration = .zero) throws {
        while true {
            try send(bytes)
            if pause > .zero { try wait(pause) }
        }
    }

    /// Waits for some time. Throws if the client is gone.
    public func wait(_ time: Duration) throws {
        // POLLRDHUP, which the C module lacks.
        var state = pollfd(fd: socket, events: 0x2000, revents: 0)
        if poll(&state, 1, Int32(time / .milliseconds(1))) > 0 { throw RawServerError(code: ECONNRESET) }
    }

    /// Resets the connection.
    public func reset() throws {
        var time = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &time, socklen_t(MemoryLayout<linger>.size))
        throw RawServerError(code: ECONNRESET)
    }

    /// Waits for what the client sends next; nil once it is gone.
    public func receive() -> String? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(socket, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    var host: String {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        let isKnown = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
        }
        guard isKnown, inet_ntop(AF_INET, &address.sin_addr, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

import Foundation
import Glibc

/// The head of a request as it came.
public struct RawRequest: Sendable {
    /// All lines up to the empty one.
    public let head: String
    /// The address of this machine that was asked.
    public let host: String

    /// The request target: the part between method and version.
    public var path: String { head.split(separator: " ", maxSplits: 2).dropFirst().first.map(String.init) ?? "" }

    /// The first value of a header, by its name in lower case, without spaces.
    public func header(_ name: String) -> String? {
        head.split(separator: "\r\n").dropFirst().lazy.map { $0.split(separator: ":", maxSplits: 1) }
            .first { $0.first?.lowercased() == name }.map { ($0.last ?? "").filter { $0 != " " } }
    }
}

/// A connection to a client, for whatever bytes.
public struct RawConnection: Sendable {
    let socket: Int32

    /// Waits where the client reads slowly. Throws when it is gone.
    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Waits where the client reads slowly. Throws when it is gone.
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

    /// The same again and again, until the client is gone.
    public func sendForever(_ bytes: [UInt8], every pause: Duration = .zero) throws {
        while true {
            try send(bytes)
            if pause > .zero { try wait(pause) }
        }
    }

    /// Does nothing for some time. Throws when the client is gone.
    public func wait(_ time: Duration) throws {
        // POLLRDHUP, which the module of C leaves out.
        var state = pollfd(fd: socket, events: 0x2000, revents: 0)
        if poll(&state, 1, Int32(time / .milliseconds(1))) > 0 { throw RawServerError(code: ECONNRESET) }
    }

    /// Ends the connection as one does that breaks down.
    public func reset() throws {
        var time = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &time, socklen_t(MemoryLayout<linger>.size))
        throw RawServerError(code: ECONNRESET)
    }

    func receive() -> String? {
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

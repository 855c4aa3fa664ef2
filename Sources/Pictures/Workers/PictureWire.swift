import Foundation
import Glibc

/// Messages between the server and a picture worker over a stream socket: the lengths of both parts, a JSON
/// header, a payload.
struct PictureWire {
    let descriptor: Int32

    /// The reason why there is no message.
    enum Failure: Error {
        /// The other side is gone, or sent something invalid.
        case broken
        /// The time is up.
        case late
    }

    /// Larger than any picture with all its renditions.
    private static let limit = 256 << 20

    /// Sends a message; nil waits forever.
    func send(_ message: (header: some Encodable, payload: [UInt8]), within limit: Duration?) throws {
        let deadline = limit.map { ContinuousClock.now + $0 }
        let header = [UInt8](try JSONEncoder().encode(message.header))
        try send(Self.bytes(header.count) + Self.bytes(message.payload.count) + header, until: deadline)
        try send(message.payload, until: deadline)
    }

    /// Receives the next message; nil if the other side closed the socket between two messages.
    func receive<Header: Decodable>(_ type: Header.Type, within limit: Duration?) throws -> (
        header: Header, payload: [UInt8]
    )? {
        let deadline = limit.map { ContinuousClock.now + $0 }
        guard let lengths = try receive(8, until: deadline, mayEnd: true) else { return nil }
        let (header, payload) = (Self.number(lengths[..<4]), Self.number(lengths[4...]))
        guard header <= Self.limit, payload <= Self.limit,
            let head = try receive(header, until: deadline), let rest = try receive(payload, until: deadline)
        else { throw Failure.broken }
        return (try JSONDecoder().decode(type, from: Data(head)), rest)
    }

    private func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant?) throws {
        var sent = 0
        while sent < bytes.count {
            try wait(for: POLLOUT, until: deadline)
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { throw Failure.broken }
            sent += max(0, count)
        }
    }

    private func receive(_ count: Int, until deadline: ContinuousClock.Instant?, mayEnd: Bool = false) throws
        -> [UInt8]?
    {
        var received = 0
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while received < count {
                try wait(for: POLLIN, until: deadline)
                let read = recv(descriptor, buffer.baseAddress.map { $0 + received }, count - received, 0)
                if read < 0, errno == EINTR || errno == EAGAIN { continue }
                guard read > 0 else { break }
                received += read
            }
            length = received
        }
        if received < count, received > 0 || !mayEnd { throw Failure.broken }
        return received == count ? bytes : nil
    }

    private func wait(for event: Int32, until deadline: ContinuousClock.Instant?) throws {
        while true {
            let left = deadline.map { max(0, Int(ContinuousClock.now.duration(to: $0) / .milliseconds(1))) }
            var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let ready = poll(&waiting, 1, left.map { Int32(clamping: $0) } ?? -1)
            if ready > 0 { return }
            if ready == 0 { throw Failure.late }
            if errno != EINTR { throw Failure.broken }
        }
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: number).littleEndian) { Array($0) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

import Foundation
import RawServer
import Synchronization

/// Thousands of newspapers on one machine, each with its own address in 127.0.0.0/8, some of them slow,
/// broken or hostile (`Source.Kind`). Each has its feed at `/feed`, with support for conditional
/// requests. `sources PORT COUNT` runs until terminated.
///
/// The address 127.0.0.1 controls them: `/list` has a line for each (kind and address); `/publish` adds
/// a new story to all; `/statistics` returns the counts since its last request as JSON: `requests`,
/// `notModified`, `mostAtOnce` of one host, and `kinds`, requests by kind.
struct Statistics: Codable {
    var requests = 0
    var notModified = 0
    var mostAtOnce = 0
    var kinds: [String: Int] = [:]
}

final class Newspapers: Sendable {
    private struct State {
        var edition = 1
        var statistics = Statistics()
        var underWay: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let port: Int
    private let count: Int

    init(port: Int, count: Int) { (self.port, self.count) = (port, count) }

    func answer(_ request: RawRequest, _ connection: RawConnection) throws -> Bool {
        guard let source = Source(host: request.host) else {
            try connection.send(told(request.path))
            return true
        }
        begin(source)
        defer { state.withLock { $0.underWay[source.host, default: 1] -= 1 } }
        return try answer(source, request, connection)
    }

    private func begin(_ source: Source) {
        state.withLock { state in
            state.statistics.requests += 1
            state.statistics.kinds[source.kind.rawValue, default: 0] += 1
            let underWay = state.underWay[source.host, default: 0] + 1
            state.underWay[source.host] = underWay
            state.statistics.mostAtOnce = max(state.statistics.mostAtOnce, underWay)
        }
    }

    /// The responses of the control address.
    private func told(_ path: String) -> String {
        state.withLock { state in
            switch path {
            case "/list":
                return Self.ok(
                    (0..<count).map { Source(number: $0) }.map { "\($0.kind) http://\($0.host):\(port)/feed\n" }
                        .joined())
            case "/publish":
                state.edition += 1
                return Self.ok("\(state.edition)\n")
            case "/statistics":
                defer { state.statistics = Statistics() }
                return Self.ok(
                    (try? JSONEncoder().encode(state.statistics)).map { String(decoding: $0, as: UTF8.self) } ?? "")
            default: return Self.empty("404 Not Found")
            }
        }
    }

    private func answer(_ source: Source, _ request: RawRequest, _ connection: RawConnection) throws -> Bool {
        switch source.kind {
        case .good: try connection.send(feed(source, request))
        case .late:
            try connection.wait(.seconds(3))
            try connection.send(feed(source, request))
        case .trickling:
            for piece in Array(feed(source, request).utf8).chunks(of: 1000) {
                try connection.send(piece)
                try connection.wait(.milliseconds(500))
            }
        case .dripping:
            try connection.send(Self.head)
            try connection.sendForever([0x20], every: .milliseconds(100))
        case .silent: try connection.wait(.seconds(120))
        case .reset:
            try connection.send(Self.head + "<rss>")
            try connection.reset()
        case .short: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n<rss>")
        case .garbage: try connection.send("\u{16}\u{3}\u{1}garbage\r\n\r\n")
        case .failing: try connection.send(Self.empty("500 Internal Server Error"))
        case .moved where request.path == "/moved": try connection.send(feed(source, request))
        case .moved: try connection.send(Self.empty("301 Moved Permanently", "Location: /moved\r\n"))
        case .elsewhere:
            let other = Source(number: (source.number + 1) % count).host
            try connection.send(Self.empty("302 Found", "Location: http://\(other):\(port)/feed\r\n"))
        case .circle: try connection.send(Self.empty("302 Found", "Location: \(request.path)\r\n"))
        case .endless:
            try connection.send(Self.head)
            try connection.sendForever([UInt8](repeating: 0x20, count: 16_384))
        case .bomb:
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            try connection.send(Bomb.gzip + [UInt8](repeating: 0, count: 1_040_449))
        case .headers:
            try connection.send("HTTP/1.1 200 OK\r\n")
            try connection.sendForever(Array("X-Header: and another one\r\n".utf8))
        }
        return [.good, .late, .trickling, .failing, .moved, .elsewhere, .circle].contains(source.kind)
    }

    private func feed(_ source: Source, _ request: RawRequest) -> String {
        let edition = state.withLock { state in
            if request.header("if-none-match") == source.tag(state.edition) { state.statistics.notModified += 1 }
            return state.edition
        }
        let tag = "ETag: \(source.tag(edition))\r\n"
        if request.header("if-none-match") == source.tag(edition) { return Self.empty("304 Not Modified", tag) }
        return Self.ok(source.feed(edition), "Content-Type: application/rss+xml\r\n" + tag)
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n"

    private static func ok(_ body: String, _ headers: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func empty(_ status: String, _ headers: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(headers)Content-Length: 0\r\n\r\n"
    }
}

extension Array {
    /// Splits the array into chunks of a size, the last of which may be smaller.
    fileprivate func chunks(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 2, (1...65_535).contains(numbers[0]), (1...1_000_000).contains(numbers[1]) else {
    FileHandle.standardError.write(Data("Usage: sources PORT COUNT\n".utf8))
    exit(64)
}
let newspapers = Newspapers(port: numbers[0], count: numbers[1])
try RawServer("0.0.0.0", port: numbers[0], newspapers.answer).serve()

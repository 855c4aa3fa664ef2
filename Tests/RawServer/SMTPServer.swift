import Foundation
import Synchronization

/// A mail relay that follows a script, and keeps what it takes.
public final class SMTPServer: Sendable {
    /// An answer to what a client says, by its first word; empty to end the connection.
    public typealias Script = [String: String]

    /// A mail as it came: whom it is from and for, and its lines.
    public struct Mail: Sendable {
        /// The sender's address.
        public let from: String
        /// The reader's address.
        public let to: String
        /// As written, without the dots that SMTP adds.
        public let lines: [String]
        /// All lines.
        public var text: String { lines.joined(separator: "\r\n") }
    }

    private struct State {
        var script: Script
        var said: [String] = []
        var mails: [Mail] = []
        var connections = 0
    }

    private static let usual: Script = [
        "": "220 relay", "EHLO": "250 relay", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on", ".": "250 taken",
        "QUIT": "221 bye",
    ]

    private let state: Mutex<State>

    /// - Parameter script: the answers that differ from those of a relay that takes everything.
    public init(_ script: Script = [:]) {
        state = Mutex(State(script: Self.usual.merging(script) { $1 }))
    }

    /// What clients said, line by line.
    public var said: [String] { state.withLock { $0.said } }
    /// What it took.
    public var mails: [Mail] { state.withLock { $0.mails } }
    /// How often clients connected.
    public var connections: Int { state.withLock { $0.connections } }

    /// Answers otherwise from now on.
    public func answer(_ word: String, _ answer: String) { state.withLock { $0.script[word] = answer } }

    /// Serves while the closure runs.
    public func run<T>(while body: (_ port: Int) async throws -> T) async throws -> T {
        try await RawServer(conversing: converse).run(while: body)
    }

    @Sendable private func converse(_ connection: RawConnection) throws {
        state.withLock { $0.connections += 1 }
        try answer("", connection)
        var (rest, isText, from, to, lines) = ("", false, "", "", [String]())
        while let piece = connection.receive() {
            rest += piece
            while let end = rest.range(of: "\r\n") {
                let line = String(rest[..<end.lowerBound])
                rest = String(rest[end.upperBound...])
                state.withLock { $0.said.append(line) }
                if isText, line != "." {
                    lines.append(line.hasPrefix("..") ? String(line.dropFirst()) : line)
                    continue
                }
                let word = String(line.prefix { $0 != " " })
                let answer = state.withLock { $0.script[word] } ?? ""
                if word == "MAIL" { from = Self.address(line) }
                if word == "RCPT" { to = Self.address(line) }
                if isText, answer.hasPrefix("2") {
                    let mail = Mail(from: from, to: to, lines: lines)
                    state.withLock { $0.mails.append(mail) }
                }
                try self.answer(word, connection)
                (isText, lines) = (word == "DATA" && answer.hasPrefix("3"), [])
            }
        }
    }

    private static func address(_ line: String) -> String {
        String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    private func answer(_ word: String, _ connection: RawConnection) throws {
        let answer = state.withLock { $0.script[word] } ?? ""
        guard !answer.isEmpty else { return try connection.reset() }
        try connection.send(answer + "\r\n")
    }
}

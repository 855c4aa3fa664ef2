import Foundation
import Mail
import RawServer
import Testing

@testable import Fetching

extension SMTPServer {
    fileprivate func hand<T: Sendable>(over body: @escaping @Sendable (MailRelay) throws -> T) async throws -> T {
        try await run { port in
            let settings = MailRelay.Settings(
                url: "smtp://127.0.0.1:\(port)", greeting: "news.example", isSecure: false)
            return try await withCheckedThrowingContinuation { waiter in
                Thread.detachNewThread { waiter.resume(with: Result { try body(MailRelay(settings)) }) }
            }
        }
    }
}

@Suite("Mails to the relay")
struct MailRelayTests {
    private static let mail = Array("Subject: News\r\n\r\n.Dots\r\n..\r\nEnd\r\n".utf8)

    private static func hand(over relay: MailRelay, _ reader: String = "ana@example.org", before: () -> Bool = { true })
        throws
        -> MailRelay.Outcome
    {
        try withoutActuallyEscaping(before) {
            relay.hand(
                over: mail, from: try MailAddress("news+1@news.example"), to: try MailAddress(reader), before: $0)
        }
    }

    @Test("Several go over one connection, whole") func connection() async throws {
        let relay = SMTPServer()
        let outcomes = try await relay.hand { relay in
            try (1...3).map { try Self.hand(over: relay, "reader\($0)@example.org") }
        }
        #expect(outcomes == [.taken, .taken, .taken] && relay.connections == 1)
        let mail = [
            "MAIL FROM:<news+1@news.example>", "RCPT TO:<reader1@example.org>", "DATA", "Subject: News", "", "..Dots",
            "...", "End", ".",
        ]
        #expect(Array(relay.said.prefix(10)) == ["EHLO news.example"] + mail)
    }

    @Test(
        "What became of it",
        arguments: [
            (["MAIL": "451 later"], .refused(code: 451, reply: "451 later"), false),
            (["RCPT": "550 nobody\u{7}\u{1B}[2J there"], .refused(code: 550, reply: "550 nobody [2J there"), false),
            (["DATA": "452 full"], .refused(code: 452, reply: "452 full"), false),
            ([".": "554 spam"], .refused(code: 554, reply: "554 spam"), true),
            ([".": "421 bye"], .refused(code: 421, reply: "421 bye"), true),
            (["": "554 no"], .turnedAway(reply: "554 no"), false),
            (["": ""], .unreached(.broken), false), (["EHLO": ""], .unreached(.broken), false),
            (["RCPT": ""], .unreached(.broken), false), (["DATA": ""], .unreached(.broken), false),
            ([".": ""], .doubtful, true),
        ] as [(SMTPServer.Script, MailRelay.Outcome, Bool)])
    fileprivate func outcomes(_ script: SMTPServer.Script, _ outcome: MailRelay.Outcome, _ isAsked: Bool) async throws {
        let found = try await SMTPServer(script).hand { relay in
            var asked = false
            let outcome = try Self.hand(over: relay) {
                asked = true
                return true
            }
            return (outcome, asked)
        }
        // A relay that hangs up at once can look as if nobody were there.
        let isOutcome =
            switch (found.0, outcome) {
            case (.unreached, .unreached): true
            default: found.0 == outcome
            }
        #expect(isOutcome && found.1 == isAsked, "\(found)")
    }

    @Test("A mail that is withheld when the relay asks for it is not sent, and the next one is") func withheld()
        async throws
    {
        let relay = SMTPServer()
        let outcomes = try await relay.hand { relay in
            [try Self.hand(over: relay) { false }, try Self.hand(over: relay, "next@example.org")]
        }
        #expect(outcomes == [.withheld, .taken])
        #expect(relay.said.filter { $0 == "." }.count == 1 && relay.said.contains("RCPT TO:<next@example.org>"))
    }

    @Test("A relay without TLS gets nothing where that is wanted; none is there at all") func secure() async throws {
        let relay = SMTPServer()
        let found = try await RawServer(conversing: {
            try $0.send("220 relay\r\n"); _ = $0.receive(); try $0.send("250 relay\r\n"); _ = $0.receive()
        })
        .run { port in
            let settings = MailRelay.Settings(url: "smtp://127.0.0.1:\(port)", greeting: "news.example")
            return try await withCheckedThrowingContinuation { waiter in
                Thread.detachNewThread { waiter.resume(with: Result { try Self.hand(over: MailRelay(settings)) }) }
            }
        }
        #expect(found == .unreached(.insecure) && relay.said.isEmpty)
        let nobody = MailRelay(.init(url: "smtp://127.0.0.1:1", greeting: "news.example"))
        #expect(try Self.hand(over: nobody) == .unreached(.unreachable))
    }
}

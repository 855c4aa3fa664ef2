import PostgreSQL
import TestSupport
import Testing

@Suite("Listener", .timeLimit(.minutes(2)))
struct ListenerTests {
    /// The notifications of a listener in order; throws if one takes longer than ten seconds.
    private struct Events {
        let listener: Listener
        let stream: AsyncStream<Listener.Event>

        init(_ connectionString: String, channel: String = "news", backstop: Duration = .seconds(600)) {
            let (stream, continuation) = AsyncStream.makeStream(of: Listener.Event.self)
            self.stream = stream
            listener = Listener(connectionString, channel: channel, backstop: backstop) { event, _ in
                continuation.yield(event)
            }
        }

        func next() async throws -> String {
            let event = try await within(.seconds(60)) { [stream] in
                for await event in stream { return Optional(event) }
                return nil
            }
            switch event {
            case .notified(let notification): return "\(notification.channel): \(notification.payload)"
            case .resynchronise: return "resynchronise"
            case .lost: return "lost"
            case nil: return "end"
            }
        }
    }

    private func killListener(_ connectionString: String) throws {
        let killed = try Connection(connectionString).query(
            """
            select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
            """)
        #expect(killed.count == 1)
    }

    @Test("It tells to resynchronise once it listens, then every notification in its order")
    func notified() async throws {
        let string = try freshDatabase()
        let events = Events(string)
        #expect(try await events.next() == "resynchronise")
        let connection = try Connection(string)
        for payload in ["1", "", "🙂 'quoted' \"text\"", String(repeating: "x", count: 7000)] {
            try connection.query("select pg_notify('news', \(payload))")
            #expect(try await events.next() == "news: \(payload)")
        }
        try connection.run(
            script: "begin; notify news, 'a'; notify news, 'b'; notify other, 'c'; commit; notify news, 'd'")
        for payload in ["a", "b", "d"] { #expect(try await events.next() == "news: \(payload)") }
        events.listener.stop()
    }

    @Test("Channels are quoted", arguments: ["News", "n\"; drop table t; --", "a b", "é"])
    func channel(_ channel: String) async throws {
        let string = try freshDatabase()
        let events = Events(string, channel: channel)
        #expect(try await events.next() == "resynchronise")
        let name = channel.filter { $0 != "\"" }
        try Connection(string).query("select pg_notify(\(name), 'x')")
        #expect(try await events.next() == "\(name): x")
        events.listener.stop()
    }

    @Test("A killed connection is told as lost, then made again and told to resynchronise")
    func killed() async throws {
        let string = try freshDatabase()
        let events = Events(string)
        #expect(try await events.next() == "resynchronise")
        for round in 0..<2 {
            try killListener(string)
            #expect(try await events.next() == "lost")
            #expect(try await events.next() == "resynchronise")
            try Connection(string).query("select pg_notify('news', \("\(round)"))")
            #expect(try await events.next() == "news: \(round)")
        }
        events.listener.stop()
    }

    @Test("The backstop resynchronises although nothing happened")
    func backstop() async throws {
        let events = Events(try freshDatabase(), backstop: .milliseconds(300))
        for _ in 0..<3 { #expect(try await events.next() == "resynchronise") }
        events.listener.stop()
    }

    @Test("A notification that arrives while the handler queries is not left lying")
    func duringQuery() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let listener = Listener(try freshDatabase(), channel: "news", backstop: .seconds(600)) { event, connection in
            switch event {
            // The server sends a session's own notification along with the answer to its query.
            case .resynchronise: _ = try? connection?.query("select pg_notify('news', 'from within')")
            case .notified(let notification): continuation.yield(notification.payload)
            case .lost: continuation.finish()
            }
        }
        let payload = try await within(.seconds(60)) {
            for await payload in stream { return Optional(payload) }
            return nil
        }
        #expect(payload == "from within")
        listener.stop()
    }

    @Test("It ends when it is stopped, and when nobody holds it any more", arguments: [true, false])
    func ends(_ isStopped: Bool) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Listener.Event.self)
        let string = try freshDatabase()
        do {
            let ended = Ended { continuation.finish() }
            let listener = Listener(string, channel: "news") { event, _ in
                withExtendedLifetime(ended) { _ = continuation.yield(event) }
            }
            try await within(.seconds(60)) { for await _ in stream { break } }
            if isStopped { listener.stop() }
            withExtendedLifetime(listener) {}
        }
        // The handler is released with the thread, which finishes the stream.
        try await within(.seconds(60)) { for await _ in stream {} }
    }

    private final class Ended: Sendable {
        let tell: @Sendable () -> Void
        init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
        deinit { tell() }
    }
}

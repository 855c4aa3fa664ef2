import PostgreSQL
import TestSupport
import Testing

@Suite("Outages", .timeLimit(.minutes(2)))
struct OutageTests {
    @Test("While the database is away calls fail fast, and work again by themselves when it is back")
    func outage() async throws {
        let cluster = try TestCluster()
        let database = Database(.init(connectionString: try cluster.makeDatabase(), connections: 2))
        let (events, continuation) = AsyncStream.makeStream(of: Listener.Event.self)
        let listener = Listener(try cluster.makeDatabase(), channel: "news", backstop: .seconds(600)) { event, _ in
            continuation.yield(event)
        }
        try await database.write { try $0.run(script: "create table t (a integer); insert into t values (7)") }

        cluster.stop()
        var durations: [Duration] = []
        for _ in 0..<10 {
            let start = ContinuousClock.now
            let error = await #expect(throws: PostgresError.self) {
                try await database.read { _ = try $0.query("select 1") }
            }
            #expect(error?.isUnavailable == true)
            durations.append(ContinuousClock.now - start)
        }
        // Other tests share the threads on which this one waits, so single calls may look slow.
        #expect(durations.sorted()[5] < .seconds(1))
        try await within(.seconds(60)) {
            for await event in events { if case .lost = event { break } }
        }

        try cluster.start()
        let answer = try await within(.seconds(60)) {
            while true {
                do {
                    return try await database.read { try $0.query("select a from t")[0].get(0, as: Int.self) }
                } catch PostgresError.unavailable {
                    await Task.yield()
                }
                try Task.checkCancellation()
            }
        }
        #expect(answer == 7)
        try await within(.seconds(60)) {
            for await event in events { if case .resynchronise = event { break } }
        }
        listener.stop()
        await database.close()
        cluster.stop(keepingData: false)
    }

    @Test("Who learns that the database is back can write at once, though connecting failed just before")
    func back() async throws {
        let (superuser, string) = (try sharedConnection(), try freshDatabase())
        let name = try Connection(string).query("select current_database()")[0].get(0, as: String.self)
        let availability = Availability()
        let database = Database(.init(connectionString: string, connections: 1, availability: availability))
        try superuser.run(script: "alter database \"\(name)\" allow_connections false")
        let error = await #expect(throws: PostgresError.self) {
            try await database.read { _ = try $0.query("select 1") }
        }
        #expect(error?.isUnavailable == true)
        try superuser.run(script: "alter database \"\(name)\" allow_connections true")
        let (events, continuation) = AsyncStream.makeStream(of: Listener.Event.self)
        let listener = Listener(string, channel: "news", availability: availability) { event, _ in
            continuation.yield(event)
        }
        try await within(.seconds(60)) {
            for await event in events { if case .resynchronise = event { break } }
        }
        try await database.write { try $0.run(script: "create table t (a integer)") }
        listener.stop()
        await database.close()
    }
}

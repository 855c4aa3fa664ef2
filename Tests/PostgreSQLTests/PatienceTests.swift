import Foundation
import Glibc
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("Patience", .timeLimit(.minutes(2)))
struct PatienceTests {
    private func error(_ body: () async throws -> Void) async -> PostgresError? {
        do { try await body() } catch { return error as? PostgresError }
        return nil
    }

    @Test("A server that takes the connection and says nothing is given up after the time that is allowed, or 3 s")
    func connect() async throws {
        let folder = NSTemporaryDirectory() + "n4md-mute-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mute = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { Glibc.close(mute) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(mute, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(isBound == 0 && listen(mute, 8) == 0)
        let start = ContinuousClock.now
        #expect(throws: PostgresError.self) { try Connection("host=\(folder) dbname=x") }
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test("A read is bounded as a whole, however short its statements are")
    func readLimit() async throws {
        let database = Database(
            .init(connectionString: try freshDatabase(), connections: 1, readLimit: .seconds(1)))
        let statements = Atomic<Int>(0)
        let failure = await error {
            try await database.read { connection in
                for _ in 0..<100 {
                    try connection.query("select pg_sleep(0.2)")
                    statements.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(failure?.isUnavailable == true)
        #expect(statements.load(ordering: .relaxed) < 10)
        #expect(try await database.read { try $0.query("select 1")[0].get(0) } == 1, "the next one is not concerned")
        await database.close()
    }

    @Test("Statements of writes may have a limit of their own")
    func writeTimeout() async throws {
        let database = Database(
            .init(
                connectionString: try freshDatabase(), connections: 1, statementTimeout: .milliseconds(200),
                writeTimeout: .seconds(20)))
        try await database.write { _ = try $0.query("select pg_sleep(0.6)") }
        let failure = await error { try await database.read { _ = try $0.query("select pg_sleep(0.6)") } }
        #expect(failure?.code == "57014")
        await database.close()
    }

    @Test("Who has something else at hand waits no longer than the patience, and what was begun goes on")
    func answer() async throws {
        let string = try freshDatabase()
        let database = Database(.init(connectionString: string, connections: 2, patience: .milliseconds(150)))
        try await database.write { try $0.run(script: "create table t (a integer)") }
        let lock = try Connection(string)
        try lock.run(script: "begin; lock table t in access exclusive mode")
        let count = { @Sendable in
            try await database.read { try $0.query("select count(*) from t")[0].get(0, as: Int.self) }
        }
        #expect(try await database.answer(count) == nil)
        try lock.run(script: "insert into t values (1); commit")
        #expect(try await within(.seconds(30)) { try await count() } == 1)
        // Who is answered again is waited for again; a busy machine may take longer than the patience now and then.
        try await within(.seconds(30)) { while try await database.answer(count) != 1 {} }
        await database.close()
    }

    @Test("While a listener knows that the database is away, nobody waits for it; then all is as before")
    func availability() async throws {
        let cluster = try TestCluster()
        let string = try cluster.makeDatabase()
        let availability = Availability()
        let database = Database(.init(connectionString: string, connections: 1, availability: availability))
        let listener = Listener(string, channel: "news", availability: availability) { _, _ in }
        #expect(try await database.read { try $0.query("select 1")[0].get(0) } == 1)
        cluster.stop()
        try await within(.seconds(60)) { while !availability.isAway { try await Task.sleep(for: .milliseconds(20)) } }
        #expect(await error { try await database.write { try $0.run(script: "select 1") } }?.isUnavailable == true)
        try cluster.start()
        try await within(.seconds(60)) { while availability.isAway { try await Task.sleep(for: .milliseconds(20)) } }
        #expect(try await database.read { try $0.query("select 1")[0].get(0) } == 1)
        listener.stop()
        await database.close()
        cluster.stop(keepingData: false)
    }
}

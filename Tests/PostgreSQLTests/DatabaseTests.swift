import Dispatch
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("Pool", .timeLimit(.minutes(2)))
struct DatabaseTests {
    /// Occupies a connection of a pool until it is released.
    private final class Occupation: Sendable {
        private let released = DispatchSemaphore(value: 0)
        private let task: Task<Void, any Error>

        init(_ database: Database) async {
            let (started, signal) = AsyncStream.makeStream(of: Void.self)
            task = Task { [released] in
                // A refused occupation throws when it is released, rather than keep the test waiting.
                defer { signal.finish() }
                try await database.read { _ in
                    signal.finish()
                    released.wait()
                }
            }
            for await _ in started {}
        }

        func release() async throws {
            released.signal()
            try await task.value
        }
    }

    private final class Counter: Sendable {
        let value = Atomic<Int>(0)
    }

    private func error(_ body: () async throws -> Void) async -> PostgresError? {
        do { try await body() } catch { return error as? PostgresError }
        return nil
    }

    private func kill(_ connectionString: String) throws {
        try Connection(connectionString).query(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        )
    }

    @Test("A write finds out that the server ended its idle connection before it begins")
    func endedWhileIdle() async throws {
        let connectionString = try freshDatabase()
        let database = Database(.init(connectionString: connectionString, connections: 1))
        for number in 0..<20 {
            let written: Int = try await database.write { try $0.query("select \(number)::int")[0].get(0) }
            #expect(written == number)
            try kill(connectionString)
        }
        await database.close()
    }

    @Test("Two hundred reads at once on four connections")
    func concurrent() async throws {
        let database = Database(.init(connectionString: try freshDatabase(), connections: 4))
        let answers = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await database.read { connection in
                        let row = try connection.query("select \(number)::int, pg_backend_pid()")[0]
                        return (try row.get(0), try row.get(1))
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers.map(\.0)) == Set(0..<200))
        #expect((1...4).contains(Set(answers.map(\.1)).count))
        await database.close()
    }

    @Test("A thread always finds a free connection, however short the calls")
    func slots() async throws {
        let database = Database(
            .init(connectionString: try freshDatabase(), connections: 8, queueLimit: 100_000, waitLimit: .seconds(50)))
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    for _ in 0..<500 { try await database.read { #expect($0.isOpen) } }
                    return 500
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count == 32_000)
        await database.close()
    }

    @Test("A full queue refuses at once, and those who wait get their turn")
    func queue() async throws {
        let database = Database(
            .init(connectionString: try freshDatabase(), connections: 1, queueLimit: 2, waitLimit: .seconds(30)))
        let occupation = await Occupation(database)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        return try await database.read { try $0.query("select true")[0].get(0) }
                    } catch PostgresError.overloaded {
                        return false
                    }
                }
            }
            for _ in 0..<8 { #expect(try await group.next() == false) }
            try await occupation.release()
            for _ in 0..<2 { #expect(try await group.next() == true) }
        }
        await database.close()
    }

    @Test("Calls that are cancelled while they wait never run, and leave the queue as long as it was")
    func cancelled() async throws {
        let database = Database(
            .init(connectionString: try freshDatabase(), connections: 1, queueLimit: 3, waitLimit: .seconds(30)))
        // Two who were cancelled keep their places until the thread comes to them; the next occupation needs one besides.
        let runs = Counter()
        for _ in 0..<5 {
            let occupation = await Occupation(database)
            let tasks = (0..<2).map { _ in
                Task {
                    try await database.read { connection in
                        runs.value.add(1, ordering: .relaxed)
                        return connection.isOpen
                    }
                }
            }
            for task in tasks { task.cancel() }
            try await occupation.release()
            for task in tasks { #expect(await error { _ = try await task.value }?.isUnavailable == true) }
        }
        #expect(runs.value.load(ordering: .relaxed) == 0)
        #expect(try await database.read { try $0.query("select 1")[0].get(0) } == 1)
        await database.close()
    }

    @Test("A call that waited too long is refused")
    func wait() async throws {
        let database = Database(
            .init(connectionString: try freshDatabase(), connections: 1, waitLimit: .milliseconds(500)))
        let occupation = await Occupation(database)
        #expect(await error { _ = try await database.read { $0.isOpen } }?.isOverloaded == true)
        try await occupation.release()
        #expect(try await database.read { $0.isOpen })
        await database.close()
    }

    @Test("After its connections were killed, a read succeeds by itself")
    func killedReads() async throws {
        let string = try freshDatabase()
        let database = Database(.init(connectionString: string, connections: 4))
        for _ in 0..<3 {
            for _ in 0..<8 { #expect(try await database.read { try $0.query("select 1")[0].get(0) } == 1) }
            try kill(string)
            for _ in 0..<8 { #expect(try await database.read { try $0.query("select 1")[0].get(0) } == 1) }
        }
        await database.close()
    }

    @Test("A read that loses its connection midway runs again from its start")
    func killedMidway() async throws {
        let string = try freshDatabase()
        let database = Database(.init(connectionString: string, connections: 1))
        _ = try await database.read { try $0.query("select 1")[0].get(0, as: Int.self) }
        let runs = Atomic<Int>(0)
        let answer: Int = try await database.read { connection in
            if runs.add(1, ordering: .relaxed).newValue == 1 { try kill(string) }
            return try connection.query("select 2")[0].get(0)
        }
        #expect(answer == 2)
        #expect(runs.load(ordering: .relaxed) == 2)
        await database.close()
    }

    @Test("A write that loses its connection is not available, happened not at all and is not repeated")
    func killedWrite() async throws {
        let string = try freshDatabase()
        let database = Database(.init(connectionString: string, connections: 2))
        try await database.write { try $0.run(script: "create table t (a integer)") }
        let runs = Atomic<Int>(0)
        let failure = await error {
            try await database.write { connection in
                runs.add(1, ordering: .relaxed)
                try connection.query("insert into t values (1)")
                try kill(string)
                try connection.query("insert into t values (2)")
            }
        }
        #expect(failure?.isUnavailable == true)
        #expect(runs.load(ordering: .relaxed) == 1)
        #expect(try await database.read { try $0.query("select count(*) from t")[0].get(0) } == 0)
        try await database.write { _ = try $0.query("insert into t values (3)") }
        #expect(try await database.read { try $0.query("select count(*) from t")[0].get(0) } == 1)
        await database.close()
    }

    @Test("Two writes that wait for each other both happen")
    func deadlock() async throws {
        let database = Database(.init(connectionString: try freshDatabase(), connections: 2))
        try await database.write {
            try $0.run(script: "create table t (a integer primary key, b integer); insert into t values (1, 0), (2, 0)")
        }
        final class Counts: Sendable {
            let begun = Atomic<Int>(0)
            let runs = Atomic<Int>(0)
        }
        let counts = Counts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [[1, 2], [2, 1]] {
                group.addTask {
                    try await database.write { connection in
                        counts.runs.add(1, ordering: .relaxed)
                        try connection.query("update t set b = b + 1 where a = \(order[0])")
                        counts.begun.add(1, ordering: .sequentiallyConsistent)
                        while counts.begun.load(ordering: .sequentiallyConsistent) < 2 {}
                        try connection.query("update t set b = b + 1 where a = \(order[1])")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counts.runs.load(ordering: .relaxed) == 3)
        #expect(try await database.read { try $0.query("select sum(b)::int from t")[0].get(0) } == 4)
        await database.close()
    }

    @Test("A write that throws leaves nothing, and its connection is as good as before")
    func thrown() async throws {
        struct Stop: Error {}
        let database = Database(.init(connectionString: try freshDatabase(), connections: 1))
        try await database.write { try $0.run(script: "create table t (a integer primary key)") }
        await #expect(throws: Stop.self) {
            try await database.write { connection in
                try connection.query("insert into t values (1)")
                throw Stop()
            }
        }
        #expect(try await database.read { try $0.query("select count(*) from t")[0].get(0) } == 0)
        await database.close()
    }

    @Test("Optional answers keep their nil")
    func optional() async throws {
        let database = Database(.init(connectionString: try freshDatabase(), connections: 1))
        let answer = try await database.read {
            try $0.query("select 1 where false").first { try $0.get(0, as: Int.self) }
        }
        #expect(answer == nil)
        await database.close()
    }

    @Test("A closed pool is not available")
    func closed() async throws {
        let database = Database(.init(connectionString: try freshDatabase(), connections: 2))
        _ = try await database.read { $0.isOpen }
        await database.close()
        for _ in 0..<3 { #expect(await error { _ = try await database.read { $0.isOpen } }?.isUnavailable == true) }
    }
}

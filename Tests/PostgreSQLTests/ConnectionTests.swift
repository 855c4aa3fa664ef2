import PostgreSQL
import TestSupport
import Testing

@Suite("Connections")
struct ConnectionTests {
    private struct Stop: Error {}

    @Test(
        "A refusal carries its SQLSTATE and the constraint's name",
        arguments: [
            ("insert into t values (1)", "23505", "t_pkey"), ("insert into t values (-1)", "23514", "t_positive"),
            ("insert into u values (99)", "23503", "u_a_fkey"), ("insert into t values (null)", "23502", nil),
            ("selec 1", "42601", nil), ("select * from nowhere", "42P01", nil), ("select 1/0", "22012", nil),
            ("select 'x'::int", "22P02", nil),
        ] as [(String, String, String?)])
    func refusals(_ statement: String, _ code: String, _ constraint: String?) throws {
        let connection = try freshConnection()
        try connection.run(
            script: """
                create table t (a integer constraint t_pkey primary key constraint t_positive check (a > 0));
                create table u (a integer constraint u_a_fkey references t); insert into t values (1)
                """)
        for isPrepared in [true, false] {
            let error = #expect(throws: PostgresError.self) {
                if isPrepared {
                    try connection.query(SQL(script: statement))
                } else {
                    try connection.run(script: statement)
                }
            }
            #expect(error?.code == code)
            #expect(error?.constraint == constraint)
            #expect(error?.isTransient == false)
            #expect(error?.description.contains(code) == true)
        }
        #expect(try connection.query("select count(*) from t")[0].get(0) == 1)
    }

    @Test("Rows that a statement changed are counted")
    func affected() throws {
        let connection = try freshConnection()
        try connection.run(script: "create table t (a integer)")
        #expect(try connection.query("insert into t select generate_series(1, \(7))").affected == 7)
        #expect(try connection.query("delete from t where a > \(4)").affected == 3)
        #expect(try connection.query("select a from t where a < \(0)").first { try $0.get(0, as: Int.self) } == nil)
        #expect(try connection.query("select a from t order by a").map { try $0.get(0, as: Int.self) } == [1, 2, 3, 4])
    }

    @Test("Whatever is thrown rolls the transaction back, and the connection goes on")
    func rollback() throws {
        let connection = try freshConnection()
        try connection.run(script: "create table t (a integer primary key)")
        #expect(throws: Stop.self) {
            try connection.transaction { connection in
                try connection.query("insert into t values (\(1))")
                throw Stop()
            }
        }
        #expect(throws: PostgresError.self) {
            try connection.transaction { connection in
                try connection.query("insert into t values (\(2))")
                try connection.query("insert into t values (\(2))")
            }
        }
        #expect(try connection.query("select count(*) from t")[0].get(0) == 0)
        #expect(try connection.transaction { try $0.query("insert into t values (\(3))").affected } == 1)
        #expect(try connection.query("select a from t").map { try $0.get(0, as: Int.self) } == [3])
    }

    @Test("A transaction whose failure was swallowed does not pretend to have committed")
    func swallowed() throws {
        let connection = try freshConnection()
        try connection.run(script: "create table t (a integer primary key)")
        #expect(throws: PostgresError.self) {
            try connection.transaction { connection in
                try connection.query("insert into t values (\(1))")
                _ = try? connection.query("insert into t values (\(1))")
            }
        }
        #expect(try connection.query("select count(*) from t")[0].get(0) == 0)
    }

    @Test("A constraint that is checked at commit is told")
    func deferred() throws {
        let connection = try freshConnection()
        try connection.run(script: "create table t (a integer constraint once unique deferrable initially deferred)")
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { _ = try $0.query("insert into t values (1), (1)") }
        }
        #expect(error?.constraint == "once")
        #expect(try connection.query("select count(*) from t")[0].get(0) == 0)
    }

    @Test("A transaction within a transaction is part of it")
    func nested() throws {
        let connection = try freshConnection()
        try connection.run(script: "create table t (a integer)")
        try connection.transaction { connection in
            try connection.query("insert into t values (1)")
            try connection.transaction { _ = try $0.query("insert into t values (2)") }
            try connection.query("insert into t values (3)")
        }
        #expect(try connection.query("select count(*) from t")[0].get(0) == 3)
        #expect(throws: Stop.self) {
            try connection.transaction { connection in
                try connection.transaction { _ = try $0.query("insert into t values (4)") }
                throw Stop()
            }
        }
        #expect(throws: Stop.self) {
            try connection.transaction { connection in
                try connection.query("insert into t values (5)")
                try connection.transaction { _ in throw Stop() }
            }
        }
        #expect(try connection.query("select count(*) from t")[0].get(0) == 3)
    }

    @Test("A statement that runs too long is stopped, which is transient")
    func timeOut() throws {
        let connection = try Connection(freshDatabase(), statementTimeout: .milliseconds(100))
        let error = #expect(throws: PostgresError.self) { try connection.query("select pg_sleep(\(20))") }
        #expect(error?.code == "57014")
        #expect(error?.isTransient == true)
        #expect(try connection.query("select 1")[0].get(0) == 1)
    }

    @Test("A lock that is not got in time is transient")
    func lock() throws {
        let string = try freshDatabase()
        let (first, second) = (try Connection(string), try Connection(string))
        try first.run(script: "create table t (a integer)")
        try first.run(script: "begin; lock table t")
        try second.run(script: "set lock_timeout = 50")
        let error = #expect(throws: PostgresError.self) { try second.query("select * from t") }
        #expect(error?.code == "55P03")
        #expect(error?.isTransient == true)
    }

    @Test(
        "Nobody there: not available, and transient",
        arguments: [
            "host=/nonexistent dbname=x", "host=127.0.0.1 port=1 dbname=x connect_timeout=2", "nonsense",
            "postgresql://[",
        ])
    func nobody(_ connectionString: String) {
        let error = #expect(throws: PostgresError.self) { try Connection(connectionString) }
        #expect(error?.isUnavailable == true)
        #expect(error?.isTransient == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test("A killed connection is not available and knows that it is not open")
    func killed() throws {
        let string = try freshDatabase()
        let (victim, other) = (try Connection(string), try Connection(string))
        let pid: Int = try victim.query("select pg_backend_pid()")[0].get(0)
        #expect(try other.query("select pg_terminate_backend(\(pid)::int, 5000)")[0].get(0))
        let error = #expect(throws: PostgresError.self) { try victim.query("select 1") }
        #expect(error?.isUnavailable == true)
        #expect(!victim.isOpen)
        #expect(other.serverVersion >= 140_000)
    }
}

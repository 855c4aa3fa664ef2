import Foundation
import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("Migrations", .timeLimit(.minutes(2)))
struct MigrationsTests {
    /// Writes these files to a folder, and reads it.
    private func migrations(_ files: KeyValuePairs<String, String>) throws -> Migrations {
        try migrations(files.map { ($0.key, Data($0.value.utf8)) })
    }

    private func migrations(_ files: [(String, Data)]) throws -> Migrations {
        let folder = URL.temporaryDirectory.appending(path: "n4md-migrations-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, data) in files { try data.write(to: folder.appending(path: name)) }
        return try Migrations(folder: folder.path())
    }

    private static let first = "create table t (a integer); insert into t values (1);"
    private static let second = "insert into t values (2); create table u (b text);"

    private func count(_ connection: Connection) throws -> Int {
        try connection.query("select count(*) from t")[0].get(0)
    }

    @Test("Applied once, in the order of their numbers")
    func apply() throws {
        let connection = try freshConnection()
        let all = try migrations([
            "002_second.sql": Self.second, "001_first.sql": Self.first, "README.md": "no migration",
        ])
        #expect(all.all.map(\.name) == ["001_first.sql", "002_second.sql"])
        #expect(try all.check(connection) == .outdated(["001_first.sql", "002_second.sql"]))
        #expect(try all.apply(connection) == ["001_first.sql", "002_second.sql"])
        #expect(try all.check(connection) == .current)
        #expect(try all.apply(connection) == [])
        #expect(try count(connection) == 2)
        #expect(
            try connection.query("select number from schema_migrations order by 1").map { try $0.get(0, as: Int.self) }
                == [1, 2])
    }

    @Test("Only what is missing is applied")
    func missing() throws {
        let connection = try freshConnection()
        #expect(try migrations(["001_first.sql": Self.first]).apply(connection) == ["001_first.sql"])
        let both = try migrations(["001_first.sql": Self.first, "002_second.sql": Self.second])
        #expect(try both.check(connection) == .outdated(["002_second.sql"]))
        #expect(try both.apply(connection) == ["002_second.sql"])
        #expect(try count(connection) == 2)
    }

    @Test("A database that is newer than the program, and a file that was edited, are errors and change nothing")
    func unfit() throws {
        let connection = try freshConnection()
        _ = try migrations(["001_first.sql": Self.first, "002_second.sql": Self.second]).apply(connection)
        let older = try migrations(["001_first.sql": Self.first])
        let edited = try migrations([
            "001_first.sql": Self.first + " ", "002_second.sql": Self.second, "003_third.sql": "drop table t",
        ])
        for unfit in [older, edited] {
            #expect(#expect(throws: PostgresError.self) { try unfit.check(connection) }?.isSchema == true)
            #expect(#expect(throws: PostgresError.self) { try unfit.apply(connection) }?.isSchema == true)
        }
        #expect(try count(connection) == 2)
    }

    @Test("A migration that fails leaves nothing, keeps the earlier ones, and the later ones wait")
    func failing() throws {
        let connection = try freshConnection()
        let broken = try migrations([
            "001_first.sql": Self.first,
            "002_second.sql": "create table half (a integer); insert into t values (9); selec;",
            "003_third.sql": "create table never (a integer)",
        ])
        #expect(throws: PostgresError.self) { try broken.apply(connection) }
        #expect(try count(connection) == 1)
        #expect(try connection.query("select to_regclass('half') is null and to_regclass('never') is null")[0].get(0))
        #expect(try broken.check(connection) == .outdated(["002_second.sql", "003_third.sql"]))
        let mended = try migrations([
            "001_first.sql": Self.first, "002_second.sql": Self.second, "003_third.sql": "create table now (a integer)",
        ])
        #expect(try mended.apply(connection) == ["002_second.sql", "003_third.sql"])
        let other = try Connection(freshDatabase())
        #expect(try mended.apply(other).count == 3)
    }

    @Test("Several programs at the same time apply each migration once")
    func concurrent() throws {
        let string = try freshDatabase()
        let all = try migrations(["001_first.sql": Self.first + "select pg_sleep(0.2);", "002_second.sql": Self.second])
        let applied = Mutex<[String]>([])
        let failures = Mutex<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let names = try all.apply(Connection(string))
                applied.withLock { $0 += names }
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        #expect(failures.withLock { $0.isEmpty })
        #expect(applied.withLock { $0.sorted() } == ["001_first.sql", "002_second.sql"])
        #expect(try count(Connection(string)) == 2)
    }

    @Test("The connection keeps its limits after migrating")
    func limits() throws {
        let connection = try Connection(freshDatabase(), statementTimeout: .milliseconds(1500))
        _ = try migrations(["001_first.sql": Self.first]).apply(connection)
        #expect(try connection.query("select current_setting('statement_timeout')")[0].get(0) == "1500ms")
        #expect(try connection.query("select current_setting('lock_timeout')")[0].get(0) == "1500ms")
    }

    @Test(
        "Bad numbering is an error",
        arguments: [
            ["002_a.sql"], ["001_a.sql", "003_b.sql"], ["001_a.sql", "001_b.sql"], ["000_a.sql"], ["a.sql"],
            ["001_a.sql", "b.sql"],
            ["-1_a.sql"], ["99999999999999999999_a.sql"], ["001_a.sql", "½_b.sql"],
        ])
    func numbering(_ names: [String]) {
        let error = #expect(throws: PostgresError.self) { try migrations(names.map { ($0, Data("select 1".utf8)) }) }
        #expect(error?.isSchema == true)
    }

    @Test("A thousand migrations are still in order")
    func order() throws {
        let all = try migrations(
            (1...1001).map { ("\($0 < 10 ? "00" : $0 < 100 ? "0" : "")\($0)_x.sql", Data("select 1".utf8)) })
        #expect(all.all.map(\.number) == Array(1...1001))
    }

    @Test("A file that is no text, or cannot be read, is an error and not passed over")
    func unreadable() {
        #expect(throws: PostgresError.self) {
            try migrations([("001_a.sql", Data("select 1".utf8)), ("002_b.sql", Data([0xFF, 0xFE, 0x27]))])
        }
        #expect(throws: PostgresError.self) { try Migrations(folder: "/nonexistent") }
    }
}

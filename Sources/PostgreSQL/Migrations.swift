import Crypto
import Foundation

/// The numbered SQL files of a folder, each applied once, in order.
package struct Migrations: Sendable {
    /// A migration file: `001_newspaper.sql` is number 1.
    package struct Migration: Sendable {
        /// The number.
        package let number: Int
        /// The file name.
        package let name: String
        let script: String
        var checksum: [UInt8] { Array(SHA256.hash(data: Data(script.utf8))) }
    }

    /// The state of a database relative to the program.
    package enum State: Sendable, Equatable {
        /// All migrations have been applied.
        case current
        /// The named migrations are missing.
        case outdated([String])
    }

    /// All migrations, ordered by number.
    package let all: [Migration]
    /// The key of the advisory lock, "N4MD" in ASCII; any number not used by another program on this
    /// database would do.
    private static let lock = 0x4E34_4D44

    /// Reads a folder. Throws `PostgresError.schema` if it cannot be read, or numbers repeat or have gaps.
    package init(folder: String) throws(PostgresError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .schema("The folder \(folder) with the database schema cannot be read.")
        }
        var migrations: [Migration] = []
        for name in names where name.hasSuffix(".sql") && !name.hasPrefix(".") {
            guard let number = Int(name.prefix { $0.isASCII && $0.isNumber }) else {
                throw .schema("The migration \(name) in \(folder) does not begin with its number.")
            }
            guard let script = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
                throw .schema("The migration \(name) in \(folder) cannot be read as UTF-8.")
            }
            migrations.append(Migration(number: number, name: name, script: script))
        }
        all = migrations.sorted { $0.number < $1.number }
        guard all.map(\.number) == Array(1..<(all.count + 1)) else {
            throw .schema("The migrations in \(folder) are not numbered 1, 2, 3, ... without gaps.")
        }
    }

    /// Compares without changing anything. Throws if the database is newer than the program, or an applied
    /// file was edited.
    package func check(_ connection: Connection) throws -> State {
        let exists: Bool = try connection.query("select to_regclass('schema_migrations') is not null")[0].get(0)
        let applied =
            exists
            ? try connection.query("select number, name, checksum from schema_migrations order by number").map { row in
                (
                    number: try row.get(0, as: Int.self), name: try row.get(1, as: String.self),
                    checksum: try row.get(2, as: [UInt8].self)
                )
            } : []
        for row in applied {
            guard let migration = all.first(where: { $0.number == row.number }) else {
                throw PostgresError.schema(
                    "The database has the migration \(row.name), which this program does not know: it is newer. Run a newer n4md."
                )
            }
            guard migration.checksum == row.checksum else {
                throw PostgresError.schema(
                    "The migration \(row.name) was applied with different text than \(migration.name) has now.")
            }
        }
        let missing = all.filter { migration in !applied.contains { $0.number == migration.number } }
        return missing.isEmpty ? .current : .outdated(missing.map(\.name))
    }

    /// Applies the missing migrations under an advisory lock, each in its own transaction, and returns
    /// their names.
    package func apply(_ connection: Connection) throws -> [String] {
        let limits = try connection.query(
            "select current_setting('lock_timeout'), current_setting('statement_timeout')")[0]
        let (lock, statement): (String, String) = (try limits.get(0), try limits.get(1))
        let limit = connection.answerLimit
        connection.answerLimit = nil
        defer { connection.answerLimit = limit }
        try connection.run(script: "set lock_timeout = 0; set statement_timeout = 0")
        defer {
            _ = try? connection.query(
                "select set_config('lock_timeout', \(lock), false), set_config('statement_timeout', \(statement), false)"
            )
        }
        try connection.query("select pg_advisory_lock(\(Self.lock))")
        defer { _ = try? connection.query("select pg_advisory_unlock(\(Self.lock))") }
        guard case .outdated(let names) = try check(connection) else { return [] }
        for migration in all where names.contains(migration.name) {
            try connection.transaction { connection in
                try connection.run(
                    script: """
                        create table if not exists schema_migrations (number integer primary key, name text not null,
                            checksum bytea not null, applied_at timestamptz not null default now())
                        """)
                try connection.run(script: migration.script)
                try connection.query(
                    """
                    insert into schema_migrations (number, name, checksum)
                    values (\(migration.number), \(migration.name), \(migration.checksum))
                    """)
            }
        }
        return names
    }
}

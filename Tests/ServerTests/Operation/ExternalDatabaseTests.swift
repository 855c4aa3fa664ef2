import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

/// A database run by the operator. The server changes its schema only when told to.
@Suite(.serialized, SharedSite())
struct ExternalDatabaseTests {
    /// Makes an empty database in the embedded cluster.
    private func database(_ name: String) async throws -> [String: String] {
        let inside = try SharedSite.site.backend.connectionString
        let connection = try Connection(inside.replacing("user=n4md", with: "user=postgres"))
        try connection.run(script: "create database \(name) owner n4md")
        return ["database_url": inside.replacing("dbname=n4md", with: "dbname=\(name)")]
    }

    private func open(_ options: [String: String], _ schema: Backend.SchemaUse) async throws {
        let folder = try TestSite.makeFolder()
        defer { TestSite.remove(folder) }
        let backend = try await Backend(
            try Options(TestSite.reader(folder, options)), schema: schema, log: TestSite.log)
        #expect(!FileManager.default.fileExists(atPath: folder + "/cluster"))
        await backend.close()
    }

    @Test func anOutdatedOneIsRefusedUntilItIsMigrated() async throws {
        let options = try await database("outdated")
        let error = await #expect(throws: PostgresError.self) { try await open(options, .require) }
        #expect(error.map { "\($0)".contains("n4md migrate") } == true)
        try await open(options, .migrate)
        try await open(options, .require)
        let site = try await TestSite.open(options: options)
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        let article = try await desk.write(#"{"headline":"Elsewhere","section":"city","status":"published"}"#)
        #expect(try await site.places(of: "Elsewhere", slug: article.slug) == TestSite.everywhere)
        await site.close()
    }

    @Test func aNewerOneIsRefused() async throws {
        let options = try await database("newer")
        try await open(options, .migrate)
        let connection = try Connection(options["database_url"] ?? "")
        try connection.query("insert into schema_migrations (number, name, checksum) values (9999, 'later', '\\x00')")
        for use in [Backend.SchemaUse.require, .migrate] {
            await #expect(throws: PostgresError.self) { try await open(options, use) }
        }
    }
}

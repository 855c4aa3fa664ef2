import Archive
import Foundation
import HTTPTypes
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import Testing
@testable import Web

/// Tests PostgreSQL's own tools on the newspaper's database. They use an empty search path, like autovacuum's analyze, `pg_restore` and
/// (since PostgreSQL 17) every index build.
@Suite(.serialized, SharedSite(watchesCluster: false) { try await fill($0) })
struct BackupTests {
    private static let folder = "/tmp/n4md-backup-test-" + UUID().uuidString

    /// Makes a database in the embedded cluster. A schema other than `public` is created, and is the only one on the search path.
    private func database(_ name: String, schema: String = "public") async throws -> String {
        let inside = try SharedSite.site.backend.connectionString
        let connection = try Connection(inside.replacing("user=n4md", with: "user=postgres"))
        try connection.run(script: "create database \(name) owner n4md template template0")
        let address = inside.replacing("dbname=n4md", with: "dbname=\(name)")
        if schema == "public" { return address }
        try Connection(address).run(script: "create schema \(schema)")
        return address + " options='-c search_path=\(schema)'"
    }

    private func tool(_ arguments: String...) async throws -> String {
        let result = try await run("/usr/bin/env", arguments)
        try #require(result.status == 0 && result.errors == "", "\(arguments[0]): \(result.errors)")
        return result.output
    }

    /// All definitions and rows of a database as statements, sorted so that their order does not matter.
    private func everything(_ database: String) async throws -> [String] {
        // Newer versions of pg_dump add lines with a random key, which stop a hostile server from injecting psql commands.
        try await tool("pg_dump", "--dbname", database).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix(#"\restrict"#) && !$0.hasPrefix(#"\unrestrict"#) }
            // PostgreSQL may print `(a or b) or c` as `a or b or c` after a restore, so parentheses are ignored.
            .map { $0.hasPrefix("CREATE TRIGGER") ? $0.filter { !"()".contains($0) } : $0 }.sorted()
    }

    @Test(arguments: ["--format=custom", "--format=plain"]) func aDumpRestoresWholly(_ format: String) async throws {
        let site = try SharedSite.site
        let copy = try await database("copy" + format.suffix(5))
        let dump = "\(Self.folder).dump"
        defer { try? FileManager.default.removeItem(atPath: dump) }
        _ = try await tool("pg_dump", format, "--file", dump, "--dbname", site.backend.connectionString)
        if format == "--format=custom" {
            _ = try await tool("pg_restore", "--exit-on-error", "--dbname", copy, dump)
        } else {
            _ = try await tool("psql", "-Xqo", "/dev/null", "-v", "ON_ERROR_STOP=1", "-d", copy, "-f", dump)
        }
        let (before, after) = try await (everything(site.backend.connectionString), everything(copy))
        #expect(after.difference(from: before).map { "\($0)" } == [])
        #expect(before.contains { $0.contains("CREATE INDEX article_revisions_pictures") })
        #expect(before.contains { $0.contains("CREATE TRIGGER articles_written_by") })
    }

    /// Some people restore this way: the schema with `n4md migrate`, then the rows, with triggers enabled.
    @Test func rowsAloneMakeWhatTriggersMake() async throws {
        let address = try await database("triggered")
        try migrate(address)
        let connection = try Connection(address)
        try connection.run(script: "set search_path = ''")
        try connection.run(script: Self.article("public"))
        #expect(try connection.query("select name from public.authors").map { try $0.get(0) } == ["Ana Reis"])
        #expect(try connection.query("select count(*) from public.search_entries")[0].get(0) == 1)
    }

    @Test(arguments: ["public", "paper"]) func maintenanceNeedsNoSearchPath(_ schema: String) async throws {
        let address = try await database("maintained_" + schema, schema: schema)
        try migrate(address)
        let connection = try Connection(address)
        try connection.run(script: Self.article(schema))
        try connection.run(script: "set search_path = ''")
        for step in ["analyze", "reindex schema \(schema)", "vacuum (analyze)"] { try connection.run(script: step) }
        try connection.run(script: "update \(schema).articles set headline = headline || '!', byline = 'Rui Sá'")
        try connection.run(script: "update \(schema).pictures set title = 'A boat with a sail'")
        let found = try connection.query(
            "select count(*) from pg_stats where schemaname = \(schema) and tablename = 'article_revisions_pictures'")
        #expect(try found[0].get(0, as: Int.self) == 1, "there are statistics of what pictures revisions name")
    }

    @Test func anotherSchemaIsRestoredToo() async throws {
        let address = try await database("papers", schema: "paper")
        try migrate(address)
        try Connection(address).run(script: Self.article("paper"))
        let copy = try await database("papers_copy")
        let dump = "\(Self.folder).dump"
        defer { try? FileManager.default.removeItem(atPath: dump) }
        _ = try await tool("pg_dump", "--format=custom", "--file", dump, "--dbname", address)
        _ = try await tool("pg_restore", "--exit-on-error", "--dbname", copy, dump)
        #expect(try await everything(copy).difference(from: everything(address)).map { "\($0)" } == [])
    }

    /// Functions that use the newspaper's tables or functions must set a search path. New functions without one are listed here if they
    /// need none.
    @Test func functionsNeedNoSearchPath() async throws {
        let without = try await SharedSite.site.backend.archive.read { holdings in
            try holdings.connection.query(
                """
                select proname::text from pg_proc p
                where pronamespace = 'public'::regnamespace and not coalesce(proconfig::text like '%search_path=%', false)
                    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
                order by 1
                """
            ).map { try $0.get(0, as: String.self) }
        }
        #expect(
            without == [
                "address_host", "body_pictures", "kilometres", "refuse_change", "search_language", "search_text",
                "split_byline",
            ])
    }

    private func migrate(_ address: String) throws {
        _ = try Migrations(folder: Home().schema).apply(Connection(address))
    }

    /// Statements that insert an article with a picture and a revision.
    private static func article(_ schema: String) -> String {
        """
        insert into \(schema).sections (slug, name) values ('city', 'City');
        insert into \(schema).editions (number, date) values (1, '2026-01-05');
        insert into \(schema).pictures (hash, format, width, height, bytes, alt)
        values (sha256('a'), 'jpeg', 1, 1, 1, 'A boat');
        insert into \(schema).articles (guid, slug, status, headline, byline, section_id, edition, picture, picture_alt)
        select 'a', 'a', 'published', 'A boat', 'By Ana Reis', id, 1, sha256('a'), 'A boat' from \(schema).sections;
        insert into \(schema).article_revisions (article_id, revision, content)
        select id, n, jsonb_build_object('picture', picture, 'body_html', '') from \(schema).articles, generate_series(1, 20) n;
        """
    }
}

/// Adds some of everything that readers and editors leave in the database.
private func fill(_ site: TestSite) async throws {
    let desk = try await Desk(site, .editor)
    try await desk.section("city")
    let hash = try await site.backend.pictures.add(DemoPicture.bytes("marathon"), by: nil).record.hash
    for index in 0..<3 {
        let body = index == 0 ? #"<p>A boat.</p><img src=\"picture:\#(hash)\" alt=\"A boat\">"# : "<p>No boats.</p>"
        let json = """
            {"headline":"Boat \(index)","section":"city","status":"published","byline":"By Ana Reis and Rui Sá",
            "categories":["Sea"],"body":"\(body)","picture":{"hash":"\(hash)","alt":"A boat"}}
            """
        let article = try await desk.write(json)
        let change = try await desk.send(
            .put, "articles/\(article.id)", json.replacing("Boat", with: "Ship"),
            ["If-Match": "\"\(article.revision)\""])
        #expect(change.status == 200)
    }
}

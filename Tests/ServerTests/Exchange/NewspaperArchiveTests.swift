import Archive
@testable import Exchange
import Foundation
import HTTPTypes
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import TestSupport
import Testing
@testable import Web

/// Exporting a whole newspaper into one file, and importing it again.
@Suite(.serialized)
struct NewspaperArchiveTests {
    private func withSite<T>(_ body: (TestSite) async throws -> T) async throws -> T {
        let site = try await TestSite.open()
        do {
            let value = try await body(site)
            await site.close()
            return value
        } catch {
            await site.close()
            throw error
        }
    }

    private func export(_ site: TestSite) async throws -> [UInt8] {
        let file = site.folder + "/newspaper.tar"
        _ = try await Commands(site.backend).exportNewspaper(to: file) { _ in }
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: site.folder)
        #expect(!names.contains { $0.hasSuffix(".part") })
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    private func take(_ bytes: [UInt8], _ site: TestSite) async throws -> Importer.Report {
        let file = site.folder + "/coming.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return try await Commands(site.backend).importFile(file, media: nil) { done, all in #expect(done <= all) }
    }

    /// Fills a newspaper with some of everything.
    private func fill(_ site: TestSite) async throws {
        let desk = try await Desk(site, .chief)
        for slug in ["zoo", "city"] { try await desk.section(slug) }
        let jpeg = try #require(Canvas(width: 700, height: 400)).jpeg()
        let hash = try await site.backend.pictures.add(jpeg, by: nil).record.hash
        #expect(try await desk.send(.put, "pictures/\(hash)/focus", #"{"x":70,"y":40}"#).status == 200)
        let first = try await desk.write(
            """
            {"status":"published","kicker":"By \\"sea\\"","headline":"Ferry “night” & day","standfirst":"Å \\n","section":"city","categories":["Sea","Transport"],
             "body":"<p>Text \\\\ <img src='picture:\(hash)' alt='A &quot;boat&quot;'></p>","byline":"Ana","language":"pt-PT",
             "picture":{"hash":"\(hash)","alt":"Boat","caption":"c","credit":"d"},"place":{"latitude":38.7,"longitude":-9.14},
             "publishedAt":"2024-02-29T12:34:56Z"}
            """)
        _ = try await desk.send(
            .put, "articles/\(first.id)",
            #"{"headline":"Ferry again","section":"zoo","body":"<p>New</p>","categories":["Sea"],"picture":{"hash":"\#(hash)","alt":"Boat"}}"#,
            ["If-Match": "\"1\""])
        _ = try await desk.write(#"{"headline":"Only a draft","section":"city"}"#)
        let barco = try await desk.write(
            #"{"status":"published","headline":"Barco","section":"zoo","translationOf":"\#(first.slug)","related":["\#(first.slug)","only-a-draft"],"language":"en"}"#
        )
        let gone = try await desk.write(#"{"status":"published","headline":"Gone","section":"city"}"#)
        #expect(try await desk.send(.delete, "articles/\(gone.id)", nil, ["If-Match": "\"1\""]).status < 300)
        #expect(
            try await desk.send(
                .put, "policy", #"{"off":[],"congestionHours":[18],"note":"evenings"}"#, ["If-Match": "\"0\""]
            ).status == 200)
        try await decide(first, barco, hash, desk)
        try await site.backend.archive.write { holdings in
            try holdings.redirects.insert(["/old/ferry", "/?p=1"], to: first.id)
            try holdings.newspaper.rename(title: "The Moved", description: "From there", language: "pt")
        }
    }

    @Test func aNewspaperComesBackWithoutLoss() async throws {
        let (bytes, revisions) = try await withSite { site in
            try await fill(site)
            return (try await export(site), try await site.number("select count(*) from article_revisions"))
        }
        try await withSite { site in
            let report = try await take(bytes, site)
            #expect((report.added, report.known, report.pictures) == (4, 0, 1))
            #expect(report.revisions == revisions && report.redirects == 2 && report.problemCount == 0, "\(report)")
            // The contents are the same, so the bytes must be, too.
            #expect(try await export(site) == bytes)

            let channel = try await site.get("/ws?network=wifi&items=50").channel
            #expect(channel.title == "The Moved" && Set(channel.items.map(\.title)) == ["Ferry again", "Barco"])
            #expect(try await site.get("/old/ferry").status == 301)
            #expect(try await site.get("/search?q=barco", ["Accept": "text/html"]).text.contains("Barco"))
            #expect(try await site.get("/ws?network=wifi&categories=sea").channel.items.map(\.title) == ["Ferry again"])
            #expect(
                try await site.number("select count(*) from article_revisions where editor_name like 'chief-%'")
                    == revisions)
            #expect(try await site.number("select count(*) from editors") == 0)
            #expect(try await site.number("select count(*) from renditions where shape = 'square'") > 0)

            let barco = try await site.get("/articles/barco", ["Accept": "text/html"]).text
            #expect(barco.contains("Ferry again") && !barco.contains("Only a draft"))
            #expect(try await site.number("select cardinality(related) from articles where slug = 'barco'") == 2)

            #expect(try await site.number("select count(*) from cluster_decisions where not is_same") == 1)
            #expect(
                try await site.number(
                    "select count(*) from article_authors join authors p on p.id = author_id where note = 'sports'")
                    == 1)
            #expect(try await site.number("select count(*) from sources where stop_reason = 'paused'") == 1)

            let again = try await take(bytes, site)
            #expect((again.added, again.known, again.revisions, again.pictures) == (0, 4, 0, 0))
            #expect(try await export(site) == bytes)
        }
    }

    /// Imports into a newspaper that has articles already. The report names conflicts, and nothing is overwritten.
    @Test func aNewspaperJoinsAnother() async throws {
        let bytes = try await withSite { site in
            try await fill(site)
            return try await export(site)
        }
        try await withSite { site in
            let desk = try await Desk(site, .chief)
            try await desk.section("city")
            #expect(
                try await desk.send(.post, "editions", #"{"number":1,"date":"2001-01-01","title":"Ours"}"#).status
                    == 201)
            _ = try await desk.write(
                #"{"status":"published","headline":"Barco","section":"city","edition":"1","guid":"ours"}"#)
            let report = try await take(bytes, site)
            #expect(report.added == 4)
            #expect(report.problems.contains { $0.contains("/articles/barco-2") }, "\(report.problems)")
            #expect(report.problems.contains { $0.contains("edition 1 is number") }, "\(report.problems)")
            #expect(try await site.get("/ws?network=wifi").channel.title != "The Moved")
            #expect(try await site.number("select count(*) from policy_settings") == 0)
            #expect(try await site.get("/articles/barco").status == 200)
        }
    }

    /// A member of an archive made by a test.
    private struct Member {
        var name: String
        var contents: [UInt8] = []
        var change: @Sendable (inout [UInt8]) -> Void = { _ in }
    }

    private func tar(_ members: [Member], sealed: Bool = true, end: [UInt8] = [UInt8](repeating: 0, count: 1024))
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        func add(_ member: Member) {
            var header = TarHeader(name: member.name, size: member.contents.count).bytes
            member.change(&header)
            let sum = header.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(header[$1])) }
            let digits = Array(String(sum, radix: 8).utf8)
            header.replaceSubrange(148..<156, with: [UInt8](repeating: 48, count: 6 - digits.count) + digits + [0, 32])
            bytes += header + member.contents + [UInt8](repeating: 0, count: TarHeader.padding(member.contents.count))
        }
        for member in members { add(member) }
        if sealed {
            let end = "{\"sha256\":\"\(PictureStore.hash(of: bytes))\"}"
            add(Member(name: "end.json", contents: Array(end.utf8)))
        }
        return bytes + end
    }

    private var head: Member {
        Member(
            name: "n4md.json",
            contents: Array(#"{"n4md":1,"masthead":{"title":"T","description":"","language":"en"}}"#.utf8))
    }

    private func rows(_ part: String, _ lines: String...) -> Member {
        Member(name: "\(part)/000001.jsonl", contents: lines.flatMap { Array($0.utf8) + [10] })
    }

    @Test func hostileArchivesAreRefusedWithoutHarm() async throws {
        let zeros = String(repeating: "0", count: 64)
        let article = #"{"guid":"g","slug":"s","headline":"h","section":"city","edition":1,"status":"published"}"#
        let edition = rows("editions", #"{"number":1,"date":"2020-01-01"}"#)
        let good = rows("sections", #"{"slug":"city","name":"City"}"#)
        let cases: [(String, [UInt8])] = [
            ("does not belong", tar([head, Member(name: "../../etc/passwd", contents: [1])])),
            ("does not belong", tar([head, Member(name: "/etc/passwd", contents: [1])])),
            ("does not belong", tar([head, good, good])),
            ("does not belong", tar([head, rows("articles"), good])),
            ("does not belong", tar([head, Member(name: "sections/000002.jsonl")])),
            ("not written by n4md", tar([good])),
            ("not a regular file", tar([head, Member(name: "link", change: { $0[156] = 0x32 })])),
            ("not a regular file", tar([head, Member(name: "device", change: { $0[156] = 0x33 })])),
            ("not a regular file", tar([head, Member(name: "folder", change: { $0[156] = 0x35 })])),
            ("kind", tar([head, Member(name: "x", change: { $0[345] = 0x61 })])),
            ("not a number", tar([head, Member(name: "x", change: { $0[124] = 0x2D })])),
            ("file ends before", tar([head, Member(name: "x", change: { $0[124] = 0x37 })])),
            (
                "are accepted",
                tar([head, Member(name: "sections/000001.jsonl", contents: [UInt8](repeating: 10, count: 33 << 20))])
            ),
            ("does not match", tar([head, Member(name: "pictures/\(zeros).jpeg", contents: [1])])),
            ("its last member", tar([head], sealed: false)),
            ("after its end", tar([head], end: [UInt8](repeating: 0, count: 1024) + Array("rubbish".utf8))),
            ("cut short", tar([head], end: [])),
            ("cut short", Array(tar([head, good]).dropLast(1900))),
            (
                "version",
                tar([
                    Member(
                        name: "n4md.json",
                        contents: Array(#"{"n4md":2,"masthead":{"title":"T","description":"","language":"en"}}"#.utf8))
                ])
            ),
            (
                "changed or damaged",
                tar(
                    [head, good, Member(name: "end.json", contents: Array("{\"sha256\":\"\(zeros)\"}".utf8))],
                    sealed: false)
            ),
            ("line 2: it is not readable JSON", tar([head, good, edition, rows("articles", article, "{")])),
            ("line 1", tar([head, good, rows("articles", article)])),
            (
                "invalid input value",
                tar([head, good, edition, rows("articles", article.replacing("published\"", with: "loud\""))])
            ),
            ("line 1", tar([head, rows("sections", #"{"slug":"../x","name":"X"}"#)])),
            ("line 1", tar([head, rows("sections", #"{"nothing":1}"#)])),
        ]
        try await withSite { (site: TestSite) async throws -> Void in
            for (reason, bytes) in cases {
                let error = await #expect(throws: TarError.self) { _ = try await take(bytes, site) }
                #expect(error?.description.contains(reason) == true, "\(reason): \(error?.description ?? "")")
            }
            #expect(
                try await site.number("select (select count(*) from articles) + (select count(*) from sections)") == 0)
            #expect(try await site.number("select revision from newspaper") == 1)
        }
    }

    /// A member that is named twice, of which a parser may take the first and PostgreSQL the last.
    @Test(arguments: [#""<p>Hi</p>""#, "null"])
    func whatIsNamedTwiceIsReadOnce(_ first: String) async throws {
        let twice = "\"body_html\":\(first),\"body_html\":\"<p>Hi<script>alert(1)</script></p>\",\"body_text\":\"Hi\""
        let article = """
            {"guid":"g","slug":"s","status":"published","headline":"h","standfirst":"",\(twice),"byline":"","language":"en","section":"city",\
            "categories":[],"edition":1,"picture":null,"picture_alt":"","picture_caption":"","picture_credit":"",\
            "published_at":"2020-01-01T00:00:00+00:00","updated_at":"2020-01-01T00:00:00+00:00","revision":1}
            """
        let revision = """
            {"article":"g","revision":1,"created_at":"2020-01-01T00:00:00+00:00","editor":"Ana","content":{"headline":"h"},\
            "content":{"headline":"h","section":"city","categories":[],"edition":1,\(twice)}}
            """
        let bytes = tar([
            head, rows("sections", #"{"slug":"city","name":"City","position":1,"revision":1}"#),
            rows("editions", #"{"number":1,"date":"2020-01-01","title":"","revision":1}"#), rows("articles", article),
            rows("revisions", revision),
        ])
        try await withSite { (site: TestSite) async throws -> Void in
            #expect(try await take(bytes, site).added == 1)
            #expect(try await site.number("select count(*) from articles where body_html like '%script%'") == 0)
            #expect(
                try await site.number("select count(*) from article_revisions where content::text like '%script%'") == 0
            )
        }
    }

    /// The newsroom links to a source's site.
    @Test func aSourceLinksToTheWebAlone() async throws {
        func source(_ url: String, _ site: String) -> String {
            """
            {"url":"\(url)","host":"a.example","site":"\(site)","title":"T","section":"city","language":"en","trust":"draft","byline":"",\
            "page_rule":{},"takes_text":false,"stop_reason":null}
            """
        }
        let bytes = tar([
            head, rows("sections", #"{"slug":"city","name":"City","position":1,"revision":1}"#),
            rows(
                "sources", source("https://a.example/1", "javascript:alert(1)"), source("javascript:alert(1)", ""),
                source("https://a.example/2", "https://a.example/")),
        ])
        try await withSite { (site: TestSite) async throws -> Void in
            _ = try await take(bytes, site)
            #expect(try await site.number("select count(*) from sources") == 2)
            #expect(try await site.number("select count(*) from sources where site in ('', 'https://a.example/')") == 2)
        }
    }

    /// Text from an archive never becomes a script, and its IDs are never used in this database.
    @Test func whatIsNotCleanStaysOutside() async throws {
        let article = """
            {"id":99,"section_id":77,"created_by":1,"guid":"g","slug":"s","status":"published","headline":"h","standfirst":"","body_html":"<p>Hi<script>alert(1)</script></p>",\
            "body_text":"Hi alert","byline":"","language":"en","section":"city","categories":[],"edition":1,"picture":null,"picture_alt":"",\
            "picture_caption":"","picture_credit":"","published_at":"2020-01-01T00:00:00+00:00","updated_at":"2020-01-01T00:00:00+00:00","revision":1}
            """
        let bytes = tar([
            head, rows("sections", #"{"slug":"city","name":"City","position":1,"revision":1}"#),
            rows("editions", #"{"number":1,"date":"2020-01-01","title":"","revision":1}"#), rows("articles", article),
        ])
        try await withSite { site in
            let report = try await take(bytes, site)
            #expect(report.added == 1 && report.problemCount == 1, "\(report)")
            #expect(
                try await site.number(
                    "select count(*) from articles where body_html = '<p>Hi</p>' and body_text = 'Hi'") == 1)
            #expect(try await site.number("select count(*) from articles where id = 99") == 0)
        }
    }

    /// The report names a lost original, and everything else is exported.
    @Test func aLostPictureIsTold() async throws {
        try await withSite { site in
            try await fill(site)
            try FileManager.default.removeItem(atPath: site.folder + "/pictures")
            try FileManager.default.createDirectory(
                atPath: site.folder + "/pictures", withIntermediateDirectories: true)
            let file = site.folder + "/newspaper.tar"
            let report = try await Commands(site.backend).exportNewspaper(to: file) { _ in }
            #expect(report.problems.count == 1 && report.articles == 4)
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            try await withSite { other in
                let taken = try await take(bytes, other)
                #expect(taken.added == 4 && taken.problems.contains { $0.contains("without its picture") })
            }
        }
    }

    @Test func anExportThatCannotBeWrittenLeavesNothing() async throws {
        try await withSite { site in
            await #expect(throws: OptionError.self) {
                _ = try await Commands(site.backend).exportNewspaper(to: "/nowhere/at/all.tar") { _ in }
            }
            try FileManager.default.createDirectory(atPath: site.folder + "/taken", withIntermediateDirectories: true)
            await #expect(throws: OptionError.self) {
                _ = try await Commands(site.backend).exportNewspaper(to: site.folder + "/taken") { _ in }
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: site.folder)
            #expect(!names.contains { $0.hasSuffix(".part") })
        }
    }
}

@testable import Exchange
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Pictures
@testable import Server
import Testing

/// Archives that nobody exported: made to break the import, or what it brings in.
@Suite(.serialized)
struct HostileArchiveTests {
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
                        contents: Array(#"{"n4md":3,"masthead":{"title":"T","description":"","language":"en"}}"#.utf8))
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
        try await TestSite.use { (site: TestSite) async throws -> Void in
            for (reason, bytes) in cases {
                let error = await #expect(throws: TarError.self) { _ = try await site.take(bytes) }
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
        try await TestSite.use { (site: TestSite) async throws -> Void in
            #expect(try await site.take(bytes).added == 1)
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
                "sources", source("https://a.example/1", "javascript:alert(1)"),
                source("https://a.example/2", "https://a.example/")),
        ])
        let noAddress = tar([
            head, rows("sections", #"{"slug":"city","name":"City"}"#),
            rows("sources", source("javascript:alert(1)", "")),
        ])
        try await TestSite.use { (site: TestSite) async throws -> Void in
            await #expect(throws: TarError.self) { _ = try await site.take(noAddress) }
            _ = try await site.take(bytes)
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
        try await TestSite.use { site in
            let report = try await site.take(bytes)
            #expect(report.added == 1 && report.problemCount == 1, "\(report)")
            #expect(
                try await site.number(
                    "select count(*) from articles where body_html = '<p>Hi</p>' and body_text = 'Hi'") == 1)
            #expect(try await site.number("select count(*) from articles where id = 99") == 0)
        }
    }
}

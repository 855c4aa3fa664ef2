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
    private func export(_ site: TestSite) async throws -> [UInt8] {
        let file = site.folder + "/newspaper.tar"
        _ = try await Commands(site.backend).exportNewspaper(to: file) { _ in }
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: site.folder)
        #expect(!names.contains { $0.hasSuffix(".part") })
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
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
            var settings = try holdings.newspaper.settings()
            (settings.title, settings.description, settings.language) = ("The Moved", "From there", "pt")
            (settings.timeZone, settings.accent) = ("Europe/Lisbon", AccentColor("#0b5f66"))
            settings.logo = hash
            (settings.header, settings.footer) = (["zoo"], [FooterLink(name: "Jobs", address: "https://jobs.example/")])
            _ = try holdings.newspaper.change(settings, by: nil)
            try holdings.pages.insert(StandingPage(slug: "imprint", title: "Imprint", body: "<p>Who</p>"))
        }
    }

    @Test func aNewspaperComesBackWithoutLoss() async throws {
        let (bytes, revisions) = try await TestSite.use { site in
            try await fill(site)
            return (try await export(site), try await site.number("select count(*) from article_revisions"))
        }
        try await TestSite.use { site in
            let report = try await site.take(bytes)
            #expect((report.added, report.known, report.pictures) == (4, 0, 1))
            #expect(report.revisions == revisions && report.redirects == 2 && report.problemCount == 0, "\(report)")
            // The contents are the same, so the bytes must be, too.
            #expect(try await export(site) == bytes)

            let channel = try await site.get("/ws?network=wifi&items=50").channel
            #expect(channel.title == "The Moved" && Set(channel.items.map(\.title)) == ["Ferry again", "Barco"])
            #expect(try await site.get("/old/ferry").status == 301)
            let imprint = try await site.get("/pages/imprint").text
            #expect(["<p>Who</p>", "https://jobs.example/", "#0b5f66"].allSatisfy(imprint.contains))
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

            let again = try await site.take(bytes)
            #expect((again.added, again.known, again.revisions, again.pictures) == (0, 4, 0, 0))
            #expect(try await export(site) == bytes)
        }
    }

    /// Imports into a newspaper that has articles already. The report names conflicts, and nothing is overwritten.
    @Test func aNewspaperJoinsAnother() async throws {
        let bytes = try await TestSite.use { site in
            try await fill(site)
            return try await export(site)
        }
        try await TestSite.use { site in
            let desk = try await Desk(site, .chief)
            try await desk.section("city")
            #expect(
                try await desk.send(.post, "editions", #"{"number":1,"date":"2001-01-01","title":"Ours"}"#).status
                    == 201)
            _ = try await desk.write(
                #"{"status":"published","headline":"Barco","section":"city","edition":"1","guid":"ours"}"#)
            let report = try await site.take(bytes)
            #expect(report.added == 4)
            #expect(report.problems.contains { $0.contains("/articles/barco-2") }, "\(report.problems)")
            #expect(report.problems.contains { $0.contains("edition 1 is number") }, "\(report.problems)")
            #expect(try await site.get("/ws?network=wifi").channel.title != "The Moved")
            #expect(try await site.number("select count(*) from policy_settings") == 0)
            #expect(try await site.get("/articles/barco").status == 200)
        }
    }

    /// The report names a lost original, and everything else is exported.
    @Test func aLostPictureIsTold() async throws {
        try await TestSite.use { site in
            try await fill(site)
            try FileManager.default.removeItem(atPath: site.folder + "/pictures")
            try FileManager.default.createDirectory(
                atPath: site.folder + "/pictures", withIntermediateDirectories: true)
            let file = site.folder + "/newspaper.tar"
            let report = try await Commands(site.backend).exportNewspaper(to: file) { _ in }
            #expect(report.problems.count == 1 && report.articles == 4)
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            try await TestSite.use { other in
                let taken = try await other.take(bytes)
                #expect(taken.added == 4 && taken.problems.contains { $0.contains("without its picture") })
            }
        }
    }

    @Test func anExportThatCannotBeWrittenLeavesNothing() async throws {
        try await TestSite.use { site in
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

extension TestSite {
    /// Imports an archive.
    func take(_ bytes: [UInt8]) async throws -> Importer.Report {
        let file = folder + "/coming.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return try await Commands(backend).importFile(file, media: nil) { done, all in #expect(done <= all) }
    }
}

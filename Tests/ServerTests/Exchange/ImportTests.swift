import Archive
@testable import Exchange
import FeedReading
import Foundation
import Imaging
import News
import PostgreSQL
@testable import Server
import Syndication
import TestSupport
import Testing
@testable import Web

/// Importing archives, on one server with an empty newspaper.
@Suite(.serialized, SharedSite())
struct ImportTests {
    /// Everything an import could change.
    private func state(_ site: TestSite) async throws -> [Int] {
        try await [
            "articles", "article_revisions", "editions", "sections", "categories", "pictures", "renditions", "audit",
        ].asyncMap {
            try await site.number(SQL(script: "select count(*) from \($0)"))
        } + [site.number("select revision from newspaper")]
    }

    private func run(_ site: TestSite, _ feed: String, media: [String: [UInt8]] = [:], beside: [String: [UInt8]] = [:])
        async throws -> Importer.Report
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "n4md-import-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder.appending(path: "media"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in media { try Data(bytes).write(to: folder.appending(path: "media/" + name)) }
        for (name, bytes) in beside { try Data(bytes).write(to: folder.appending(path: name)) }
        try Data(feed.utf8).write(to: folder.appending(path: "feed.xml"))
        return try await Commands(site.backend).importFile(folder.appending(path: "feed.xml").path, media: nil) {
            _, _ in
        }
    }

    private func rss(_ items: [String]) -> String {
        """
        <?xml version="1.0"?>
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
        <channel><title>The Archive</title><link>https://archive.example/</link><description>Old news</description><language>pt</language>
        \(items.joined(separator: "\n"))
        </channel></rss>
        """
    }

    /// A device that has the newspaper gets only what an import adds.
    @Test func whatIsAddedIsADelta() async throws {
        let site = try await TestSite.open()
        func item(_ guid: String) -> String {
            "<item><guid>\(guid)</guid><title>\(guid)</title><pubDate>Mon, 01 Jun 2026 00:00:00 +0000</pubDate></item>"
        }
        _ = try await run(site, rss([item("delta-1")]))
        let token = try await site.get("/ws?network=wifi").channel.sync
        _ = try await run(site, rss([item("delta-1"), item("delta-2")]))
        let delta = try await site.get("/ws?network=wifi&since=\(token)").channel
        #expect(delta.since != nil && delta.items.map(\.title) == ["delta-2"])
        await site.close()
    }

    @Test func anArchiveBecomesTheNewspaperOnce() async throws {
        let site = try SharedSite.site
        let jpeg = try DemoPicture.bytes("marathon")
        let feed = rss([
            """
            <item><guid>a1</guid><title>One &amp; only</title><pubDate>Sun, 31 May 2009 21:30:00 +0000</pubDate><category>Local news</category><category>Sea</category>
            <description>&lt;p&gt;Short&lt;/p&gt;</description><content:encoded><![CDATA[<p>Long <script>x</script><a href="/more">more</a></p>]]></content:encoded>
            <media:content url="https://archive.example/media/boat.jpg?size=1" type="image/jpeg"><media:description>A boat</media:description></media:content></item>
            """,
            "<item><guid>a2</guid><title>Two</title><pubDate>Mon, 01 Jun 2009 00:00:00 +0000</pubDate><category>Local news</category></item>",
            "<item><guid>a3</guid><title>Three</title><pubDate>Mon, 25 May 2009 00:00:00 +0000</pubDate></item>",
        ])
        let report = try await run(site, feed, media: ["boat.jpg": jpeg])
        #expect((report.added, report.pictures, report.known) == (3, 1, 0))
        #expect(report.problems.isEmpty, "\(report.problems)")

        let channel = try await site.get("/ws?network=wifi").channel
        #expect((channel.title, channel.description, channel.language) == ("The Archive", "Old news", "pt"))
        #expect(channel.items.map(\.title) == ["Two", "One & only", "Three"])
        let first = channel.items[1]
        #expect(
            first.category == ["Local news", "Sea"] && first.description == "Short" && first.imageCaption == "A boat")
        #expect(
            first.text == #"<p>Long <a href="https://archive.example/more">more</a></p>"#
                || first.text?.contains("script") == false)
        #expect(try await site.get(try #require(first.image).path).status == 200)
        // Weeks begin on Monday, so 31 May and 1 June are in different editions.
        #expect(try await site.get("/ws?edition=2009-05-31").channel.items.map(\.title) == ["One & only", "Three"])
        #expect(try await site.get("/ws?edition=2009-06-01").channel.items.map(\.title) == ["Two"])
        #expect(try await site.get("/ws?sections=local-news").channel.items.count == 2)

        let before = try await state(site)
        let again = try await run(site, feed, media: ["boat.jpg": jpeg])
        #expect((again.added, again.pictures, again.known) == (0, 0, 3) && again.problems.isEmpty)
        #expect(try await state(site) == before)
    }

    @Test func picturesWithinTextsComeAlong() async throws {
        let site = try SharedSite.site
        let jpeg = try DemoPicture.bytes("marathon")
        let feed = rss([
            """
            <item><guid>c1</guid><title>Pictured within</title><pubDate>Sun, 31 May 2009 21:30:00 +0000</pubDate><category>Local news</category>
            <content:encoded><![CDATA[<p>Before <img src="https://archive.example/media/boat.jpg" alt="The &quot;boat&quot;" onerror="x"> after</p>
            <p><img src="https://elsewhere.example/track.gif" alt="Gone"></p>]]></content:encoded></item>
            """
        ])
        let report = try await run(site, feed, media: ["boat.jpg": jpeg])
        #expect((report.added, report.pictures) == (1, 1) && report.problems.isEmpty)
        let browser = ["Accept": "text/html"]
        let page = try await site.get("/articles/pictured-within?network=wifi", browser).text
        #expect(
            page.contains(
                #/<p>Before <img src="\/media\/[0-9a-f]{64}\/[^"]+" width="\d+" height="\d+" alt="The &quot;boat&quot;"/#
            ))
        #expect(!page.contains("elsewhere") && !page.contains("onerror"))
        // Without room for the picture, or if the reader wants none, it becomes a link.
        let link = try #require(page.firstMatch(of: #/\/media\/[0-9a-f]{64}/#)?.output)
        let without = try await site.get("/articles/pictured-within?images=off", browser).text
        #expect(!without.contains("<img") && without.contains("<a href=\"\(link)/640q60\">The &quot;boat&quot;</a>"))
        #expect(try await site.get("\(link)/640q60").status == 200)
        // Channels and feeds leave it out.
        for path in ["/ws?network=wifi", "/rss.xml"] {
            let text = try await site.get(path).text
            #expect(text.contains("Before") && !text.contains("picture:"))
        }
    }

    @Test func badItemsAreToldAndTheRestGoesIn() async throws {
        let site = try SharedSite.site
        let good =
            "<guid>b%</guid><title>Good %</title><pubDate>Mon, 01 Jun 2009 00:00:00 +0000</pubDate><category>Local news</category>"
        let feed = rss([
            "<item>" + good.replacing("%", with: "1") + "</item>",
            "<item><title>No name</title><pubDate>Mon, 01 Jun 2009 00:00:00 +0000</pubDate></item>",
            "<item><guid>b2</guid><title>No date</title></item>",
            "<item><guid>b3</guid><title> </title><pubDate>Mon, 01 Jun 2009 00:00:00 +0000</pubDate></item>",
            "<item><guid>b4</guid><title>Bad date</title><pubDate>32 Foo 2009</pubDate></item>",
            "<item><guid>b1</guid><title>The same guid</title><pubDate>Mon, 01 Jun 2009 00:00:00 +0000</pubDate></item>",
            "<item>" + good.replacing("%", with: "5")
                + "<media:content url=\"https://x.example/gone.jpg\" medium=\"image\"/></item>",
            "<item>" + good.replacing("%", with: "6")
                + "<media:content url=\"https://x.example/broken.jpg\" medium=\"image\"/></item>",
            "<item>" + good.replacing("%", with: "7") + "</item>",
        ])
        let report = try await run(site, feed, media: ["broken.jpg": Array("no picture".utf8)])
        #expect((report.added, report.pictures, report.known) == (4, 0, 1))
        // The first item is on line 4.
        let expected = [
            ("line 5:", "guid"), ("line 6:", "date"), ("line 7:", "headline"), ("line 8:", "date"),
            ("line 10:", "gone.jpg"), ("line 11:", "broken.jpg"),
        ]
        #expect(report.problems.count == expected.count, "\(report.problems)")
        for (line, reason) in expected {
            #expect(
                report.problems.contains { $0.hasPrefix(line) && $0.contains(reason) },
                "\(line) \(reason): \(report.problems)")
        }
        let titles = try await site.get("/ws?network=wifi&items=200").channel.items.map(\.title)
        for title in ["Good 1", "Good 5", "Good 6", "Good 7"] { #expect(titles.contains(title)) }
        #expect(!titles.contains("No name") && !titles.contains("The same guid"))
    }

    @Test(arguments: [
        ("this is no feed", "line 1"), ("<rss>\n<channel>\n<item>", "line 3"), ("", "line 1"),
        ("<html/>", "<html>"), ("<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<rss/>", "DOCTYPE"),
    ])
    func whatIsNoFeedChangesNothing(_ feed: String, _ reason: String) async throws {
        let site = try SharedSite.site
        let before = try await state(site)
        let error = await #expect(throws: FeedError.self) { _ = try await run(site, feed) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(try await state(site) == before)
    }

    /// File names come from strangers, and must not lead outside the media folder.
    @Test(arguments: [
        "../secret.jpg", "..%2Fsecret.jpg", "https://x.example/media/../../secret.jpg",
        "https://x.example/..%2f..%2fsecret.jpg", "file:///etc/passwd", "/etc/passwd", "..", "%2e%2e", "a%00b.jpg",
        "media",
    ])
    func hostileNamesAreNotRead(_ url: String) async throws {
        let site = try SharedSite.site
        let before = try await site.number("select count(*) from pictures")
        let guid = UUID().uuidString
        let item =
            "<item><guid>\(guid)</guid><title>Hostile</title><pubDate>Mon, 01 Jun 2009 00:00:00 +0000</pubDate><media:content url=\"\(url)\" medium=\"image\"/></item>"
        let secret = try #require(Canvas(width: 60, height: 40)).jpeg()
        let report = try await run(site, rss([item]), beside: ["secret.jpg": secret])
        #expect(report.added == 1 && report.pictures == 0)
        #expect(
            report.problems.count == 1 && report.problems.allSatisfy { $0.contains("without its picture") },
            "\(report.problems)")
        #expect(try await site.number("select count(*) from pictures") == before)
    }

    @Test func aMissingFileOrFolderIsTold() async throws {
        let commands = Commands(try SharedSite.site.backend)
        await #expect(throws: OptionError.self) {
            _ = try await commands.importFile("/nowhere/feed.xml", media: nil) { _, _ in }
        }
        await #expect(throws: OptionError.self) {
            _ = try await commands.importFile(#filePath, media: "/nowhere/media") { _, _ in }
        }
    }

    @Test func anAtomArchiveIsTakenToo() async throws {
        let site = try SharedSite.site
        let report = try await run(
            site,
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>Atomic</title><entry><id>urn:atom:1</id><title>From Atom</title>
            <updated>2009-05-31T21:30:00Z</updated><category term="Local news"/><content type="html">&lt;p&gt;Body&lt;/p&gt;</content></entry></feed>
            """)
        #expect(report.added == 1 && report.problems.isEmpty, "\(report.problems)")
        #expect(try await site.get("/articles/from-atom").text.contains("<p>Body</p>"))
    }

    /// Imports a complete real newspaper with its photographs.
    @Test(.enabled(if: SharedData.newspaper != nil))
    func aRealNewspaperGoesIn() async throws {
        let site = try await TestSite.open()
        do {
            try await importRealNewspaper(site)
        } catch {
            await site.close()
            throw error
        }
        await site.close()
    }

    private func importRealNewspaper(_ site: TestSite) async throws {
        let feed = try #require(SharedData.newspaper).path
        let report = try await Commands(site.backend).importFile(feed, media: nil) { done, all in
            #expect(done <= all && all == 160)
        }
        #expect((report.added, report.pictures, report.known) == (160, 160, 0))
        #expect(report.problems.isEmpty, "\(report.problems)")
        #expect(try await site.number("select count(*) from articles where picture is not null") == 160)
        let channel = try await site.get("/ws?network=wifi&items=160").channel
        #expect(channel.items.count == 160)
        #expect(channel.items.contains { $0.title == "18F’s year of launches" })
        let before = try await state(site)
        let again = try await Commands(site.backend).importFile(feed, media: nil) { _, _ in }
        #expect((again.added, again.known) == (0, 160))
        #expect(try await state(site) == before)
    }
}

import Archive
@testable import Exchange
import FeedReading
import Foundation
import HTTPTypes
import Imaging
import PostgreSQL
@testable import Server
import Syndication
import TestSupport
import Testing
import XML

/// Importing newspapers from WordPress and Ghost.
@Suite(.serialized, SharedSite())
struct MovingInTests {
    /// Writes a text to a file, with pictures in a folder beside it, and imports it.
    private func take(_ text: String, _ site: TestSite, pictures: [String: [UInt8]] = [:]) async throws
        -> Importer.Report
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "n4md-moving-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "uploads"), withIntermediateDirectories: true)
        for (name, bytes) in pictures {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let file = folder.appending(path: "export")
        try Data(text.utf8).write(to: file)
        return try await Commands(site.backend).importFile(
            file.path, media: folder.appending(path: "uploads").path
        ) { done, all in #expect(done <= all) }
    }

    private func jpeg(_ width: Int) throws -> [UInt8] { try #require(Canvas(width: width, height: 300)).jpeg() }

    private func wordPress(_ items: String, prologue: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8" ?>
        <!-- This is a WordPress eXtended RSS file. -->
        \(prologue)<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
          xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:wp="http://wordpress.org/export/1.2/">
        <channel><title>The Old Paper</title><link>https://old.example/blog</link><description>As it was</description>
        <language>pt-PT</language><wp:wxr_version>1.2</wp:wxr_version>
        <wp:author><wp:author_login><![CDATA[ana]]></wp:author_login><wp:author_display_name><![CDATA[Ana Lopes]]></wp:author_display_name></wp:author>
        \(items)
        </channel></rss>
        """
    }

    private func post(
        _ id: Int, _ title: String, type: String = "post", status: String = "publish",
        date: String = "2020-05-04 10:00:00",
        _ more: String
    ) -> String {
        """
        <item><title><![CDATA[\(title)]]></title><link>https://old.example/blog/2020/05/post-\(id)/</link>
        <pubDate>Mon, 04 May 2020 10:00:00 +0000</pubDate><dc:creator><![CDATA[ana]]></dc:creator>
        <guid isPermaLink="false">https://old.example/blog/?p=\(id)</guid>
        <wp:post_id>\(id)</wp:post_id><wp:post_date_gmt><![CDATA[\(date)]]></wp:post_date_gmt>
        <wp:post_name><![CDATA[post-\(id)]]></wp:post_name><wp:status><![CDATA[\(status)]]></wp:status>
        <wp:post_type><![CDATA[\(type)]]></wp:post_type>\(more)</item>
        """
    }

    private func meta(_ key: String, _ value: String) -> String {
        "<wp:postmeta><wp:meta_key>\(key)</wp:meta_key><wp:meta_value><![CDATA[\(value)]]></wp:meta_value></wp:postmeta>"
    }

    private var wholePaper: String {
        let uploads = "https://old.example/blog/wp-content/uploads/2020/05"
        return wordPress(
            [
                post(
                    11, "Boats &amp; nets",
                    """
                    <content:encoded><![CDATA[First.\n\nSecond [gallery ids="1"]
                    [caption]<img src="\(uploads)/net-300x200.jpg" alt="A net"/> Nets to dry[/caption]]]></content:encoded>
                    <excerpt:encoded><![CDATA[In short]]></excerpt:encoded>
                    <category domain="category" nicename="sea-life"><![CDATA[Sea & Life]]></category>
                    <category domain="category" nicename="port"><![CDATA[Port]]></category>
                    <category domain="post_tag" nicename="boats"><![CDATA[boats]]></category>
                    \(meta("_thumbnail_id", "20"))<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>
                    """),
                post(12, "Later", status: "future", "<content:encoded>Not yet</content:encoded>"),
                post(
                    13, "Half done", status: "draft", date: "0000-00-00 00:00:00",
                    "<content:encoded>x</content:encoded>"),
                post(14, "Secret", status: "private", ""),
                post(15, "About us", type: "page", ""),
                post(16, "Menu", type: "nav_menu_item", ""),
                post(
                    17, "", date: "2020-04-01 10:00:00", "<content:encoded>An aside without a title</content:encoded>"),
                post(
                    20, "boat", type: "attachment", status: "inherit",
                    """
                    <excerpt:encoded><![CDATA[At <b>dawn</b>]]></excerpt:encoded>
                    <wp:attachment_url>\(uploads)/boat-scaled.jpg</wp:attachment_url>\(meta("_wp_attachment_image_alt", "A boat"))
                    """),
            ].joined(separator: "\n"))
    }

    @Test func aPaperComesFromWordPress() async throws {
        let site = try SharedSite.site
        let pictures = try ["uploads/2020/05/boat.jpg": jpeg(900), "uploads/2020/05/net.jpg": jpeg(700)]
        let report = try await take(wholePaper, site, pictures: pictures)
        #expect((report.added, report.pictures, report.known) == (4, 2, 0), "\(report)")
        for (place, reason) in [
            ("Boats", "[gallery]"), ("Later", "to be published later"), ("Secret", "private"), ("About us", "a page"),
        ] {
            #expect(report.problems.contains { $0.contains(place) && $0.contains(reason) }, "\(report.problems)")
        }
        #expect(report.notTaken == ["comments": 1, "posts": 1, "pages": 1, "items of type nav_menu_item": 1])
        #expect(report.problemCount == 4)

        let channel = try await site.get("/ws?network=wifi&items=50").channel
        #expect((channel.title, channel.language) == ("The Old Paper", "pt-PT"))
        #expect(channel.items.map(\.title) == ["Boats & nets", "An aside without a title"])
        let boats = channel.items[0]
        #expect(boats.author == "Ana Lopes" && boats.description == "In short")
        #expect(
            boats.category == ["Sea & Life", "boats", "Port"] || boats.category == ["Sea & Life", "Port", "boats"])
        #expect(boats.imageCaption == "A boat" || boats.imageCaption == "At dawn")
        let page = try await site.get("/articles/post-11", ["Accept": "text/html"]).text
        #expect(page.contains("<p>First.</p><p>Second</p>") && page.contains("<figcaption>Nets to dry</figcaption>"))
        #expect(try await site.get("/ws?network=wifi&sections=sea-life").channel.items.count == 1)
        // Editions are numbered by date, whatever their order in the file.
        #expect(
            try await site.number(
                "select count(*) from editions e where exists (select from editions o where o.number < e.number and o.date > e.date)"
            )
                == 0)

        let again = try await take(wholePaper, site, pictures: pictures)
        #expect((again.added, again.pictures, again.known) == (0, 0, 4))
    }

    @Test func oldAddressesLeadOn() async throws {
        let site = try SharedSite.site
        _ = try await take(wholePaper, site)
        for path in ["/blog/2020/05/post-11/", "/blog/2020/05/post-11", "/blog/?p=11", "/blog//2020/05/post%2D11?x=1"] {
            let answer = try await site.get(path)
            #expect(answer.status == 301 && answer["location"] == "/articles/post-11", "\(path) \(answer.status)")
        }
        #expect(try await site.send(.head, "/blog/?p=11").status == 301)
        #expect(try await site.send(.post, "/blog/?p=11").status == 404)
        // Addresses of unpublished posts lead nowhere, and old addresses never hide our own pages.
        for path in ["/blog/?p=13", "/blog/2020/05/post-13/", "/blog/../blog/?p=11x", "/nothing"] {
            #expect(try await site.get(path).status == 404, "\(path)")
        }
        #expect(try await site.get("/?p=11").status < 304)
        let id = try await site.number("select id from articles where slug = 'post-11'")
        try await site.backend.archive.write { holdings in
            _ = try holdings.redirects.insert(["/?p=11", "/m", "/articles/circle"], to: id)
        }
        #expect(try await site.get("/?p=11")["location"] == "/articles/post-11")
        #expect(try await site.get("/m/").status == 200)
        #expect(try await site.get("/articles/circle").status == 404)
        _ = try await site.backend.archive.write { holdings in
            try holdings.connection.query("update articles set status = 'withdrawn' where id = \(id)")
            try holdings.newspaper.bump()
        }
        #expect(try await site.get("/blog/?p=11").status == 301)
        // The server learns of the change from the database.
        #expect(try await eventually { try await site.get("/articles/post-11").status == 410 })
    }

    /// A faulty file changes nothing, wherever the fault is.
    @Test(arguments: [
        ("<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "", "DOCTYPE"),
        ("", "<item><title>&x;</title></item>", "line"), ("", "<item><title>cut", "line"),
        ("", "<item>" + String(repeating: "<a>", count: 300), "deep"),
    ])
    func unsoundFilesChangeNothing(_ prologue: String, _ end: String, _ reason: String) async throws {
        let site = try SharedSite.site
        let before = try await site.number("select (select count(*) from articles) + (select revision from newspaper)")
        let text = wordPress(post(900, "Good", "<content:encoded>x</content:encoded>") + end, prologue: prologue)
        let error = await #expect(throws: XMLError.self) { _ = try await take(text, site) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(
            try await site.number("select (select count(*) from articles) + (select revision from newspaper)") == before
        )
    }

    @Test(arguments: [
        "../secret.jpg", "https://x.example/wp-content/uploads/../../secret.jpg",
        "/wp-content/uploads/%2e%2e/secret.jpg",
        "/wp-content/uploads/..%2Fsecret.jpg", "/etc/passwd", "/wp-content/uploads/link.jpg", "/wp-content/uploads/",
    ])
    func picturesAreNeverTakenFromElsewhere(_ url: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "n4md-media-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "media"), withIntermediateDirectories: true)
        try Data(jpeg(100)).write(to: folder.appending(path: "secret.jpg"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "media/link.jpg"), withDestinationURL: folder.appending(path: "secret.jpg"))
        guard case .failure = MediaFolder(folder.appending(path: "media").path).picture(url) else {
            Issue.record("\(url) was read")
            return
        }
    }

    @Test func aPaperComesFromGhost() async throws {
        let site = try SharedSite.site
        let posts = """
            {"id":"g1","uuid":"u1","title":"From Ghost","slug":"from-ghost","status":"published","type":"post","visibility":"public",
             "html":"<p>Hello <a href=\\"__GHOST_URL__/other/\\">there</a></p><figure><img src=\\"__GHOST_URL__/content/images/size/w600/2021/01/cat.jpg\\" alt=\\"Cat\\"><figcaption>A cat</figcaption></figure><iframe src=\\"x\\"></iframe><formula>1</formula><VIDEO>v</VIDEO>",
             "custom_excerpt":"Short","feature_image":"__GHOST_URL__/content/images/2021/01/cover.jpg","published_at":"2021-01-05T08:00:00.000Z"},
            {"id":"g2","title":"For members","slug":"for-members","status":"published","visibility":"paid","html":"<p>x</p>","published_at":"2021-01-06T08:00:00.000Z"},
            {"id":"g3","title":"About","slug":"about","type":"page","status":"published","html":"<p>x</p>"},
            {"id":"g4","title":"Lexical only","slug":"lexical","status":"draft","html":null,"lexical":"{}"},
            {"id":5,"title":"Old numbers","slug":"old-numbers","status":"published","page":0,"html":"<p>y</p>","published_at":1577836800000,"author_id":1}
            """
        let data = """
            {"posts":[\(posts)],
             "users":[{"id":"a1","name":"Rui"},{"id":"a2","name":"Eva"},{"id":1,"name":"Old Author"}],
             "posts_authors":[{"post_id":"g1","author_id":"a1","sort_order":1},{"post_id":"g1","author_id":"a2","sort_order":0}],
             "tags":[{"id":"t1","name":"Culture","slug":"culture"},{"id":"t2","name":"Film","slug":"film"},{"id":"t3","name":"#internaltag","slug":"h","visibility":"internal"}],
             "posts_tags":[{"post_id":"g1","tag_id":"t2","sort_order":2},{"post_id":"g1","tag_id":"t1","sort_order":1},{"post_id":"g1","tag_id":"t3","sort_order":0}],
             "posts_meta":[{"post_id":"g1","feature_image_alt":"The cover","feature_image_caption":"By <b>us</b>"}],
             "settings":[{"key":"title","value":"Ghost Paper"},{"key":"is_private","value":false}]}
            """
        let pictures = try ["uploads/2021/01/cover.jpg": jpeg(800), "uploads/2021/01/cat.jpg": jpeg(640)]
        let report = try await take(#"{"db":[{"meta":{"version":"5.0"},"data":\#(data)}]}"#, site, pictures: pictures)
        #expect((report.added, report.pictures) == (3, 2), "\(report)")
        for reason in ["About", "Lexical only", "for paid only", "<iframe>, <video>"] {
            #expect(report.problems.contains { $0.contains(reason) }, "\(reason): \(report.problems)")
        }
        let page = try await site.get("/from-ghost/")
        #expect(page.status == 301 && page["location"] == "/articles/from-ghost")
        let text = try await site.get("/articles/from-ghost", ["Accept": "text/html"]).text
        #expect(
            text.contains("Eva, Rui") && text.contains("<figcaption>A cat</figcaption>") && text.contains("The cover"))
        #expect(text.contains(#"<a href="/other/">there</a>"#) && !text.contains("internaltag"))
        #expect(try await site.get("/articles/for-members").status == 404)
        #expect(try await site.get("/articles/old-numbers", ["Accept": "text/html"]).text.contains("Old Author"))
        let again = try await take("{\"data\":\(data)}", site)
        #expect((again.added, again.known) == (0, 3))
    }

    @Test(arguments: [
        ("{", "JSON"), ("{}", "data"), ("{\"data\":{}}", "posts"), ("{\"data\":{\"posts\":[{\"title\":\"x\"}]}}", "id"),
        ("{\"data\":" + String(repeating: "[", count: 100_000), "JSON"),
    ])
    func whatIsNoGhostExportIsTold(_ text: String, _ reason: String) async throws {
        let error = await #expect(throws: GhostError.self) { _ = try await take(text, SharedSite.site) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    /// A report is limited in length, and says how much it leaves out.
    @Test func aReportIsBounded() {
        var report = Importer.Report()
        for number in 0..<1000 {
            report.tell("problem \(number)")
            report.leave("kind \(number)")
        }
        #expect(report.problems.count == Importer.Report.problemLimit && report.problemCount == 1000)
        #expect(report.notTaken.count <= 51 && report.notTaken.values.reduce(0, +) == 1000)
        #expect(report.lines.contains("… and 800 more of this kind"))
    }
}

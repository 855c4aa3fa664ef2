import Foundation
import Syndication
import TestSupport
import Testing
import XML

@testable import FeedReading

/// Strangers' feeds: good, malformed and hostile.
struct FeedParserTests {
    private func feed(
        _ text: String, url: String = "https://paper.example/feeds/a.xml", contentType: String? = nil,
        limits: FeedLimits = FeedLimits()
    ) throws -> Feed {
        try Feed(Array(text.utf8), url: url, contentType: contentType, limits: limits)
    }

    private func rss(_ items: String, channel: String = "<title>T</title><link>https://paper.example/</link>") -> String
    {
        "<rss version=\"2.0\"><channel>\(channel)\(items)</channel></rss>"
    }

    private func item(_ text: String) throws -> FeedItem {
        try #require(try feed(rss("<item>\(text)</item>")).items.first)
    }

    private func refusal(_ text: String, limits: FeedLimits = FeedLimits()) -> FeedError? {
        #expect(throws: FeedError.self) { try feed(text, limits: limits) }
    }

    // MARK: Formats

    @Test(arguments: [
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel><title>T</title><link>https://paper.example/</link></channel><image><title>no</title><url>i.png</url></image><item rdf:about='https://paper.example/1'><title>One</title><link>https://paper.example/1</link></item></rdf:RDF>",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel><title>T</title><link>https://paper.example/</link></channel><item><title>One</title><link>https://paper.example/1</link></item></rdf:RDF>",
        "<?xml version='1.0'?><!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS 0.91//EN' 'http://my.netscape.com/publish/formats/rss-0.91.dtd'><rss version='0.91'><channel><title>T</title><link>https://paper.example/</link><item><title>One</title><link>/1</link></item></channel></rss>",
        "<rss version='2.0' xmlns='http://backend.userland.com/rss2'><channel><title>T</title><link>https://paper.example/</link><item><title>One</title><guid>https://paper.example/1</guid></item></channel></rss>",
        "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title>T</title><link rel='alternate' href='https://paper.example/'/><entry><title mode='escaped' type='text/html'>One</title><link rel='alternate' href='/1'/><id>https://paper.example/1</id></entry></feed>",
        "{\"version\": \"https://jsonfeed.org/version/1\", \"title\": \"T\", \"home_page_url\": \"https://paper.example/\", \"items\": [{\"id\": \"https://paper.example/1\", \"url\": \"/1\", \"title\": \"One\"}]}",
    ])
    func everyFormatIsUnderstood(_ text: String) throws {
        let feed = try feed(text)
        #expect((feed.title, feed.link) == ("T", "https://paper.example/"))
        #expect(feed.items.map(\.title) == ["One"])
        #expect(
            feed.items.map(\.link) == ["https://paper.example/1"]
                && feed.items.map(\.guid) == ["https://paper.example/1"])
        #expect(!feed.format.isEmpty)
    }

    @Test func whatPollingNeeds() throws {
        let channel = """
            <title>T</title><link>https://paper.example/</link><ttl>30</ttl><image><url>/i.png</url><title>no</title></image>
            <atom:link rel="self" href="a.xml"/><atom:link rel="hub" href="https://hub.example/"/>
            <skipHours><hour>0</hour><hour>23</hour><hour>99</hour></skipHours><skipDays><day>Sunday</day><day>Noday</day></skipDays>
            """
        let feed = try feed(rss("", channel: channel))
        #expect(
            feed.title == "T" && feed.icon == "https://paper.example/i.png" && feed.hubs == ["https://hub.example/"])
        #expect(feed.selfLink == "https://paper.example/feeds/a.xml")
        #expect(feed.rhythm.interval == 1800 && feed.rhythm.skipHours == [0, 23] && feed.rhythm.skipDays == [0])
        let hourly = try self.feed(
            rss("", channel: "<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>"))
        #expect(hourly.rhythm.interval == 1800)
    }

    @Test func jsonFeed() throws {
        let text = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "T", "hubs": [{"type": "WebSub", "url": "https://hub.example/"}],
             "expired": true, "authors": [{"name": "Desk"}], "items": [
              {"id": 7, "url": "https://paper.example/7?utm_source=x", "title": "A < B", "content_text": "one\\n\\ntwo & three", "image": "/p.jpg",
               "date_published": "2009-05-31T21:30:00Z", "tags": ["Sea", 3], "attachments": [{"url": "/a.mp3", "mime_type": "audio/mpeg"}]}, "x"]}
            """
        let feed = try feed(text, contentType: "application/feed+json")
        let item = try #require(feed.items.first)
        #expect(feed.items.count == 1 && feed.hubs == ["https://hub.example/"] && feed.rhythm.isOver)
        #expect((item.guid, item.link, item.title) == ("7", "https://paper.example/7", "A &lt; B"))
        #expect(
            item.content == "<p>one</p><p>two &amp; three</p>" && item.authors == ["Desk"] && item.categories == ["Sea"]
        )
        #expect(item.published == Moments.evening && item.picture?.url == "https://paper.example/p.jpg")
        #expect(item.enclosures == [.init(url: "https://paper.example/a.mp3", type: "audio/mpeg")])
        for bad in ["{", "{}", "{\"version\": \"https://jsonfeed.org/version/1\"}", "{\"items\": []}"] {
            #expect(refusal(bad)?.description.contains("JSON Feed") == true)
        }
    }

    // MARK: Malformed

    @Test(arguments: [
        ("<title>Q&amp;A</title>", "Q&A"), ("<title>Q & A</title>", "Q & A"),
        ("<title>Caf&eacute;&nbsp;x</title>", "Café\u{A0}x"),
        ("<title>&lt;b&gt;Bold&lt;/b&gt; &amp;amp; x</title>", "Bold & x"),
        ("<title>a <b>c</b><br>d</title>", "a c\nd"),
        ("<title><![CDATA[<i>x</i> & y]]></title>", "x & y"), ("<title>\n two\n lines </title>", "two lines"),
        ("<dc:title>x</dc:title>", "x"),
        ("<title>a\u{8}b</title>", "a b"), ("<media:title>no</media:title><title>yes</title>", "yes"),
    ])
    func titles(_ text: String, _ expected: String) throws {
        #expect(HTMLSanitizer.sanitize(try item(text).title).plainText == expected)
    }

    @Test func linksAndNames() throws {
        #expect(try item("<link>/x?utm_source=rss</link>").link == "https://paper.example/x")
        #expect(try item("<guid>https://paper.example/g</guid>").link == "https://paper.example/g")
        #expect(try item("<guid isPermaLink='false'>https://paper.example/g</guid>").link.isEmpty)
        #expect(try item("<link>javascript:alert(1)</link>").link.isEmpty)
        #expect(
            try item("<link>/a</link><feedburner:origLink>https://o.example/a</feedburner:origLink>").canonical
                == "https://o.example/a")
        #expect(try item("<author>desk@paper.example (Ana Reis)</author>").authors == ["Ana Reis"])
        #expect(
            try item("<author>a@b.c (Ana)</author><dc:creator>Rui</dc:creator><itunes:author>X</itunes:author>").authors
                == ["Rui"])
        let nameless = try item("<title>One</title><pubDate>31 May 2009 21:30 GMT</pubDate>").guid
        let again = try item("<pubDate>31 May 2009 21:30 GMT</pubDate><title>One</title>").guid
        let other = try item("<title>Two</title><pubDate>31 May 2009 21:30 GMT</pubDate>").guid
        #expect(nameless.hasPrefix("urn:hash:") && nameless == again && nameless != other)
    }

    @Test func basesAreResolved() throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://other.example/dir/"><link href="./"/>
            <entry xml:base="sub/"><id>1</id><link href="a"/><content type="xhtml" xml:base="deep/"><div xmlns="http://www.w3.org/1999/xhtml"><a href="x">1 &lt; 2</a><br/></div></content></entry>
            <entry><id>2</id><link href="b"/><content type="text">a &lt; b</content><link rel="enclosure" type="audio/mpeg" href="c.mp3" length="5"/></entry></feed>
            """
        let feed = try feed(atom)
        #expect(feed.link == "https://other.example/dir/")
        #expect(feed.items.map(\.link) == ["https://other.example/dir/sub/a", "https://other.example/dir/b"])
        #expect(
            feed.items[0].base == "https://other.example/dir/sub/deep/"
                && feed.items[0].content == "<a href=\"x\">1 &lt; 2</a><br>")
        #expect(feed.items[1].content == "a &lt; b")
        #expect(
            feed.items[1].enclosures == [.init(url: "https://other.example/dir/c.mp3", type: "audio/mpeg", length: 5)])
    }

    @Test func picturesBestFirst() throws {
        let item = try item(
            """
            <media:thumbnail url="t.jpg"/><media:group><media:content url="s.jpg" medium="image" width="140"/>
            <media:content url="l.jpg" medium="image" width="460"><media:credit>Ana</media:credit></media:content></media:group>
            <media:description>A boat</media:description><enclosure url="e.jpg" type="image/jpeg"/>
            """)
        #expect(item.pictures.map(\.url) == ["l.jpg", "s.jpg", "e.jpg", "t.jpg"].map { "https://paper.example/" + $0 })
        #expect(item.picture == item.pictures.first && item.picture?.alt == "A boat" && item.picture?.credit == "Ana")
    }

    @Test(arguments: ["0000-00-00T00:00:00Z", "Fri, 31 Dec 9999 23:59:59 GMT", "yesterday"])
    func datesThatCannotBeAreTold(_ date: String) throws {
        let item = try item("<title>x</title><pubDate>\(date)</pubDate>")
        #expect(item.published == nil && item.losses.count == 1 && item.losses[0].contains(date))
    }

    // MARK: Hostile

    /// Each of them once crashed the process.
    @Test(arguments: [
        "<title type=''>x</title>", "<title type='application/svg+xml'>x</title>", "<title mode='base64'>eA==</title>",
        "<summary type='base64'>eA==</summary>", "<content type='application/svg+xml'>x</content>",
        "<content type='image/png' mode='base64'>eA==</content>", "<dc:title type='video/x'>x</dc:title>",
        "<subtitle type='x/y'>x</subtitle>", "<rights type='x/y'>x</rights>",
    ])
    func textsOfTypesThatAreNotRead(_ text: String) throws {
        for namespace in ["http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"] {
            let feed = try feed(
                "<feed xmlns=\"\(namespace)\">\(text)<entry><id>1</id>\(text)\(text)<summary>s</summary></entry></feed>"
            )
            let item = try #require(feed.items.first)
            #expect(item.content.isEmpty && (item.summary == "s" || item.summary == ""))
            #expect(item.losses.allSatisfy { $0.hasPrefix("without a text of the type") })
        }
    }

    @Test func aTextOfTheEmptyTypeIsPlain() throws {
        let text = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><title type=\"\">a &lt; b</title></entry></feed>"
        #expect(try feed(text).items.map(\.title) == ["a &lt; b"])
    }

    @Test func whatIsTooMuchIsCutOrRefused() throws {
        var limits = FeedLimits()
        limits.items = 10
        limits.refusedItems = 100
        let some = try feed(rss(String(repeating: "<item><title>x</title></item>", count: 50)), limits: limits)
        #expect(some.items.count == 10 && some.omitted == 40 && some.remarks.count == 1)
        #expect(
            refusal(rss(String(repeating: "<item/>", count: 101)), limits: limits)?.description.contains("100 items")
                == true)
        #expect(refusal(rss(String(repeating: "<item/>", count: 1_000_000)))?.description.contains("items") == true)
        let long = try item("<title>\(String(repeating: "é", count: 500_000))</title>")
        #expect(long.title.utf8.count == 2000 && long.losses.first?.contains("headline") == true)
        limits.bytes = 100
        #expect(
            refusal(rss(String(repeating: "x", count: 100)), limits: limits)?.description.contains("100 bytes") == true)
    }

    @Test func floodsWithinAnItemAreBounded() throws {
        let piece =
            "<pubDate>x</pubDate><category>%</category><itunes:image href='%'/><author>%</author><enclosure url='%' type='image/png'/>"
        let item = try item((0..<2000).map { piece.replacing("%", with: "v\($0)") }.joined())
        #expect(item.losses.count <= 20 && item.categories.count == 100 && item.authors.count == 100)
        #expect(item.enclosures.count == 100 && item.pictures.count <= 200)
    }

    @Test(arguments: [
        ("<!DOCTYPE rss [<!ENTITY a 'b'>]><rss/>", "DOCTYPE"), ("<rss>\u{0}</rss>", "NUL"),
        ("<rss><channel>", "the rest is missing"),
        ("<!DOCTYPE html><html><p>x</html>", "HTML page"),
        ("<rss><channel a='\(String(repeating: "x", count: 20_000))'/></rss>", "longer than"),
        ("<rss>" + String(repeating: "<a>", count: 1000), "deep"), ("<opml/>", "<opml>"),
    ])
    func refusesWithItsReason(_ text: String, _ reason: String) {
        #expect(refusal(text)?.description.contains(reason) == true)
    }

    /// A truncated transfer is an error, unless the caller asks for what there is.
    @Test func truncatedFeeds() throws {
        let whole = Array(rss("<item><title>One</title></item><item><title>Two</title></item>").utf8)
        for length in 1..<(whole.count - 1) {
            #expect(throws: FeedError.self) { try Feed(Array(whole[..<length])) }
        }
        let parser = try FeedParser()
        try parser.take(Array(whole[..<(whole.count - 30)]))
        let feed = try parser.finish(mayBeTruncated: true)
        #expect(feed.isTruncated && feed.items.map(\.title) == ["One"])
    }

    @Test func everyFlippedBitIsReadOrRefused() {
        let source = Array(
            rss("<item><title>a &amp; b</title><pubDate>31 May 2009 21:30 GMT</pubDate><link href='x'/></item>").utf8)
        for index in source.indices {
            for bit in 0..<8 {
                var bytes = source
                bytes[index] ^= 1 << UInt8(bit)
                _ = try? Feed(bytes, url: "https://paper.example/")
            }
        }
    }

    /// A feed reads the same, however its bytes are split.
    @Test(arguments: SharedData.feeds)
    func piecesMakeNoDifference(_ file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let whole = try? Feed(bytes)
        for size in [1, 1000] {
            let parser = try FeedParser(limits: .archive)
            let feed: Feed? = try? {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try parser.take(Array(bytes[start..<min(start + size, bytes.count)]))
                }
                return try parser.finish()
            }()
            #expect(
                feed?.items.map(\.content) == whole?.items.map(\.content)
                    && feed?.items.map(\.guid) == whole?.items.map(\.guid))
        }
    }

    /// Counts the items of the captured feeds.
    @Test(arguments: SharedData.feeds)
    func realFeedsHaveTheirItems(_ file: URL) throws {
        let counts = [
            "atom-customfields.atom": 15, "content-encoded.rss": 7, "craigslist.rss": 25, "encoding.rss": 40,
            "feedburner.atom": 25,
            "guardian.rss": 55, "gulp-atom.atom": 10, "heise.atom": 15, "heraldsun.rss": 2, "incomplete-fields.atom": 1,
            "itunes-keywords-astext.rss": 32, "many-links.rss": 25, "narro.rss": 1, "reddit-home.rss": 24,
            "rss-1.rss": 69, "uolNoticias.rss": 15,
        ]
        guard let count = counts[file.lastPathComponent] else { return }
        let feed = try Feed([UInt8](Data(contentsOf: file)))
        #expect(feed.items.count == count)
        if count > 1 {
            #expect(feed.items.allSatisfy { !$0.guid.isEmpty && !$0.title.isEmpty && !$0.link.isEmpty })
            #expect(feed.items.allSatisfy { $0.published != nil || file.lastPathComponent == "heraldsun.rss" })
        }
    }
}

import Foundation
import News
import Testing
import XML

@testable import FeedReading
@testable import Syndication

struct SyndicatedFeedTests {
    private func feed(
        _ format: FeedFormat, _ subject: FeedSubject = .newspaper, _ name: String? = nil,
        stories: [Story] = Example.stories, rest: Cursor? = nil, before: Cursor? = nil
    ) -> SyndicatedFeed {
        let ana = Author(id: 1, slug: "ana-reis", name: "Ana Reis")
        var feed = SyndicatedFeed(
            masthead: Example.masthead, site: Example.site, address: FeedAddress(subject, format, before: before),
            subject: name, entries: stories.map { SyndicatedFeed.Entry($0, authors: $0.id == 41 ? [ana] : []) },
            rest: rest,
            tombstones: stories.isEmpty
                ? [] : [.init(guid: "tag:example.org,2009:gone", at: Example.moment(7200), revision: 3)],
            pace: FeedPace(stories.map(\.publishedAt)))
        if feed.address.isTopic { feed.hubs = [Example.site.hub, "https://hub.example.net/?a&b"] }
        return feed
    }

    @Test(arguments: FeedFormat.allCases)
    func theFeedIsTheGoldenOne(_ format: FeedFormat) throws {
        try expectGolden(format.fileName, feed(format).document)
    }

    @Test func aSectionsFeedNamesItself() throws {
        let channel = try #require(
            try XMLReader.parse(feed(.rss, .section("city"), "City & Port").document).first("channel"))
        #expect(channel.first("title").map { FeedText.line($0.text) } == "The <Example> & Co. – City & Port")
        #expect(channel.first("link")?.text == "https://news.example.org/sections/city")
        #expect(
            channel.first("link", Namespace.atom)?.attribute("href") == "https://news.example.org/sections/city/rss.xml"
        )
        #expect(channel.first("link", Namespace.atom)?.attribute("rel") == "self")
    }

    /// Written feeds can be read by our own importer.
    @Test(arguments: [FeedFormat.rss, .atom])
    func whatIsWrittenIsReadAgain(_ format: FeedFormat) throws {
        let read = try Feed(feed(format).document)
        #expect(read.title == Example.masthead.title)
        #expect(read.items.count == Example.stories.count)
        for (item, story) in zip(read.items, Example.stories).prefix(2) {
            #expect(item.guid == story.guid)
            // Both are written as the HTML that shows them.
            #expect(FeedText.line(item.title) == story.headline)
            #expect(item.summary == story.standfirst.plainAsHTML)
            #expect(item.content.hasSuffix(story.text))
            #expect(item.link == "https://news.example.org/articles/\(story.slug)")
            #expect(item.published == story.publishedAt)
        }
        let boat = read.items[0]
        #expect(boat.authors == ["Ana & Rui"] && read.items[1].authors == ["Ana Reis"])
        #expect(boat.point?.latitude == 41.45 && boat.point?.longitude == -8.29)
        #expect(boat.picture?.url == "https://news.example.org/media/\(Example.hash)/320q60.jpg")
        #expect(boat.picture?.alt == "The boat")
        #expect(boat.picture?.credit == "A. Nother")
        #expect(boat.categories == ["City & Port", "Sea \"& shore\"", "Film"])
    }

    /// RSS readers treat the description as HTML (RSS profile, "Character Data"), and most do the same with the title.
    @Test(arguments: [
        "<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;", "&amp;lt;b&amp;gt;", "1 < 2 & 3 > 2",
        "<!--", "AT&T & Co.",
        "&#60;script&#62;", "<svg/onload=alert(1)", "\"quoted\" 'words'",
    ])
    func readersOfHTMLSeeTheTextItself(_ text: String) throws {
        var story = Example.stories[0]
        (story.texts.headline, story.texts.standfirst) = (text, text)
        let document = feed(.rss, .newspaper, text, stories: [story]).document
        let channel = try #require(try XMLReader.parse(document).first("channel"))
        let item = try #require(channel.first("item"))
        for element in [item.first("title"), item.first("description")] {
            let html = try #require(element?.text)
            #expect(!html.contains("<"), "markup of its own")
            #expect(HTMLSanitizer.sanitize(html).plainText == text)
        }
        #expect(channel.first("title")?.text.contains("<") == false)
    }

    @Test(arguments: FeedFormat.allCases)
    func anEmptyNewspaperHasAFeed(_ format: FeedFormat) throws {
        let bytes = feed(format, stories: []).document
        if format == .json {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect((object["items"] as? [Any])?.isEmpty == true)
        } else {
            #expect(try Feed(bytes).items.isEmpty)
        }
    }

    @Test func pagesLeadToEachOther() throws {
        let rest = Cursor(publishedAt: Example.moment(-86_400), id: 40)
        let root = try XMLReader.parse(
            feed(.atom, rest: rest, before: Cursor(publishedAt: Example.moment(9), id: 1)).document)
        let links = Dictionary(
            root.all("link", Namespace.atom).map { ($0.attribute("rel") ?? "", $0.attribute("href") ?? "") },
            uniquingKeysWith: { first, _ in first })
        #expect(links["next"] == "https://news.example.org/atom.xml?before=\(rest.token)")
        #expect(links["first"] == "https://news.example.org/atom.xml")
        #expect(links["self"]?.contains("?before=") == true)
    }

    @Test(arguments: [FeedFormat.rss, .atom])
    func hubsAreNamed(_ format: FeedFormat) throws {
        let root = try XMLReader.parse(feed(format).document)
        let links = (root.first("channel") ?? root).all("link", Namespace.atom).filter { $0.attribute("rel") == "hub" }
        #expect(
            links.map { $0.attribute("href") } == ["https://news.example.org/websub", "https://hub.example.net/?a&b"])
        #expect(
            feed(format, .section("city")).linkHeader?.hasSuffix(
                "<https://news.example.org/sections/city/\(format.fileName)>; rel=\"self\"") == true)
        #expect(feed(format, before: Cursor(publishedAt: Example.moment(9), id: 1)).linkHeader == nil)
    }

    @Test(
        arguments: [
            ("/rss.xml", FeedAddress(.newspaper, .rss)),
            ("/sections/city/atom.xml", FeedAddress(.section("city"), .atom)),
            ("/rss.xml?", nil), ("/rss.xml?a=b", nil), ("//rss.xml", nil), (".evil.example/rss.xml", nil), ("", nil),
            ("/", nil), ("/sections//rss.xml", nil), ("/rss.xml#x", nil), ("/sections/cit%79/rss.xml", nil),
            ("/rss.xml\u{301}", nil),
        ] as [(String, FeedAddress?)])
    func anAddressOfOursIsAFeed(_ path: String, _ address: FeedAddress?) {
        #expect(Example.site.feed(at: "https://news.example.org" + path) == address)
        #expect(Example.site.feed(at: "https://news.example.com" + path) == nil)
    }

    @Test func aGUIDThatIsNoAddressBecomesOne() throws {
        var story = Example.stories[0]
        story.guid = "post 42 <x>"
        let entry = try #require(
            try XMLReader.parse(feed(.atom, stories: [story]).document).first("entry", Namespace.atom))
        #expect(entry.first("id", Namespace.atom)?.text == "urn:n4md:guid:post%2042%20%3Cx%3E")
        #expect(SyndicatedFeed.guid(of: "urn:n4md:guid:post%2042%20%3Cx%3E") == "post 42 <x>")
        for name in ["urn:n4md:guid:", "urn:n4md:guid:%00", "urn:n4md:guid:%zz", "https://example.org/%20"] {
            #expect(SyndicatedFeed.guid(of: name) == name)
        }
    }

    @Test func addressesInTheTextAreWhole() throws {
        var story = Example.stories[1]
        story.text = #"<p><a href="/articles/boat">Boat</a> <a href="https://example.com/">there</a></p>"#
        let item = try #require(try Feed(feed(.rss, stories: [story]).document).items.first)
        #expect(
            item.content
                == #"<p><a href="https://news.example.org/articles/boat">Boat</a> <a href="https://example.com/">there</a></p>"#
        )
    }

    @Test func picturesInTheTextAreShown() throws {
        var story = Example.stories[1]
        story.text = "<p>One</p><img src=\"picture:\(Example.hash)\" alt=\"A &quot;boat&quot;\"/><p>Two</p>"
        var syndicated = feed(.rss, stories: [story])
        #expect(try Feed(syndicated.document).items.first?.content == "<p>One</p><p>Two</p>")
        syndicated.entries[0].bodyPictures = [Example.hash: Example.picture()]
        let content = try #require(try Feed(syndicated.document).items.first?.content)
        #expect(
            content.contains(
                "<img src=\"https://news.example.org/media/\(Example.hash)/320q60.jpg\" alt=\"A &quot;boat&quot;\"/>"))
    }

    @Test(
        arguments: [
            ("/rss.xml", "", FeedAddress(.newspaper, .rss)), ("/feed.json", "", FeedAddress(.newspaper, .json)),
            ("/sections/city/atom.xml", "", FeedAddress(.section("city"), .atom)),
            ("/categories/film/rss.xml", "", FeedAddress(.category("film"), .rss)),
            ("/authors/ana-reis/rss.xml", "", FeedAddress(.author("ana-reis"), .rss)),
            ("/search/rss.xml", "", nil), ("/sections/CITY/rss.xml", "", nil), ("/sections/rss.xml", "", nil),
            ("/places/nowhere/rss.xml", "", nil), ("/places/91.0,0.0/rss.xml", "", nil), ("/rss", "", nil),
            ("/a/b/c/rss.xml", "", nil), ("", "", nil),
        ] as [(String, String, FeedAddress?)])
    func addressesAreRead(_ path: String, _ query: String, _ expected: FeedAddress?) {
        let address = FeedAddress(path: path, fields: [])
        #expect(address == expected)
        if let expected { #expect(expected.path == path) }
    }

    @Test func aSearchAndAPlaceHaveAddresses() throws {
        let search = try #require(FeedAddress(path: "/search/rss.xml", fields: [("q", "long water & more")]))
        #expect(search.path == "/search/rss.xml?q=long%20water%20%26%20more")
        let place = try #require(FeedAddress(path: "/places/41.15,-8.61/rss.xml", fields: []))
        #expect(place.path == "/places/41.2,-8.6/rss.xml" || place.path == "/places/41.1,-8.6/rss.xml")
    }
}

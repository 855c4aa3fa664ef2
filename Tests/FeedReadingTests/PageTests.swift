import Foundation
import Syndication
import Testing

@testable import FeedReading

/// Pages: finding their feeds, reading them with a rule, and extracting their article.
struct PageTests {
    @Test func feedsInOrderOfPreference() {
        let page = """
            <html><head><base href="/news/"><link rel="stylesheet alternate" type="text/css" href="x.css">
            <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed/">
            <link rel="Alternate" type="application/atom+xml; charset=utf-8" title=" The  Paper " href="atom.xml">
            <link rel=alternate type="application/json" href="/wp-json/x"><link rel="alternate" hreflang="de" href="/de/">
            </head><body><a href="/rss.xml">RSS</a><a href="/about">About</a><a href="atom.xml">again</a></body></html>
            """
        let found = FeedDiscovery.feeds(in: Array(page.utf8), url: "https://paper.example/a")
        #expect(
            found.map(\.url) == [
                "https://paper.example/news/atom.xml", "https://paper.example/comments/feed/",
                "https://paper.example/rss.xml",
            ])
        #expect(
            found.map(\.title) == ["The Paper", "Comments", "RSS"] && found.map(\.isGuess) == [false, false, true])
        #expect(FeedDiscovery.feeds(in: [], url: "").isEmpty && FeedDiscovery.feeds(in: [0, 1, 2], url: "x").isEmpty)
    }

    private static let page = """
        <html lang="pt"><head><title>The Paper</title></head><body>
        <article><h2>One &amp; only</h2><a href="/1?utm_source=x">more</a><time datetime="2009-05-31T21:30:00Z">then</time>
        <p class="s">A <b>short</b> text</p><img src="p.jpg"><i>Ana</i></article>
        <article><h2>Without link</h2></article><article><h2>Two</h2><a href="https://other.example/2">more</a></article></body></html>
        """

    @Test func readsByARule() throws {
        let rule = PageRule(
            items: "//article", date: ".//time/@datetime", summary: ".//p[@class='s']", picture: "string(.//img/@src)",
            author: "i")
        #expect(rule.faults.isEmpty)
        let feed = try rule.feed(in: Array(Self.page.utf8), url: "https://paper.example/news/")
        #expect(feed.title == "The Paper" && feed.language == "pt" && feed.format == "page")
        #expect(feed.items.map(\.link) == ["https://paper.example/1", "https://other.example/2"])
        let first = feed.items[0]
        #expect((first.title, first.summary) == ("One &amp; only", "<p>A <b>short</b> text</p>"))
        #expect(first.published == Moments.evening && first.authors == ["Ana"] && first.guid == first.link)
        #expect(first.picture?.url == "https://paper.example/news/p.jpg")
    }

    @Test(arguments: [
        ("//article[", "items is not an XPath expression"), ("", "items is missing"), ("'x'", "no elements"),
        ("//nothing", "no element with a link"),
        ("document('file:///etc/passwd')", "items"), ("//article[system('x')]", "items"),
        (String(repeating: "/", count: 501), "longer than 500"),
        ("//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0]", "items"),
    ])
    func faultsOfARuleAreTold(_ items: String, _ reason: String) {
        let page = Self.page.replacing("</body>", with: String(repeating: "<b>x</b>", count: 2000) + "</body>")
        let error = #expect(throws: FeedError.self) {
            try PageRule(items: items).feed(in: Array(page.utf8), url: "https://paper.example/")
        }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    private static let paragraph =
        "The ferry left the quay at ten, with forty people aboard, most of whom had never crossed by night, and came back empty. "

    @Test func findsTheArticle() throws {
        let page = """
            <html lang="en"><head><title>One | The Paper</title><meta property="og:title" content="One">
            <meta property="og:image" content="/p.jpg"><link rel="canonical" href="/1?utm_source=x">
            <script type="application/ld+json">{"@graph": [{"@type": "WebPage"}, {"@type": ["NewsArticle"], "headline": "One, really",
            "datePublished": "2009-05-31T21:30:00Z", "author": [{"name": "Ana Reis"}, {"name": "Rui Sá"}]}]}</script></head><body>
            <nav><a href="/">\(Self.paragraph)</a></nav><div class="sidebar"><p>\(Self.paragraph)Sidebar</p></div>
            <div id="main"><div class="text"><p>\(Self.paragraph)</p><p>\(Self.paragraph)<a href="/x">link</a><script>x()</script></p>
            <div class="share-buttons"><p>Share this with everybody you know</p></div><p>\(Self.paragraph)</p></div></div>
            <footer><p>\(Self.paragraph)Footer</p></footer></body></html>
            """
        let text = try #require(PageText(Array(page.utf8), url: "https://paper.example/1"))
        #expect(text.title == "One, really" && text.authors == ["Ana Reis", "Rui Sá"] && text.language == "en")
        #expect(
            text.published == Moments.evening && text.canonical == "https://paper.example/1"
                && text.picture == "https://paper.example/p.jpg")
        #expect(text.html.components(separatedBy: "The ferry").count == 4)
        #expect(text.html.contains("<a href=\"https://paper.example/x\">link</a>"))
        for word in ["Sidebar", "Footer", "Share", "x()"] { #expect(!text.html.contains(word)) }
    }

    @Test func aPageWithoutTextHasNone() throws {
        let text = try #require(
            PageText(Array("<html><body><p>Log in to read</p></body></html>".utf8), url: "https://paper.example/1"))
        #expect(text.html.isEmpty && text.plainText.isEmpty)
        #expect(PageText([], url: "https://paper.example/") == nil)
    }

    /// Takes the whole text of an article from a page.
    @Test func whatWasPutOnAPageIsFound() throws {
        let body = (0..<12).map { "<p>\($0) \(Self.paragraph)</p>" }.joined()
        let page =
            "<html><body><header><a href='/'>Home</a></header><main><article>\(body)</article></main></body></html>"
        let text = try #require(PageText(Array(page.utf8), url: "https://paper.example/1"))
        for number in 0..<12 { #expect(text.plainText.contains("\(number) The ferry")) }
    }
}

import Foundation
import News
import Testing
import XML

@testable import Syndication

struct RSSTests {
    private func rss(_ section: Section? = nil) -> RSS {
        RSS(masthead: Example.masthead, site: Example.site, section: section, stories: Example.stories)
    }

    @Test func theFeedIsTheGoldenOne() throws {
        try expectGolden("rss.xml", rss().document)
    }

    @Test func aSectionsFeedNamesItself() throws {
        let channel = try #require(try XMLReader.parse(rss(Example.city).document).first("channel"))
        #expect(channel.first("title")?.text == "The <Example> & Co. – City & Port")
        #expect(channel.first("link")?.text == "https://news.example.org/sections/city")
        #expect(
            channel.first("link", Namespace.atom)?.attribute("href") == "https://news.example.org/sections/city/rss.xml"
        )
        #expect(channel.first("link", Namespace.atom)?.attribute("rel") == "self")
    }

    /// What is written is read again by the very reader that imports.
    @Test func whatIsWrittenIsReadAgain() throws {
        let feed = try Feed(rss().document)
        #expect(feed.title == Example.masthead.title)
        #expect(feed.language == "en")
        #expect(feed.items.count == Example.stories.count)
        for (item, story) in zip(feed.items, Example.stories).prefix(2) {
            #expect(item.guid == story.guid)
            #expect(item.title == story.headline)
            #expect(item.summary == story.standfirst)
            #expect(item.content == story.text)
            #expect(item.link == "https://news.example.org/articles/\(story.slug)")
            #expect(item.published == story.publishedAt)
            #expect(item.language == story.language)
            #expect(item.authors == (story.byline.isEmpty ? [] : [story.byline]))
        }
        let boat = feed.items[0]
        #expect(boat.point?.latitude == 41.45 && boat.point?.longitude == -8.29)
        #expect(boat.picture?.url == "https://news.example.org/media/\(Example.hash)/320q60.jpg")
        #expect(boat.picture?.alt == "The boat")
        #expect(boat.picture?.credit == "A. Nother")
        #expect(boat.categories == ["City & Port", "Sea \"& shore\"", "Film"])
        #expect(feed.items[1].categories == ["Culture", "Film"])
    }

    @Test func anEmptyNewspaperHasAFeed() throws {
        let empty = RSS(masthead: Example.masthead, site: Example.site, section: nil, stories: [])
        #expect(try Feed(empty.document).items.isEmpty)
    }
}

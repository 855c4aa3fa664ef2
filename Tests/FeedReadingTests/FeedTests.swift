import Foundation
import Syndication
import TestSupport
import Testing

@testable import FeedReading

struct FeedTests {
    private static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:media="http://search.yahoo.com/mrss/" xmlns:georss="http://www.georss.org/georss">
        <channel><title> The Paper </title><link>https://paper.example/</link><description>Daily</description><language>pt-PT</language>
        <item>
          <title>First &amp; best</title><link>https://paper.example/1</link><guid isPermaLink="false">g1</guid>
          <pubDate>Sun, 31 May 2009 21:30:00 +0000</pubDate><dc:creator>Ana</dc:creator><dc:creator>Rui</dc:creator>
          <dc:language>en</dc:language><category>City</category><category> </category><category>Sea</category>
          <georss:point>41.45 -8.29</georss:point><description>Short</description>
          <media:content url="https://paper.example/a.mp4" type="video/mp4" medium="video"/>
          <media:content url="https://paper.example/a.png" type="image/png"><media:title>not the headline</media:title></media:content>
          <content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
        </item>
        <item><media:title>neither</media:title><link>https://paper.example/2</link><author>desk@paper.example</author>
          <enclosure url="https://paper.example/b.jpg" type="image/jpeg" length="1"/><dc:date>2009-05-31T21:30:00Z</dc:date></item>
        <item/>
        </channel></rss>
        """

    @Test func readsRSS() throws {
        let feed = try Feed(Array(Self.rss.utf8))
        #expect((feed.title, feed.link, feed.description) == ("The Paper", "https://paper.example/", "Daily"))
        #expect(feed.language == "pt-PT")
        #expect(feed.items.count == 3)
        let first = feed.items[0]
        #expect((first.guid, first.title, first.link) == ("g1", "First & best", "https://paper.example/1"))
        #expect((first.summary, first.content) == ("Short", "<p>Long</p>"))
        #expect(first.authors == ["Ana", "Rui"])
        #expect(first.categories == ["City", "Sea"])
        #expect(first.published == Moments.evening)
        #expect(first.language == "en")
        #expect(first.point?.latitude == 41.45 && first.point?.longitude == -8.29)
        #expect(first.picture?.url == "https://paper.example/a.png")
        #expect(first.picture?.alt == "not the headline")
        #expect(first.line == 5)
    }

    @Test func readsPoorRSS() throws {
        let feed = try Feed(Array(Self.rss.utf8))
        let second = feed.items[1]
        #expect(second.title.isEmpty)
        #expect(second.guid == "https://paper.example/2")
        #expect(second.authors == ["desk@paper.example"])
        #expect(second.picture?.url == "https://paper.example/b.jpg")
        #expect(second.published == Moments.evening)
        let third = feed.items[2]
        #expect(third.guid.isEmpty && third.published == nil && third.picture == nil)
    }

    @Test func readsAtom() throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
            <title>The Paper</title><subtitle>Daily</subtitle><link rel="self" href="https://paper.example/atom.xml"/>
            <link href="https://paper.example/"/><author><name>The desk</name></author>
            <entry><id>urn:1</id><title>One</title><link rel="edit" href="https://paper.example/edit"/>
            <link href="https://paper.example/1"/><link rel="enclosure" type="image/jpeg" href="https://paper.example/1.jpg" title="A boat"/>
            <published>2009-05-31T22:30:00+01:00</published><updated>2009-06-01T00:00:00Z</updated>
            <category term="sea" label="The Sea"/><category term="city"/><summary>Short</summary><content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry>
            <entry><id>urn:2</id><title>Two</title><updated>2009-05-31T21:30:00.000Z</updated><author><name>Ana</name></author></entry>
            </feed>
            """
        let feed = try Feed(Array(atom.utf8))
        #expect((feed.title, feed.link, feed.description) == ("The Paper", "https://paper.example/", "Daily"))
        #expect(feed.items.map(\.guid) == ["urn:1", "urn:2"])
        #expect(feed.items.map(\.published) == [Moments.evening, Moments.evening])
        #expect(feed.items.map(\.authors) == [["The desk"], ["Ana"]])
        let first = feed.items[0]
        #expect(first.link == "https://paper.example/1")
        #expect(first.categories == ["The Sea", "city"])
        #expect((first.summary, first.content) == ("Short", "<p>Long</p>"))
        #expect(first.picture?.url == "https://paper.example/1.jpg" && first.picture?.alt == "A boat")
    }

    /// With `type="xhtml"`, Atom has the markup as elements, which are the text (RFC 4287, section 3.1.1.3).
    @Test func readsAtomWithXHTML() throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>One</title>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Long <em>text</em></p></div></content></entry></feed>
            """
        #expect(try Feed(Array(atom.utf8)).items.first?.content.contains("Long") == true)
    }

    @Test("Base64, as Atom 0.3 has it, in the feed and in an item")
    func base64() throws {
        let feed = try Feed(
            Array(
                """
                <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title mode="base64">VGhlICZhbXA7IFBhcGVy</title><entry><id>1</id>
                <title type="text/html" mode="base64">RmVycnkgPGI+YmFjazwvYj4=</title><content mode="base64">PHA+
                TG9uZzwvcD4=</content></entry><entry><id>2</id><title mode="base64">%%</title><link href="http://e/2"/></entry></feed>
                """.utf8))
        #expect(feed.title == "The & Paper")
        #expect(feed.items.first?.title == "Ferry <b>back</b>")
        #expect(feed.items.first?.content == "<p>Long</p>")
        #expect(feed.items.last?.title == "")
    }

    @Test(arguments: [
        ("", "line 1"), ("this is no feed", "line 1"), ("<rss version=\"2.0\">\n<channel>\n<item>\n", "line 4"),
        ("<html><body/></html>", "<html>"), ("<!DOCTYPE rss [<!ENTITY a 'b'>]><rss/>", "DOCTYPE"),
        ("<feed/>", "<feed>"),
    ])
    func saysWhyItIsNoFeed(_ text: String, _ reason: String) {
        let error = #expect(throws: FeedError.self) { try Feed(Array(text.utf8)) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    /// Some are malformed on purpose. Each is read, or refused with a reason; none crashes the reader.
    @Test(.enabled(if: SharedData.folder != nil), arguments: SharedData.feeds)
    func readsRealFeeds(_ file: URL) throws {
        do {
            let feed = try Feed([UInt8](Data(contentsOf: file)))
            #expect(!feed.title.isEmpty || !feed.items.isEmpty)
            for item in feed.items where !item.guid.isEmpty { #expect(item.line > 0) }
        } catch let error as FeedError {
            #expect(error.description.count > 20)
        }
    }

    @Test(.enabled(if: SharedData.folder != nil))
    func readsAWholeNewspaper() throws {
        let file = try #require(SharedData.newspaper)
        let feed = try Feed([UInt8](Data(contentsOf: file)))
        #expect(feed.items.count == 160)
        for item in feed.items {
            #expect(!item.guid.isEmpty && !item.title.isEmpty && !item.content.isEmpty && !item.categories.isEmpty)
            #expect(item.published != nil)
            #expect(item.picture?.url.contains("/media/") == true)
        }
        #expect(Set(feed.items.map(\.guid)).count == 160)
    }
}

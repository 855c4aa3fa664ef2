import FeedReading
import Syndication
import Testing
import XML

/// Lists of feeds.
@Suite("OPML")
struct FeedListTests {
    @Test("What is written is read again") func roundTrip() throws {
        let list = FeedList(
            title: "Fish & <Chips>",
            outlines: [
                .init(
                    url: "https://a.example/feed?x=1&y=2", site: "https://a.example/", title: "\"A\" & <b>",
                    group: "City"),
                .init(url: "https://b.example/feed", title: "B", language: "pt-PT", group: "City"),
                .init(url: "https://c.example/feed", title: "C"),
                .init(url: "https://d.example/feed", title: "D", group: "Sport"),
            ])
        #expect(try FeedList(list.bytes) == list)
    }

    @Test("Lists of other programs are understood: nested groups, other letters, no titles") func others() throws {
        let list = try FeedList(
            Array(
                """
                <opml version="1.1"><head><title>Mine</title></head><body>
                <outline text="News"><outline text="Deep"><outline xmlUrl="https://a.example/" text="A"/></outline>
                <outline title="B" xmlurl="https://b.example/" htmlUrl="https://b.example/home"/></outline>
                <outline type="rss" xmlUrl="https://c.example/"/><outline text="empty"/></body></opml>
                """.utf8))
        #expect(list.title == "Mine")
        #expect(
            list.outlines == [
                .init(url: "https://a.example/", title: "A", group: "Deep"),
                .init(url: "https://b.example/", site: "https://b.example/home", title: "B", group: "News"),
                .init(url: "https://c.example/"),
            ])
    }

    @Test(
        "What is no list is refused, with the reason",
        arguments: [
            ("", "XML"), ("<rss/>", "<rss>"), ("<opml><body><outline>", "line 1"),
            (#"<!DOCTYPE opml [<!ENTITY a "b">]><opml/>"#, "DOCTYPE"), ("{}", "XML"),
        ])
    func faults(_ text: String, _ reason: String) {
        let fault = #expect(throws: FeedList.Fault.self) { try FeedList(Array(text.utf8)) }
        #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "")")
    }
}

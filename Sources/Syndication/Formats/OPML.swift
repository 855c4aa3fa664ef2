package import News
import XML

/// A list of our feeds as OPML 2.0 (http://opml.org/spec2.opml), so that readers can subscribe to
/// all at once.
package struct OPML: Sendable {
    private let masthead: Masthead
    private let site: Site
    /// The feeds of each kind, by the names of their subjects.
    private let groups: [(name: String, feeds: [(name: String, subject: FeedSubject)])]

    /// A reader's own feed instead of that of all news.
    private var own: (name: String, feed: String)?

    /// All our feeds.
    /// - Parameter authors: the authors whose feeds are listed.
    package init(masthead: Masthead, site: Site, authors: [Author]) {
        self.init(
            masthead: masthead, site: site, sections: masthead.sections, categories: masthead.categories,
            authors: authors)
    }

    /// The feeds of what a reader follows, and the reader's own, which alone has keywords and places.
    /// - Parameter own: its name and its address.
    package init(
        following topics: [ReaderTopic], own: (name: String, feed: String), _ authors: [Author], _ masthead: Masthead,
        _ site: Site
    ) {
        self.init(
            masthead: masthead, site: site, sections: masthead.sections.filter { topics.contains(.section($0.slug)) },
            categories: masthead.categories.filter { topics.contains(.category($0.slug)) }, authors: authors)
        self.own = own
    }

    private init(
        masthead: Masthead, site: Site, sections: [Section], categories: [Category], authors: [Author]
    ) {
        self.masthead = masthead
        self.site = site
        groups = [
            ("Sections", sections.map { ($0.name, .section($0.slug)) }),
            ("Categories", categories.map { ($0.name, .category($0.slug)) }),
            ("Authors", authors.map { ($0.name, .author($0.slug)) }),
        ]
    }

    /// The list as UTF-8.
    package var document: [UInt8] {
        var xml = XMLWriter(reservingCapacity: 2000 + 400 * groups.reduce(0) { $0 + $1.feeds.count })
        xml.declaration()
        xml.open("opml", ["version": "2.0"])
        xml.open("head")
        xml.element("title", masthead.title)
        xml.element("dateModified", RFC822.string(masthead.updatedAt))
        xml.element("docs", "http://opml.org/spec2.opml")
        xml.close("head")
        xml.open("body")
        if let own {
            outline("\(masthead.title) – \(own.name)", feed: own.feed, page: site.root + "/", &xml)
        } else {
            outline(masthead.title, .newspaper, &xml)
        }
        for (name, feeds) in groups { group(name, feeds, &xml) }
        xml.close("body")
        xml.close("opml")
        return xml.bytes
    }

    private func group(_ name: String, _ feeds: [(name: String, subject: FeedSubject)], _ xml: inout XMLWriter) {
        guard !feeds.isEmpty else { return }
        xml.open("outline", ["text": name])
        for (name, subject) in feeds { outline(name, subject, &xml) }
        xml.close("outline")
    }

    private func outline(_ name: String, _ subject: FeedSubject, _ xml: inout XMLWriter) {
        let title = subject == .newspaper ? name : "\(masthead.title) – \(name)"
        outline(title, feed: site.feed(FeedAddress(subject, .rss)), page: site.page(of: subject), &xml)
    }

    private func outline(_ title: String, feed: String, page: String, _ xml: inout XMLWriter) {
        xml.empty(
            "outline",
            [
                "type": "rss", "text": title, "title": title, "xmlUrl": feed, "htmlUrl": page,
                "language": masthead.language,
            ])
    }
}

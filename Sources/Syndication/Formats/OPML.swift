package import News
import XML

/// The list of all our feeds as OPML 2.0 (http://opml.org/spec2.opml), so that readers can subscribe to
/// all at once.
package struct OPML: Sendable {
    private let masthead: Masthead
    private let site: Site
    private let authors: [Author]

    /// - Parameter authors: the authors whose feeds are listed.
    package init(masthead: Masthead, site: Site, authors: [Author]) {
        self.masthead = masthead
        self.site = site
        self.authors = authors
    }

    /// The list as UTF-8.
    package var document: [UInt8] {
        var xml = XMLWriter(reservingCapacity: 2000 + 400 * (masthead.categories.count + authors.count))
        xml.declaration()
        xml.open("opml", ["version": "2.0"])
        xml.open("head")
        xml.element("title", masthead.title)
        xml.element("dateModified", RFC822.string(masthead.updatedAt))
        xml.element("docs", "http://opml.org/spec2.opml")
        xml.close("head")
        xml.open("body")
        outline(masthead.title, .newspaper, &xml)
        group("Sections", masthead.sections.map { ($0.name, .section($0.slug)) }, &xml)
        group("Categories", masthead.categories.map { ($0.name, .category($0.slug)) }, &xml)
        group("Authors", authors.map { ($0.name, .author($0.slug)) }, &xml)
        xml.close("body")
        xml.close("opml")
        return xml.bytes
    }

    private func group(_ name: String, _ feeds: [(String, FeedSubject)], _ xml: inout XMLWriter) {
        guard !feeds.isEmpty else { return }
        xml.open("outline", ["text": name])
        for (name, subject) in feeds { outline(name, subject, &xml) }
        xml.close("outline")
    }

    private func outline(_ name: String, _ subject: FeedSubject, _ xml: inout XMLWriter) {
        let title = subject == .newspaper ? name : "\(masthead.title) – \(name)"
        xml.empty(
            "outline",
            [
                "type": "rss", "text": title, "title": title, "xmlUrl": site.feed(FeedAddress(subject, .rss)),
                "htmlUrl": site.page(of: subject), "language": masthead.language,
            ])
    }
}

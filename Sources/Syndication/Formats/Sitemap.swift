package import Foundation
package import News
import XML

/// The sitemaps for search engines (https://www.sitemaps.org/protocol.html).
package struct Sitemap: Sendable {
    /// An article in the news sitemap.
    package struct Headline: Sendable {
        /// The last component of its address.
        package var slug: String
        /// The headline as printed.
        package var headline: String
        /// The language as a BCP 47 tag.
        package var language: String
        /// The time of first publication.
        package var publishedAt: Date

        /// Creates an article's entry.
        package init(slug: String, headline: String, language: String, publishedAt: Date) {
            self.slug = slug
            self.headline = headline
            self.language = language
            self.publishedAt = publishedAt
        }
    }

    /// The maximum number of addresses in a file.
    package static let limit = 50_000
    /// The maximum number of articles in the news sitemap, and the seconds for which they count as news
    /// (https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap).
    package static let (newsLimit, newsAge) = (1000, 2 * 86_400.0)

    private let site: Site

    /// Creates the sitemaps of a site.
    package init(site: Site) { self.site = site }

    /// The index of all files: one of pages, and numbered ones of articles.
    package func index(_ files: [(number: Int, changedAt: Date)], updatedAt: Date) -> [UInt8] {
        var xml = XMLWriter(reservingCapacity: 500 + files.count * 150)
        xml.declaration()
        xml.open("sitemapindex", ["xmlns": Self.namespace])
        for (name, moment) in [("pages", updatedAt)] + files.map({ (String($0.number), $0.changedAt) }) {
            xml.open("sitemap")
            xml.element("loc", "\(site.root)/sitemaps/\(name).xml")
            xml.element("lastmod", RFC822.iso8601(moment))
            xml.close("sitemap")
        }
        xml.close("sitemapindex")
        return xml.bytes
    }

    /// A file of articles, by slug and time of last change.
    package func articles(_ stories: [(slug: String, updatedAt: Date)]) -> [UInt8] {
        urls(stories.lazy.map { (site.article($0.slug), RFC822.iso8601($0.updatedAt)) }, count: stories.count)
    }

    /// The file of pages other than articles.
    package func pages(_ masthead: Masthead, _ authors: [Author], _ editions: [Int]) -> [UInt8] {
        let all =
            [site.home, site.root + "/editions", site.root + "/feeds"] + masthead.sections.map { site.section($0.slug) }
            + masthead.categories.map { site.page(of: .category($0.slug)) } + authors.map { site.author($0.slug) }
            + editions.map(site.edition)
        return urls(all.prefix(Self.limit).lazy.map { ($0, nil) }, count: all.count)
    }

    /// The news of the last two days.
    package func news(_ masthead: Masthead, _ stories: [Headline]) -> [UInt8] {
        var xml = XMLWriter(reservingCapacity: 500 + stories.count * 500)
        xml.declaration()
        xml.open("urlset", ["xmlns": Self.namespace, "xmlns:news": "http://www.google.com/schemas/sitemap-news/0.9"])
        for story in stories {
            xml.open("url")
            xml.element("loc", site.article(story.slug))
            xml.open("news:news")
            xml.open("news:publication")
            xml.element("news:name", masthead.title)
            xml.element("news:language", Self.language(story.language))
            xml.close("news:publication")
            xml.element("news:publication_date", RFC822.iso8601(story.publishedAt))
            xml.element("news:title", story.headline)
            xml.close("news:news")
            xml.close("url")
        }
        xml.close("urlset")
        return xml.bytes
    }

    private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

    /// The ISO 639 code, except for Chinese, which has a tag for each script.
    private static func language(_ tag: String) -> String {
        let parts = tag.lowercased().split(separator: "-").map(String.init)
        guard parts.first == "zh" else { return parts.first ?? "en" }
        return parts.contains { ["tw", "hk", "mo", "hant"].contains($0) } ? "zh-tw" : "zh-cn"
    }

    private func urls(_ urls: some Sequence<(String, String?)>, count: Int) -> [UInt8] {
        var xml = XMLWriter(reservingCapacity: 300 + count * 180)
        xml.declaration()
        xml.open("urlset", ["xmlns": Self.namespace])
        for (address, moment) in urls {
            xml.open("url")
            xml.element("loc", address)
            if let moment { xml.element("lastmod", moment) }
            xml.close("url")
        }
        xml.close("urlset")
        return xml.bytes
    }
}

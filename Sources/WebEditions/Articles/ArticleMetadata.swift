import Foundation
import News
import Syndication

/// An article's metadata for programs: Open Graph properties, and a `NewsArticle` of schema.org in JSON-LD.
struct ArticleMetadata: Sendable {
    struct Property: Sendable {
        var name: String
        var content: String
    }

    var properties: [Property]
    /// Goes into a script element, so it contains no `<`.
    var structured: String

    init(_ story: Story, _ rendition: Rendition?, keywords: [Keyword] = [], _ masthead: Masthead, _ site: Site) {
        let address = site.article(story.slug)
        let published = RFC822.iso8601(story.publishedAt)
        let updated = story.updatedAt > story.publishedAt ? RFC822.iso8601(story.updatedAt) : nil
        let section = masthead.section(story.sectionID)?.name
        let best = rendition ?? story.picture?.details.last ?? story.picture?.thumbnails.last
        let picture = story.picture.flatMap { picture in best.map { site.picture(picture.hash, $0.name) } }
        let all: [(String, String?)] = [
            ("og:type", "article"), ("og:title", story.headline), ("og:url", address),
            ("og:site_name", masthead.title), ("og:description", story.standfirst), ("og:image", picture),
            ("og:image:width", picture == nil ? nil : best.map { String($0.width) }),
            ("og:image:height", picture == nil ? nil : best.map { String($0.height) }),
            ("og:image:alt", picture == nil ? nil : story.picture?.alt),
            ("article:published_time", published),
            ("article:modified_time", updated), ("article:section", section),
        ]
        properties = all.compactMap { name, content in
            content.flatMap { $0.isEmpty ? nil : Property(name: name, content: $0) }
        }
        structured = Self.json(
            NewsArticle(
                url: address, headline: story.headline,
                description: story.standfirst.isEmpty ? nil : story.standfirst, image: picture.map { [$0] },
                datePublished: published, dateModified: updated,
                author: story.byline.isEmpty ? nil : [Named(type: "Person", name: story.byline)],
                publisher: Named(type: "Organization", name: masthead.title, url: site.root + "/"),
                articleSection: section,
                keywords: keywords.isEmpty ? nil : keywords.map(\.name).joined(separator: ", "),
                inLanguage: story.language))
    }

    /// A schema.org article, with the members that search engines document.
    private struct NewsArticle: Encodable {
        var context = "https://schema.org"
        var type = "NewsArticle"
        var url: String
        var headline: String
        var description: String?
        var image: [String]?
        var datePublished: String
        /// Nil if it was never changed after publication.
        var dateModified: String?
        var author: [Named]?
        var publisher: Named
        var articleSection: String?
        var keywords: String?
        var inLanguage: String

        private enum CodingKeys: String, CodingKey {
            case context = "@context", type = "@type"
            case url, headline, description, image, datePublished, dateModified, author, publisher
            case articleSection, keywords, inLanguage
        }
    }

    private struct Named: Encodable {
        var type: String
        var name: String
        var url: String?

        private enum CodingKeys: String, CodingKey {
            case type = "@type"
            case name, url
        }
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "{}" }
        // Neither `</script>` nor `<!--` may end or change the markup around it.
        return String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c").replacing(
            ">", with: "\\u003e")
    }
}

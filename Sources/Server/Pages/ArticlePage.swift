import Foundation
import News
import Syndication

/// The page of one article.
struct ArticlePage: Sendable {
    struct CategoryLink: Sendable {
        var name: String
        var url: String
    }
    struct EditionLink: Sendable {
        var number: Int
        var url: String
    }

    var headline: String
    var standfirst: String?
    var byline: String?
    var published: Moment
    var updated: Moment?
    var section: String?
    var sectionURL: String?
    var picture: PagePicture?
    /// Sanitised when it was written, so it may stand in the page as it is.
    var body: String
    var categories: [CategoryLink]
    var edition: EditionLink
    var language: String
    var place: Place?

    /// - Parameter rendition: the picture's file that the plan affords, if any.
    init(_ story: Story, _ rendition: Rendition?, _ masthead: Masthead) {
        headline = story.headline
        standfirst = story.standfirst.isEmpty ? nil : story.standfirst
        byline = story.byline.isEmpty ? nil : story.byline
        published = Moment(story.publishedAt)
        updated = story.updatedAt > story.publishedAt.addingTimeInterval(60) ? Moment(story.updatedAt) : nil
        let section = masthead.section(story.sectionID)
        self.section = section?.name
        sectionURL = section.map { "/sections/\($0.slug)" }
        picture = PagePicture(story.picture, rendition, in: .text)
        body = story.text
        categories = story.categoryIDs.compactMap { masthead.category($0) }.filter { $0.name != section?.name }.map {
            CategoryLink(name: $0.name, url: "/categories/\($0.slug)")
        }
        edition = EditionLink(number: story.edition, url: "/editions/\(story.edition)")
        language = story.language
        place = story.place
    }
}

/// All editions, the newest first.
struct EditionsPage: Sendable {
    struct Row: Sendable {
        var number: Int
        var date: String
        var datetime: String
        var title: String
        var count: Int
        var url: String
    }

    var editions: [Row]
    var next: String?

    /// How many stand on a page.
    static let length = 50

    /// - Parameter editions: one more than the page holds where there are more.
    init(_ editions: [Edition]) {
        self.editions = editions.prefix(Self.length).map { edition in
            let link = ListPage.EditionLink(edition)
            return Row(
                number: edition.number, date: link.date, datetime: link.datetime, title: edition.title,
                count: edition.articleCount, url: link.url)
        }
        next = editions.count > Self.length ? "/editions?before=\(editions[Self.length - 1].number)" : nil
    }
}

/// All sections, in the newspaper's order.
struct SectionsPage: Sendable {
    struct Row: Sendable {
        var name: String
        var url: String
    }

    var rows: [Row]

    init(_ masthead: Masthead) {
        let local = masthead.hasPlaces ? [Row(name: "Near you", url: "/sections/\(Section.local)")] : []
        rows = local + masthead.sections.map { Row(name: $0.name, url: "/sections/\($0.slug)") }
    }
}

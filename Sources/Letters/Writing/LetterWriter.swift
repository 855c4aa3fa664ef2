package import Archive
package import Documents
import Foundation
import Mail
package import News
package import Syndication
package import Web

/// Writes newsletters: the front page, or what is new in a section, with as much of each story as the budget has room for.
package struct LetterWriter: Sendable {
    /// The bytes of a mail as sent. A big mail service clips mails at 102 kB.
    package static let budget = 30_000
    /// The most stories.
    private static let stories = 20
    /// Bytes of a mail without stories, of headers and a signature among them.
    private static let frame = 5000
    /// Bytes sent for each byte written: every story stands in both parts, and quoted-printable lengthens what is not ASCII.
    private static let ratio = 2.1
    /// Stands for the address that leaves the list, which each reader has an own one of. No text has it: it has characters for private use.
    static let leaving = "\u{F8FF}leave\u{F8FF}"

    let stories: PublishedStories
    let templates: Templates
    let site: Site

    package init(stories: PublishedStories, templates: Templates, site: Site) {
        (self.stories, self.templates, self.site) = (stories, templates, site)
    }

    /// The newsletter that a list would send now, for the newsroom: the link that leaves it leads to the page of all; nil if it has no stories.
    package func preview(_ list: MailingList, _ masthead: Masthead) async throws -> LetterDraft? {
        guard let draft = try await write(LetterOrder(list, "preview"), masthead) else { return nil }
        let page = site.root + LetterLinks.page
        return LetterDraft(
            list: list, period: draft.period, subject: draft.subject,
            html: draft.html.replacing(Self.leaving, with: page), text: draft.text.replacing(Self.leaving, with: page))
    }

    /// A newsletter as of now; nil if it has no stories, or none that is news.
    func write(_ order: LetterOrder, _ masthead: Masthead) async throws -> LetterDraft? {
        var found = try await find(order, masthead)
        let isNews = order.since.map { since in found.contains { $0.publishedAt > since } } ?? true
        guard isNews, !found.isEmpty else { return nil }
        if let since = order.since, order.list.isOfNewStories { found.removeAll { $0.publishedAt <= since } }
        return try fit(order, found, masthead)
    }

    /// The stories that it may tell.
    private func find(_ order: LetterOrder, _ masthead: Masthead) async throws -> [Story] {
        var query = StoryQuery(limit: Self.stories)
        switch order.list {
        case _ where order.articles != nil:
            query.articles = order.articles ?? []
            if query.articles.isEmpty { return [] }
        case .section(let slug):
            guard let section = masthead.sections.first(where: { $0.slug == slug }) else { return [] }
            query.sections = [section.id]
        case .search(let words):
            let search = SearchQuery.read([(name: "q", value: words)]).query
            // One that takes too long has nothing new today, and does not keep others waiting.
            do { return try await stories.newest(of: search, limit: Self.stories, masthead) } catch is SearchTookTooLong
            {
                return []
            }
        case .mine:
            guard let reader = order.reader else { return [] }
            query = try await stories.query(of: reader, limit: Self.stories, masthead)
        case .editions, .daily, .weekly:
            guard let edition = LetterSchedule.edition(of: order.period) ?? masthead.latestEdition?.number else {
                break
            }
            query.arrangement = .number(edition)
            if order.list == .editions { query.edition = .number(edition) } else { query.leading = query.arrangement }
        }
        return try await stories.list(query, text: .plain, pictures: nil, masthead).stories
    }

    private func fit(_ order: LetterOrder, _ found: [Story], _ masthead: Masthead) throws -> LetterDraft {
        var plan = Policy.plan(for: DeviceContext())
        (plan.items, plan.text, plan.pictures, plan.budget) = (Self.stories, .plain, .off, Self.budget)
        let packer = Packer(plan, found.map(Self.load), compression: Self.ratio)
        let strings = templates.catalogues.strings(for: [], of: masthead)
        return try packer.fit(frame: Self.frame, budget: Self.budget, compression: Self.ratio) { count in
            let parts = zip(found, packer.shares(count)).map { LetterStory($0, $1, masthead, site) }
            let page = LetterPage(order.list, parts, masthead, strings, site)
            let draft = LetterDraft(
                list: order.list, reader: order.reader, period: order.period, subject: found[0].headline.cut(to: 200),
                html: String(decoding: try templates.render("letter", of: page.values), as: UTF8.self),
                text: page.text, articles: found.prefix(count).map(\.id))
            return (draft, sent: try draft.size)
        }.written
    }

    /// What each part of a story adds to the HTML part.
    private static func load(_ story: Story) -> Packer.Load {
        var load = Packer.Load(headline: 160 + story.headline.utf8.count + 2 * story.slug.utf8.count)
        load.standfirst = story.standfirst.isEmpty ? 0 : 20 + story.standfirst.utf8.count
        load.opening = story.text.opening.utf8.count
        load.plain = max(0, story.text.utf8.count - load.opening)
        return load
    }
}

/// The newsletter to write: its list, its day, its reader and its stories.
struct LetterOrder: Sendable {
    let list: MailingList
    /// The day or edition that it is for.
    let period: String
    /// The reader whose own news it tells.
    var reader: Int?
    /// Stories published before are no news to its readers; nil for all.
    var since: Date?
    /// The only articles that it may tell; nil for any.
    var articles: [Int]?

    init(_ list: MailingList, _ period: String) { (self.list, self.period) = (list, period) }
}

extension PublishedStories {
    /// The newest stories of what a reader follows.
    func query(of reader: Int, limit: Int, _ masthead: Masthead) async throws -> StoryQuery {
        try await archive.read { holdings in
            let topics = try holdings.readerTopics.list(of: reader)
            return try holdings.readerTopics.query(following: topics, in: masthead, limit: limit)
        }
    }
}

extension LetterDraft {
    /// Bytes of the mail to a reader, as sent and signed.
    fileprivate var size: Int {
        get throws {
            let nobody = try MailAddress("reader@example.org")
            let mail = MailMessage(
                sender: "", from: nobody, to: nobody, subject: subject, date: Date(), identifier: "letter",
                text: text, html: html)
            return try mail.bytes(signedBy: nil).count + Self.unseen
        }
    }

    /// Bytes of what is not there yet: the signature, the list's fields, the address that leaves it, in each part.
    private static let unseen = 2000
}

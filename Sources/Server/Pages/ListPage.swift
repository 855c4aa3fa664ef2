import Archive
import Foundation
import HTTPTypes
import News
import Syndication

/// The front page, and the pages of a section, a category or an edition: stories, the newest first.
struct ListPage: Sendable {
    struct EditionLink: Sendable {
        var number: Int
        var date: String
        var datetime: String
        var url: String

        init(_ edition: Edition) {
            number = edition.number
            let moment = Moment(edition.date)
            date = moment.day
            datetime = String(moment.datetime.prefix(10))
            url = "/editions/\(edition.number)"
        }
    }
    struct Item: Sendable {
        var headline: String
        var url: String
        var standfirst: String?
        var section: String?
        var sectionURL: String?
        var time: String
        var datetime: String
        var language: String
        var thumbnail: PagePicture?
        var picture: PagePicture?
    }

    var heading: String?
    var edition: EditionLink?
    var lead: Item?
    var stories: [Item]
    var next: String?
    var isEmpty: Bool

    /// How many stories a page has at most.
    static let length = 20

    /// What stories are shown, under which heading and where.
    struct Subject: Sendable {
        var heading: String?
        var path: String
        var section: String?
        var edition: Edition?
    }

    /// - Parameters:
    ///   - shares: what each of the first stories gets; the further ones found no room.
    ///   - hasMore: whether there are stories after those given.
    init(_ subject: Subject, _ stories: [Story], _ shares: [Packer.Share], hasMore: Bool, masthead: Masthead) {
        heading = subject.heading
        edition = (subject.edition ?? masthead.latestEdition).map(EditionLink.init)
        var items = zip(stories, shares).map { Item($0, $1, masthead, inSection: subject.section != nil) }
        isEmpty = items.isEmpty
        let hasLead = subject.heading == nil && items.first?.picture != nil
        lead = hasLead ? items.removeFirst() : nil
        self.stories = items
        if let last = stories.prefix(shares.count).last, hasMore || shares.count < stories.count {
            next = subject.path + "?before=" + Cursor(publishedAt: last.publishedAt, id: last.id).token
        }
    }

    /// What the parts of a story weigh on the page: its markup as the template has it, and the files.
    static func cost(_ story: Story, isLead: Bool, compression: Double) -> Packer.Cost {
        func sent(_ bytes: Int) -> Int { Int(Double(bytes) * compression) }
        let picture = story.picture
        func weight(_ rendition: Rendition?, in place: PagePicture.Place) -> Int? {
            PagePicture(picture, rendition, in: place).map { (rendition?.bytes ?? 0) + sent($0.markupSize) }
        }
        return Packer.Cost(
            headline: sent(330 + story.headline.utf8.count + story.slug.utf8.count),
            standfirst: sent(40 + story.standfirst.utf8.count), text: 0,
            thumbnail: isLead ? nil : weight(picture?.thumbnail, in: .list),
            picture: isLead ? weight(picture?.detail, in: .text) : nil)
    }
}

extension ListPage.Item {
    init(_ story: Story, _ share: Packer.Share, _ masthead: Masthead, inSection: Bool) {
        let section = inSection ? nil : masthead.section(story.sectionID)
        let moment = Moment(story.publishedAt)
        self.init(
            headline: story.headline, url: "/articles/\(story.slug)",
            standfirst: share.standfirst && !story.standfirst.isEmpty ? story.standfirst : nil,
            section: section?.name, sectionURL: section.map { "/sections/\($0.slug)" }, time: moment.text,
            datetime: moment.datetime,
            language: story.language,
            thumbnail: share.thumbnail ? PagePicture(story.picture, story.picture?.thumbnail, in: .list) : nil,
            picture: share.picture ? PagePicture(story.picture, story.picture?.detail, in: .text) : nil)
    }
}

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
    /// Whether what is near is asked for by somebody of whom nobody knows where.
    var placeIsMissing: Bool

    /// How many stories a page has at most.
    static let length = 20

    /// What stories are shown, under which heading and where.
    struct Subject: Sendable {
        var heading: String?
        var path: String
        var section: String?
        var edition: Edition?
        /// The place whose news it holds.
        var near: Place?
        /// What stands before the addresses of its web edition.
        var root = ""
    }

    /// - Parameters:
    ///   - shares: what each of the first stories gets; the further ones found no room.
    ///   - rest: where the stories begin that are not among those given.
    init(_ subject: Subject, _ stories: [Story], _ shares: [Packer.Share], rest: Cursor?, masthead: Masthead) {
        heading = subject.heading
        edition = (subject.edition ?? masthead.latestEdition).map(EditionLink.init)
        var items = zip(stories, shares).map { Item($0, $1, masthead, subject) }
        isEmpty = stories.isEmpty
        placeIsMissing = subject.section == Section.local && subject.near == nil
        let hasLead = subject.heading == nil && items.first?.picture != nil
        lead = hasLead ? items.removeFirst() : nil
        self.stories = items
        let cursors = stories.map { Cursor(publishedAt: $0.publishedAt, id: $0.id) }
        if let cursor = Cursor.after(cursors, kept: max(1, shares.count), rest: rest) {
            let near = subject.near.map { "&latitude=\($0.latitude)&longitude=\($0.longitude)" } ?? ""
            next = subject.path + "?before=" + cursor.token + near
        }
    }

    /// What the parts of a story weigh on the page, about: its markup as the template has it, and the files.
    static func load(_ story: Story, _ plan: DeliveryPlan, isLead: Bool) -> Packer.Load {
        func options(_ files: [Rendition], _ options: [Packer.Option], _ place: PagePicture.Place) -> [Packer.Option] {
            zip(files, options).map { file, option in
                var option = option
                option.weight.written = PagePicture(story.picture, file, in: place)?.markupSize ?? 0
                return option
            }
        }
        var load = Packer.Load(headline: 330 + story.headline.utf8.count + story.slug.utf8.count)
        if plan.text >= .summary, !story.standfirst.isEmpty { load.standfirst = 40 + story.standfirst.utf8.count }
        guard plan.pictures != .off, let picture = story.picture else { return load }
        if isLead, plan.pictures == .full, !picture.details.isEmpty {
            load.pictures = options(picture.details, picture.detailOptions, .text)
        } else {
            load.thumbnails = options(picture.thumbnails, picture.thumbnailOptions, .list)
        }
        return load
    }
}

extension ListPage.Item {
    init(_ story: Story, _ share: Packer.Share, _ masthead: Masthead, _ subject: ListPage.Subject) {
        let section = subject.section == nil ? masthead.section(story.sectionID) : nil
        let moment = Moment(story.publishedAt)
        let chosen = story.picture?.chosen(share)
        self.init(
            headline: story.headline, url: "\(subject.root)/articles/\(story.slug)",
            standfirst: share.text >= .summary && !story.standfirst.isEmpty ? story.standfirst : nil,
            section: section?.name, sectionURL: section.map { "\(subject.root)/sections/\($0.slug)" },
            time: moment.text,
            datetime: moment.datetime,
            language: story.language,
            thumbnail: PagePicture(story.picture, chosen?.thumbnail, in: .list),
            picture: PagePicture(story.picture, chosen?.picture, in: .text))
    }
}

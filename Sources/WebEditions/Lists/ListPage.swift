import Archive
import Foundation
import HTTPTypes
package import News
import Syndication
package import Web

/// The front page, the pages of a section, a category or an edition, and the picture pages: stories, newest
/// first.
package struct ListPage: Sendable {
    struct EditionLink: Sendable {
        var number: Int
        /// Its day or week, in words.
        var date: String
        var datetime: String
        var title: String
        /// The language of the title, where it is that of a story.
        var language: String?
        var url: String
        /// The number of stories, in words.
        var count: String

        /// - Parameter lead: what names it if it has no title.
        init(_ edition: Edition, lead: Editions.Lead? = nil, _ strings: Strings, root: String) {
            number = edition.number
            date = strings.day(of: edition)
            datetime = String(RFC822.iso8601(edition.date).prefix(10))
            let stands = edition.title.isEmpty ? lead : nil
            title = stands?.headline ?? strings.name(of: edition)
            language = stands?.language
            url = "\(root)/editions/\(edition.number)"
            count = strings("stories", edition.articleCount)
        }
    }
    struct Item: Sendable {
        var id: Int
        var headline: Heading
        var url: String
        var standfirst: String?
        var section: String?
        var sectionURL: String?
        var time: Moment
        /// When it changed, if that was some time after it came out.
        var updated: Moment?
        var language: String
        /// The language, where it is not the newspaper's.
        var foreign: String?
        var thumbnail: PagePicture?
        var picture: PagePicture?
        /// The authors, of a story that is told apart as their view.
        var byline: String?
        var isOpinion = false
        /// The level of its heading.
        var level = 2
    }
    /// A topic of messages, and the field by which the page for choosing them knows it.
    struct Follow: Sendable {
        var topic: String
        var field: String
        var name: String
    }
    /// The stories of a section on a front page.
    struct Block: Sendable {
        var name: String
        var url: String
        var stories: [String]
        /// Whether it stands beside another on large screens.
        var isHalf: Bool
    }

    var heading: String?
    /// The topic of notifications about its new stories; nil if it has none.
    var follow: Follow?
    /// The topic that readers with an account can follow; nil if it has none.
    var followed: String?
    var edition: EditionLink?
    /// The ways to the editions before and after it.
    var neighbours: [PageFrame.Link]
    /// The first stories of a front page, the first of them in large. Rendered, like all stories.
    var top: [String]
    var hasTop: Bool
    /// Whether to name the edition.
    var hasDate: Bool
    /// Whether a script may put today's date there: not in the preview of another day's edition.
    var isOfToday: Bool
    /// When the newest of its stories was published.
    var newest: Moment?
    var blocks: [Block]
    var stories: [String]
    /// Stories of other editions, which follow one that is not full, or in other languages.
    var others: [String]
    var othersHeading: String
    var next: String?
    var isEmpty: Bool
    /// Whether the page is for local news but the reader's location is unknown.
    var placeIsMissing: Bool
    /// Whether to ask for a place, or for another: where the news is local.
    var asksPlace: Bool
    /// The weather at the reader's place.
    var weather: WeatherLine?
    /// The portrait of the author whose page it is.
    var portrait: PortraitPart?
    /// Whether the page is for pictures but the link or the reader does not allow any.
    var picturesAreOff: Bool
    /// A note about the feed, if the page is what a browser shows for one.
    var feedNote: FeedNote?
    /// The sections that readers of the feed can choose from.
    var sectionChoices: [FormChoice] = []

    /// - Parameters:
    ///   - shares: what each of the first stories gets; there was no room for the others.
    ///   - rest: where the stories not included here begin.
    init(
        _ subject: Subject, _ stories: [Story], _ shares: [Packer.Share], rest: Cursor?, masthead: Masthead,
        plan: DeliveryPlan, _ desk: PageDesk
    ) throws {
        heading = subject.heading
        follow = subject.topic.flatMap {
            guard desk.hasPush else { return nil }
            return Follow(topic: $0.name, field: $0.name.replacing("/", with: "="), name: subject.heading ?? "")
        }
        followed = desk.hasLetters && subject.topic != .near ? subject.topic?.name : nil
        edition = (subject.edition ?? masthead.latestEdition).map {
            EditionLink($0, subject.strings, root: subject.webEdition.root)
        }
        let number = subject.edition?.number ?? 0
        neighbours = subject.neighbours.map { other in
            let name = "\(subject.strings["no"]) \(other.number)"
            return PageFrame.Link(
                name: other.number < number ? "‹ \(name)" : "\(name) ›",
                url: "\(subject.webEdition.root)/editions/\(other.number)")
        }
        var items = zip(stories, shares).map { (story: $0, share: $1) }
        if subject.layout != .list {
            items = items.filter { $0.story.picture != nil && ($0.share.picture != nil || $0.share.thumbnail != nil) }
        }
        picturesAreOff = subject.layout != .list && plan.pictures == .off
        isEmpty = items.isEmpty && !picturesAreOff
        feedNote = subject.feed
        weather = subject.weather
        portrait = subject.portrait
        placeIsMissing = subject.section == Section.local && subject.near == nil
        asksPlace = subject.section == Section.local
        let template = subject.layout.storyTemplate(subject.webEdition)
        func html(_ item: (story: Story, share: Packer.Share), _ place: StoryPlace, inBlock: Bool = false) throws
            -> String
        {
            let display = Display(template: place == .lead ? "lead" : template, place: place, isInBlock: inBlock)
            return try desk.html(item.story, item.share, display, plan.pair, masthead, subject)
        }
        let own = items.prefix(Self.ownCount(items.map(\.story), subject, masthead))
        let arrangement = Self.arrangement(own.map(\.story), subject, masthead)
        let isFront = Self.hasLead(subject)
        let first = try arrangement.top.map { try html(items[$0], arrangement.places[$0]) }
        (top, self.stories) = isFront ? (first, []) : ([], first)
        hasTop = !top.isEmpty
        hasDate = hasTop || subject.edition != nil
        isOfToday = !subject.isPreview
        newest = items.map(\.story.publishedAt).max().map { Moment($0, subject.strings) }
        blocks = try arrangement.blocks.compactMap { block in
            guard let section = masthead.section(block.section) else { return nil }
            return Block(
                name: section.name, url: "\(subject.webEdition.root)/sections/\(section.slug)",
                stories: try block.stories.map { try html(items[$0], arrangement.places[$0], inBlock: true) },
                isHalf: block.isHalf)
        }
        self.stories += try arrangement.rest.map { try html(items[$0], .small) }
        others = try items.dropFirst(own.count).map { try html($0, .small) }
        othersHeading = subject.strings[subject.partsLanguages ? "otherLanguages" : "otherEditions"]
        if subject.webEdition == .reader {
            sectionChoices = FormChoice.sections(of: masthead, within: plan.budget, chosen: subject.section)
        }
        let cursors = stories.map { Cursor(publishedAt: $0.publishedAt, id: $0.id) }
        let cursor = Cursor.after(cursors, kept: max(1, shares.count), rest: rest, former: subject.former)
        if let cursor, !picturesAreOff {
            let near = subject.near.map { "&latitude=\($0.latitude)&longitude=\($0.longitude)" } ?? ""
            let section = subject.webEdition == .reader ? subject.section.map { "&sections=\($0)" } ?? "" : ""
            next = subject.path + "?before=" + cursor.token + near + section
        }
    }

    /// Whether the first story is shown larger than the others, with or without a picture.
    static func hasLead(_ subject: Subject) -> Bool {
        subject.heading == nil && subject.layout == .list && [.mobile, .edition].contains(subject.webEdition)
    }

    /// The number of stories that come before those of other editions, or in other languages.
    private static func ownCount(_ stories: [Story], _ subject: Subject, _ masthead: Masthead) -> Int {
        if subject.partsLanguages {
            return stories.firstIndex { subject.strings.foreign($0.language) != nil } ?? stories.count
        }
        guard let number = subject.leading else { return stories.count }
        let last = stories.lastIndex { $0.edition == number || masthead.front.stories.contains($0.id) }
        return last.map { $0 + 1 } ?? stories.count
    }

    private static func arrangement(_ stories: [Story], _ subject: Subject, _ masthead: Masthead) -> Arrangement {
        Arrangement(
            stories.map(\.sectionID), order: masthead.sections.map(\.id),
            isFront: hasLead(subject) && !stories.isEmpty)
    }

    /// The approximate weights of the stories' parts on the page.
    static func loads(_ stories: [Story], _ plan: DeliveryPlan, _ subject: Subject, _ masthead: Masthead)
        -> [Packer.Load]
    {
        let own = stories.prefix(ownCount(stories, subject, masthead))
        let places = arrangement(Array(own), subject, masthead).places
        return stories.enumerated().map { index, story in
            load(story, plan, subject.layout, places.indices.contains(index) ? places[index] : .small)
        }
    }

    /// The approximate weight of a story's parts: its markup as in the template, and its files.
    private static func load(
        _ story: Story, _ plan: DeliveryPlan, _ layout: Layout, _ place: StoryPlace
    ) -> Packer.Load {
        var load = Packer.Load(headline: 330 + story.headlineSize + story.slug.utf8.count)
        if layout == .list, plan.text >= .summary, !story.standfirst.isEmpty {
            load.standfirst = 40 + story.standfirst.utf8.count
        }
        guard plan.pictures != .off, let picture = story.picture else { return load }
        let isLarge = layout == .pictures || layout == .list && place == .lead
        if isLarge, plan.pictures == .full, !picture.details.isEmpty {
            load.pictures = PagePicture.options(picture.details, picture.detailOptions, of: picture, in: .text)
        } else if layout != .list || place.hasPicture(of: plan.thumbnail.shape) {
            load.thumbnails = PagePicture.options(picture.thumbnails, picture.thumbnailOptions, of: picture, in: .list)
        }
        return load
    }
}

extension ListPage.Item {
    init(
        _ story: Story, _ share: Packer.Share, _ masthead: Masthead, _ subject: ListPage.Subject,
        _ display: Display? = nil
    ) {
        let root = subject.webEdition.root
        let section = subject.section == nil ? masthead.section(story.sectionID) : nil
        let chosen = story.picture?.chosen(share)
        let isOpinion = masthead.holdsViews(story)
        let label = masthead.label(of: story, in: section, subject.strings)
        let thumbnail = PagePicture(
            story.picture, chosen?.thumbnail, in: subject.layout == .list ? .of(display?.place) : .grid)
        let isShort = display?.place == .brief && thumbnail != nil
        self.init(
            id: story.id, headline: Heading(story.texts), url: "\(root)/articles/\(story.slug)",
            standfirst: share.text >= .summary && !story.standfirst.isEmpty && !isShort ? story.standfirst : nil,
            section: display?.isInBlock == true && label == section?.name ? nil : label,
            sectionURL: section.map { "\(root)/sections/\($0.slug)" },
            time: Moment(story.publishedAt, subject.strings),
            updated: story.wasUpdated ? Moment(story.updatedAt, subject.strings) : nil, language: story.language,
            foreign: subject.strings.foreign(story.language), thumbnail: thumbnail,
            picture: PagePicture(story.picture, chosen?.picture, in: .text),
            byline: isOpinion && !story.byline.isEmpty ? story.byline : nil, isOpinion: isOpinion,
            level: display?.isInBlock == true ? 3 : 2)
    }
}

extension Masthead {
    /// The label of a story: its section, or *Editorial* for the edition's editorial and for views outside sections of views.
    /// - Parameter section: its section; nil where the page is about that.
    func label(of story: Story, in section: Section?, _ strings: Strings) -> String? {
        let isStray = holdsViews(story) && self.section(story.sectionID)?.isOpinion != true
        return story.id == front.editorial || isStray ? strings["editorial"] : section?.name
    }
}

extension Story {
    /// Whether it changed so long after it came out that readers may want to read it again: not at once, when slips are mended, and
    /// not when an archive is tidied up.
    fileprivate var wasUpdated: Bool { (1800...3 * 86_400).contains(updatedAt.timeIntervalSince(publishedAt)) }
}

extension PageDesk {
    /// A story with its share, as a template shows it in a list.
    fileprivate func html(
        _ story: Story, _ share: Packer.Share, _ display: Display, _ pictures: PicturePair?, _ masthead: Masthead,
        _ subject: ListPage.Subject
    ) throws -> String {
        let key = StoryMarkup.Key(
            id: story.id, revision: story.revision, share: share, pictures: pictures, writing: masthead.writingHash,
            display: display, root: subject.webEdition.root, language: subject.strings.language,
            hasSection: subject.section == nil, isEditorial: story.id == masthead.front.editorial)
        return try markup.html(key) {
            let item = ListPage.Item(story, share, masthead, subject, display)
            let values = TemplateValues.properties(of: item).merging(["t": subject.strings]) { item, _ in item }
            return String(decoding: try templates.render(display.template, of: values), as: UTF8.self)
        }
    }
}

extension Strings {
    /// The name of an edition.
    package func name(of edition: Edition) -> String {
        edition.title.isEmpty ? self("editionNumber", String(edition.number)) : edition.title
    }

    /// The day or the week of an edition.
    package func day(of edition: Edition) -> String {
        let day = Moment.day(edition.date, self)
        return edition.isWeekly ? self("weekOf", day) : day
    }
}

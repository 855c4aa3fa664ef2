import Foundation
import News
import Web
import XML

/// The app's page: all stories with their texts, and everything its script needs to make further pages.
/// Without stories it is the shell that browsers store.
struct NewsPage: Sendable {
    struct Item: Sendable {
        var id: Int?
        var headline = Heading()
        var url = ""
        var standfirst: String? = ""
        var byline: String? = ""
        /// Its section, or that it is an editorial, and its language where that is not the newspaper's.
        var label = ""
        var sectionSlug = ""
        var categories: [String] = []
        var published: Moment
        var updated: Moment?
        /// Already sanitised when it was written, or made from plain text; it can go into the page as it
        /// is.
        var body = ""
        /// Bytes of the rest, where the body is only the first paragraphs.
        var restBytes: Int?
        var language: String
        var thumbnail: PagePicture?
        var picture: PagePicture?
        /// Whether there is a picture that the page does not include.
        var isPictured = false
        /// Whether it is a view, not news.
        var isView = false
        var isLead = false
        /// The heading above it, if a block of stories begins with it.
        var block: Block?
        /// Whether the heading of its block says the same as its label.
        var isNamedAbove = false
        var isTemplate = false
    }
    struct Block: Sendable {
        var name: String
        /// The section's slug; nil for the stories that belong to no block.
        var slug: String?
    }
    struct Choice: Sendable {
        var slug: String
        var name: String
        /// Whether it is a section that stands in the header only for readers who chose it.
        var isBehind = false
    }
    struct Days: Sendable {
        var number: Int
        var name: String
        var isUsual: Bool
    }

    /// The token that the script sends back as `since`; nil in the shell.
    var sync: String?
    var items = ""
    var text = ""
    var pictures = ""
    var budget = 0
    var edition: ListPage.EditionLink?
    var editionNumber: Int
    var stories: [Item] = []
    var template: Item
    var isEmpty = false
    /// The address of the stories that follow on the website; nil if that is not known, or if there are none.
    var older: String?
    var allSections: [Choice]
    var allCategories: [Choice]
    var hasSections: Bool
    var hasCategories: Bool
    /// Whether the reader's place makes a difference.
    var hasPlaces: Bool
    /// Whether there is a place for the weather.
    var hasWeather: Bool
    /// Whether readers can log in.
    var hasAccounts = false
    /// Whether readers can be told of news on their lock screens.
    var hasMessages = false
    /// The weather at the reader's place.
    var weather: WeatherLine?
    var days: [Days]

    /// The choices for how many days earlier editions are kept, and the default (see `store.js`).
    private static let (dayChoices, usualDays) = ([1, 3, 7, 14, 30], 7)
    /// The most categories to choose from.
    private static let categoryLimit = 100

    /// Creates the shell.
    init(_ masthead: Masthead, _ strings: Strings, hasWeather: Bool) {
        self.hasWeather = hasWeather
        edition = masthead.latestEdition.map { ListPage.EditionLink($0, strings, root: "") }
        editionNumber = masthead.latestEdition?.number ?? 0
        template = Item(published: .blank, updated: .blank, language: masthead.language, isTemplate: true)
        allSections = masthead.sections.map { Choice(slug: $0.slug, name: $0.name, isBehind: !$0.isInHeader) }
        allCategories = masthead.categories.prefix(Self.categoryLimit).map { Choice(slug: $0.slug, name: $0.name) }
        hasSections = allSections.count > 1
        hasCategories = !allCategories.isEmpty
        hasPlaces = masthead.hasPlaces || hasWeather
        days = Self.dayChoices.map { Days(number: $0, name: strings("news_days", $0), isUsual: $0 == Self.usualDays) }
    }

    /// Creates the page with stories.
    /// - Parameters:
    ///   - shares: what each of the first stories gets; the further ones found no room.
    ///   - rest: where the stories begin that are not among those given.
    init(
        _ stories: [Story], _ shares: [Packer.Share], rest: Cursor?, _ masthead: Masthead, _ strings: Strings,
        _ plan: DeliveryPlan, hasWeather: Bool, weather: WeatherReport?
    ) {
        self.init(masthead, strings, hasWeather: hasWeather)
        self.weather = weather.map { WeatherLine($0, strings) }
        sync = SyncToken(of: masthead).text
        items = plan.items.map { String($0) } ?? ""
        text = plan.text.rawValue
        pictures = plan.pictures.rawValue
        budget = plan.budget
        let items = zip(stories, shares).enumerated().map { index, pair in
            Item(pair.0, pair.1, plan.text, masthead, strings, isFirst: index == 0)
        }
        let arrangement = Arrangement(
            stories.prefix(items.count).map(\.sectionID), order: hasSections ? masthead.sections.map(\.id) : [],
            isFront: true)
        self.stories = Self.arranged(items, by: arrangement, masthead, strings)
        isEmpty = stories.isEmpty
        let cursors = stories.map { Cursor(publishedAt: $0.publishedAt, id: $0.id) }
        if let cursor = Cursor.after(cursors, kept: max(1, shares.count), rest: rest) {
            older = WebEdition.mobile.home + "?before=" + cursor.token
        }
        // On links with little room the first page is for news; the rest is in the shell.
        if plan.budget < Self.ample { (allCategories, hasCategories) = ([], false) }
    }

    /// The stories as a front page has them, with the headings of its blocks. The script arranges what it has stored in the same way.
    private static func arranged(
        _ items: [Item], by arrangement: Arrangement, _ masthead: Masthead, _ strings: Strings
    ) -> [Item] {
        func headed(_ stories: [Int], _ block: Block?) -> [Item] {
            var next = arrangement.blocks.isEmpty ? nil : block
            return stories.map { index in
                defer { next = nil }
                var item = items[index]
                (item.block, item.isNamedAbove) = (next, block?.slug != nil && item.label == block?.name)
                return item
            }
        }
        let blocks = arrangement.blocks.flatMap { block in
            headed(block.stories, masthead.section(block.section).map { Block(name: $0.name, slug: $0.slug) })
        }
        return items[arrangement.top] + blocks + headed(arrangement.rest, Block(name: strings["moreNews"]))
    }

    /// The budget in bytes from which there is room for all choices.
    static let ample = 60_000
}

extension NewsPage.Item {
    /// - Parameter format: the format of the story's text.
    init(
        _ story: Story, _ share: Packer.Share, _ format: TextFormat, _ masthead: Masthead, _ strings: Strings,
        isFirst: Bool
    ) {
        let section = masthead.section(story.sectionID)
        let chosen = story.picture?.chosen(share)
        let picture = PagePicture(story.picture, chosen?.picture, in: .text)
        let opening = share.text == .opening ? story.opening(in: format) : nil
        let isUpdated = story.updatedAt > story.publishedAt.addingTimeInterval(60)
        self.init(
            id: story.id, headline: Heading(story.texts), url: "/articles/\(story.slug)",
            standfirst: share.text >= .summary && !story.standfirst.isEmpty ? story.standfirst : nil,
            byline: story.byline.isEmpty ? nil : story.byline,
            label: [
                masthead.label(of: story, in: section, strings), strings.foreign(story.language)?.uppercased(),
            ].compactMap(\.self).joined(separator: " · "),
            sectionSlug: section?.slug ?? "",
            categories: story.categoryIDs.compactMap { masthead.category($0)?.name }.filter { $0 != section?.name },
            published: Moment(story.publishedAt, strings),
            updated: isUpdated ? Moment(story.updatedAt, strings) : nil,
            body: Self.body(story, share.text, opening?.text),
            restBytes: share.text >= .opening ? (opening?.rest ?? story.rest)?.bytes : nil,
            language: story.language,
            thumbnail: PagePicture(story.picture, chosen?.thumbnail, in: .column), picture: picture,
            isPictured: picture == nil && chosen?.thumbnail == nil && story.isPictured,
            isView: masthead.holdsViews(story),
            isLead: isFirst && picture != nil)
        self.picture?.isLazy = !isFirst
    }

    private static func body(_ story: Story, _ text: TextFormat, _ opening: String?) -> String {
        switch text {
        case .headline, .summary: ""
        case .opening: PlainBlocks.html(opening ?? story.text)
        case .plain: PlainBlocks.html(story.text)
        case .html: story.text
        }
    }
}

// The approximate weight of a story's parts on the page: its markup as in the template, and its files.
extension NewsPage {
    /// The texts, in the plan's format.
    static func texts(_ story: Story, _ plan: DeliveryPlan) -> Packer.Load {
        var load = Packer.Load(
            headline: 560 + story.headlineSize + story.slug.utf8.count + story.byline.utf8.count)
        if plan.text >= .summary, !story.standfirst.isEmpty { load.standfirst = 30 + story.standfirst.utf8.count }
        if plan.text == .html { load.html = story.text.utf8.count }
        if plan.text == .plain { load.plain = story.text.utf8.count * 102 / 100 }
        let opening = plan.text == .opening ? story.text : story.opening(in: plan.text)?.text ?? ""
        load.opening = opening.utf8.count * 102 / 100
        return load
    }

    /// The pictures, once its texts are decided.
    static func pictures(_ story: Story, _ share: Packer.Share, _ plan: DeliveryPlan) -> Packer.Load {
        let texts = texts(story, plan)
        var load = Packer.Load(
            headline: texts.headline + (share.text >= .summary ? texts.standfirst : 0)
                + (share.text == .opening ? texts.opening : share.text > .opening ? texts.plain + texts.html : 0))
        guard let picture = story.picture else { return load }
        load.thumbnails = PagePicture.options(picture.thumbnails, picture.thumbnailOptions, of: picture, in: .list)
        if plan.pictures == .full {
            load.pictures = PagePicture.options(picture.details, picture.detailOptions, of: picture, in: .text)
        }
        return load
    }
}

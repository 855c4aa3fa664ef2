import Archive
import Documents
import Foundation
import News
import Syndication
import Web

/// The page of one article.
struct ArticlePage: Sendable {
    /// The same article in another language.
    struct Version: Sendable {
        var language: String
        var headline: String
        var url: String
        /// The absolute address.
        var address: String
        var isThis: Bool
    }

    struct Step: Sendable {
        var url: String
        var words: String
    }

    /// The article's number, under which the app keeps it.
    var id: Int
    var headline: Heading
    var standfirst: String?
    var byline: String?
    var published: Moment
    var updated: Moment?
    /// The reading time, in words.
    var readingTime: String
    var section: String?
    var sectionURL: String?
    var picture: PagePicture?
    /// Already sanitised when it was written, so it can go into the page as it is.
    var body: String
    var categories: [PageFrame.Link]
    var editionNumber: Int
    /// Nil if readers do not have the edition yet, or no longer.
    var editionURL: String?
    var language: String
    /// The address of a map of its place.
    var map: String?
    var versions: [Version]
    /// The same story from other sources.
    var alsoIn: [PageFrame.Link]
    var hasAlsoIn: Bool
    /// The byline, with links to the authors' pages.
    var bylineParts: [BylinePart]
    /// The portrait of its author, where there is room for it.
    var portrait: PortraitPart?
    var related: [ListPage.Item]
    var hasRelated: Bool
    /// Other new stories of the section, and their heading.
    var more: [ListPage.Item]
    var moreFrom: String?
    /// The story to read next; nil on a page that has not all of the text.
    var nextStory: ListPage.Item?
    /// The next sizes of text, as the form of settings takes them.
    var smaller: String?
    var larger: String?
    /// The page's own address.
    var path: String
    /// The subject and text for sharing, as a part of an address.
    var mail: String
    /// The address of the QR code that leads here; nil on the lightest pages.
    var code: String?
    /// Nil on a page that has not all of the article.
    var metadata: ArticleMetadata?
    /// Whether the article began on an earlier page.
    var isLater: Bool
    /// The way to the rest of the text, and to all of it, with what they cost.
    var next: Step?
    var whole: Step?
    /// The page that tells how to embed it.
    var embed: String

    /// The approximate weight of the page: its head with the story's own picture, then each piece of the text,
    /// followed by the pictures in it.
    static func loads(_ opened: OpenedStory, _ pieces: ArticlePieces, _ plan: DeliveryPlan) -> [Packer.Load] {
        let within = pieces.rest.flatMap { piece in
            let pictures = plan.pictures == .full ? piece.pictures : []
            let loads = pictures.map { picture in
                Packer.Load(
                    headline: 0,
                    pictures: PagePicture.options(picture.details, picture.detailOptions, of: picture, in: .text))
            }
            return [Packer.Load(headline: piece.size)] + loads
        }
        return [pieces.isLater ? Packer.Load(headline: 700) : head(opened.story, plan)] + within
            + opened.others.compactMap { $0.picture.map(otherLoad) }
    }

    private static func otherLoad(_ picture: StoryPicture) -> Packer.Load {
        Packer.Load(
            headline: 0,
            thumbnails: PagePicture.options(picture.thumbnails, picture.thumbnailOptions, of: picture, in: .list))
    }

    private static func head(_ story: Story, _ plan: DeliveryPlan) -> Packer.Load {
        var load = Packer.Load(headline: 3 * story.standfirst.utf8.count + 2500)
        guard plan.pictures != .off, let picture = story.picture else { return load }
        if plan.pictures == .full, !picture.details.isEmpty {
            load.pictures = PagePicture.options(picture.details, picture.detailOptions, of: picture, in: .text)
        } else {
            load.thumbnails = PagePicture.options(picture.thumbnails, picture.thumbnailOptions, of: picture, in: .text)
        }
        return load
    }

    /// The most other sources that are listed.
    private static let alsoInLimit = 10
    /// The budget in bytes from which a page leads to its QR code.
    private static let codeBudget = 15_000

    /// - Parameters:
    ///   - body: sanitised, with the pictures in it.
    ///   - rendition: the rendition of the picture that the plan affords, if any.
    ///   - others: the shares of those stories at its end that have a picture.
    ///   - shown: what the page has of the text.
    init(
        _ opened: OpenedStory, body: String, _ rendition: Rendition?, others shares: [Packer.Share],
        _ shown: ArticlePieces.Shown, _ plan: DeliveryPlan,
        _ masthead: Masthead, _ site: Site, _ subject: ListPage.Subject
    ) {
        let story = opened.story
        let strings = subject.strings
        let root = subject.webEdition.root
        id = story.id
        headline = Heading(story.texts)
        // Many feeds repeat the standfirst at the beginning of the text.
        let isRepeated = shown.isLater || story.standfirst.isEmpty || story.text.repeats(story.standfirst)
        standfirst = isRepeated ? nil : story.standfirst
        byline = story.byline.isEmpty ? nil : story.byline
        published = Moment(story.publishedAt, strings)
        updated =
            story.updatedAt > story.publishedAt.addingTimeInterval(60) ? Moment(story.updatedAt, strings) : nil
        readingTime = strings("minutes", ReadingTime.minutes(story.text))
        let section = masthead.section(story.sectionID)
        self.section = masthead.label(of: story, in: section, strings)
        sectionURL = section.map { "\(root)/sections/\($0.slug)" }
        picture = shown.isLater ? nil : PagePicture(story.picture, rendition, in: .text)
        self.body = body
        categories = story.categoryIDs.compactMap { masthead.category($0) }.filter { $0.name != section?.name }.map {
            PageFrame.Link(name: $0.name, url: "\(root)/categories/\($0.slug)")
        }
        editionNumber = story.edition
        editionURL = opened.isEditionOut ? "\(root)/editions/\(story.edition)" : nil
        language = story.language
        map = story.place.map { plan.columns > 1 ? $0.webMap : $0.geoAddress }
        versions = Self.versions(opened, root, site)
        alsoIn = shown.isAll ? Self.alsoIn(opened, root) : []
        hasAlsoIn = !alsoIn.isEmpty
        portrait = shown.isLater ? nil : PortraitPart(opened.portrait, plan)
        bylineParts = BylinePart.parts(of: story.byline, opened.authors, root)
        let pictured = opened.others.filter { $0.picture != nil }.map(\.id)
        let shareOf = Dictionary(zip(pictured, shares)) { first, _ in first }
        func item(_ story: Story) -> ListPage.Item {
            ListPage.Item(story, shareOf[story.id] ?? Packer.Share(), masthead, subject)
        }
        related = opened.related.map(item)
        // The next story is shown once: as the related one if there is no other.
        if related.count > 1 { related.removeAll { $0.id == opened.next?.id } }
        more = opened.more.map(item)
        let relatedIDs = related.map(\.id)
        let nextOne = opened.next.flatMap { relatedIDs.contains($0.id) ? nil : $0 }
        nextStory = nextOne.map(item)
        if shown.next != nil { (related, more, nextStory) = ([], [], nil) }
        hasRelated = !related.isEmpty
        moreFrom = more.isEmpty ? nil : section.map { strings("more_from", $0.name) }
        smaller = TextSizes.next(to: plan.textSize, isLarger: false)
        larger = TextSizes.next(to: plan.textSize, isLarger: true)
        path = "\(root)/articles/\(story.slug)"
        code = plan.budget >= Self.codeBudget ? "/articles/\(story.slug)/code.svg" : nil
        mail = "?subject=\(story.headline.escapedForQuery)&body=\(site.article(story.slug).escapedForQuery)"
        embed = site.embed(story.slug)
        metadata = shown.isAll ? ArticleMetadata(story, rendition, keywords: opened.keywords, masthead, site) : nil
        isLater = shown.isLater
        (next, whole) = Self.steps(shown, "\(root)/articles/\(story.slug)", strings)
    }

    /// The ways on from a page that has not all of the text.
    private static func steps(_ shown: ArticlePieces.Shown, _ address: String, _ strings: Strings) -> (
        next: Step?, whole: Step?
    ) {
        guard let next = shown.next else { return (nil, nil) }
        return (
            Step(url: "\(address)?part=\(next.piece)", words: strings("article_continue", kilobytes(next.bytes))),
            Step(url: address + "?whole=1", words: strings("article_whole", kilobytes(shown.whole)))
        )
    }

    private static func kilobytes(_ bytes: Int) -> String { String(max(1, (bytes + 500) / 1000)) }

    private static func versions(_ opened: OpenedStory, _ root: String, _ site: Site) -> [Version] {
        opened.translations.map {
            Version(
                language: $0.language, headline: $0.headline, url: "\(root)/articles/\($0.slug)",
                address: site.article($0.slug), isThis: $0.slug == opened.story.slug)
        }
    }

    private static func alsoIn(_ opened: OpenedStory, _ root: String) -> [PageFrame.Link] {
        opened.doubles.prefix(alsoInLimit).map { member in
            let isElsewhere = !member.hasText && member.canonicalAddress.isWebAddress
            return PageFrame.Link(
                name: member.teller.map { "\($0): \(member.headline)" } ?? member.headline,
                url: isElsewhere ? member.canonicalAddress : "\(root)/articles/\(member.slug)")
        }
    }
}

extension Place {
    private var coordinates: String { "\(latitude),\(longitude)" }

    /// An address that phones open with their map (RFC 5870).
    fileprivate var geoAddress: String { "geo:" + coordinates }

    /// A map in the web, for computers, which have none of their own.
    fileprivate var webMap: String {
        "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=15/\(latitude)/\(longitude)"
    }
}

/// The time that an article takes to read.
enum ReadingTime {
    /// Words per minute in silent reading (Brysbaert 2019, non-fiction in English).
    private static let wordsPerMinute = 238

    /// The minutes, at least one.
    static func minutes(_ html: String) -> Int {
        var words = 0
        var (isInTag, isInWord) = (false, false)
        for byte in html.utf8 {
            if byte == UInt8(ascii: "<") { isInTag = true }
            let isSpace = isInTag || byte <= 0x20
            if !isSpace, !isInWord { words += 1 }
            isInWord = !isSpace
            if byte == UInt8(ascii: ">") { isInTag = false }
        }
        return max(1, Int((Double(words) / Double(wordsPerMinute)).rounded()))
    }
}

extension StoryCluster.Member {
    /// The teller of the story: its source, otherwise the host of its page, otherwise its author.
    fileprivate var teller: String? {
        if let source { return source }
        guard canonicalAddress.isWebAddress, let host = OldAddress.host(of: canonicalAddress)?.lowercased() else {
            return byline.isEmpty ? nil : byline
        }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}

extension String {
    /// Whether it is an address that may be linked to.
    fileprivate var isWebAddress: Bool { CanonicalAddress.of(self) != nil }
}

extension String {
    /// Whether a text with markup begins with the words of a plain one. A match of only a few words could
    /// be chance.
    func repeats(_ words: String) -> Bool {
        guard words.utf8.count >= 40 else { return false }
        var wanted = words.unicodeScalars.lazy.filter(\.properties.isAlphabetic).makeIterator()
        var (isInTag, isInEntity) = (false, false)
        for scalar in unicodeScalars {
            if scalar == "<" { isInTag = true } else if scalar == "&" { isInEntity = true }
            if !isInTag, !isInEntity, scalar.properties.isAlphabetic {
                guard let next = wanted.next() else { return true }
                if next != scalar { return false }
            }
            if scalar == ">" { isInTag = false } else if scalar == ";" { isInEntity = false }
        }
        return wanted.next() == nil
    }
}

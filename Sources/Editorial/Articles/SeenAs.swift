package import Archive
package import News
package import Syndication
import Web

/// A preview of how a device gets a single story, by the same policy and packer that readers get theirs by.
package struct SeenAs: Sendable {
    /// A device: the key of its texts in the catalogues, and its description of itself.
    package typealias Device = (key: String, fields: [(name: String, value: String)])

    /// The version that a device gets.
    package struct Sight: Encodable, Sendable {
        package struct Picture: Encodable, Sendable {
            package var url: String
            package var width: Int
            package var height: Int
        }
        package var device: String
        /// The text format; nil if there is no room for the story at all.
        package var text: String?
        package var picture: Picture?
        /// The size of the document and the picture together.
        package var bytes: Int
        package var budget: Int
        package var headline: String
        package var standfirst: String?
        package var body: String?
    }

    package static let devices: [Device] = [
        ("feature", [("client", "feature"), ("network", "gprs"), ("screen_width", "240"), ("screen_height", "320")]),
        ("old", [("client", "android"), ("network", "edge"), ("screen_width", "320"), ("screen_height", "480")]),
        (
            "weak",
            [
                ("client", "android"), ("network", "3g"), ("battery", "15"), ("screen_width", "360"),
                ("screen_height", "640"), ("dpr", "2"),
            ]
        ),
        (
            "phone",
            [("client", "iphone"), ("network", "4g"), ("screen_width", "390"), ("screen_height", "844"), ("dpr", "3")]
        ),
        (
            "tablet",
            [
                ("client", "tablet"), ("network", "wifi"), ("screen_width", "820"), ("screen_height", "1180"),
                ("dpr", "2"), ("local_time", "2026-01-01T23:00"),
            ]
        ),
    ]

    /// One that is shown where there is room for its page.
    package static let computer: Device = (
        "computer", [("client", "desktop"), ("network", "wifi"), ("screen_width", "1280"), ("screen_height", "800")]
    )

    private let key: String
    private let plan: DeliveryPlan

    private init(_ device: Device, _ masthead: Masthead) {
        key = device.key
        plan = Policy.plan(for: Self.context(of: device), masthead.policy)
    }

    package static func context(of device: Device) -> DeviceContext {
        ContextForm.read(device.fields).context
    }

    /// The versions of a draft that all devices get.
    package static func all(
        _ draft: ArticleDraft, of article: Article, _ masthead: Masthead, _ site: Site, _ holdings: Holdings
    ) throws -> [Sight] {
        try devices.map { try SeenAs($0, masthead).sight(draft, of: article, masthead, site, holdings) }
    }

    private func sight(
        _ draft: ArticleDraft, of article: Article, _ masthead: Masthead, _ site: Site, _ holdings: Holdings
    ) throws -> Sight {
        let story = try holdings.story(draft, of: article, text: plan.text, pictures: plan.pair)
        let writer = StoryWriter(masthead: masthead, site: site, text: max(plan.text, .summary), format: .xml)
        let channel = Channel(
            masthead: masthead, site: site, plan: plan, selection: .init(), format: .xml,
            stories: [writer.write(story)],
            rest: nil)
        let written = channel.document(compression: ContentCoding.gzip.usualRatio, send: ContentCoding.gzip.compress)
        let share = written.shares.first
        let chosen = share.flatMap { story.picture?.chosen($0) }
        let file = chosen?.picture ?? chosen?.thumbnail
        let text = share?.text ?? .headline
        return Sight(
            device: key, text: share == nil ? nil : text.rawValue,
            picture: file.flatMap { file in
                story.picture.map {
                    Sight.Picture(url: site.picture($0.hash, file.name), width: file.width, height: file.height)
                }
            },
            bytes: written.sent.count + written.pictureBytes, budget: plan.budget, headline: story.headline,
            standfirst: text >= .summary && !story.standfirst.isEmpty ? story.standfirst : nil,
            body: text >= .plain ? draft.bodyText : text == .opening ? draft.bodyText.opening : nil)
    }
}

extension Holdings {
    /// A draft as a story, with its text and renditions in the requested form.
    package func story(
        _ draft: ArticleDraft, of article: Article, text: TextFormat, pictures pair: PicturePair?
    ) throws -> Story {
        var picture: StoryPicture?
        if let drawn = draft.picture, let pair, isSHA256(drawn.hash) {
            picture = StoryPicture(
                hash: drawn.hash, alt: drawn.alt, caption: drawn.caption, credit: drawn.credit,
                renditions: try pictures.renditions(of: [drawn.hash], pair)[drawn.hash] ?? [], pair: pair)
        }
        let section = try sections.find(slug: draft.section)?.section.id ?? 0
        return Story(
            id: article.id, revision: article.revision, guid: draft.guid, slug: article.slug,
            texts: draft.texts,
            text: text == .html
                ? BodyPictures.removed(from: draft.bodyHTML)
                : text == .plain ? draft.bodyText : text == .opening ? draft.bodyText.opening : "",
            plainText: text == .html ? draft.bodyText : "", sectionID: section, categoryIDs: [],
            edition: article.edition, publishedAt: article.publishedAt,
            updatedAt: article.publishedAt, picture: picture, isPictured: draft.picture != nil, place: draft.place)
    }
}

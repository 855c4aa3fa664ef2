package import Archive
package import News

/// A story with everything that its own page shows.
package struct OpenedStory: Sendable {
    package var story: Story
    /// Its text, with the pictures in it.
    package var body: [BodyPart]
    /// Those pictures, by their hashes.
    package var pictures: [String: StoryPicture]
    package var translations: [Translation]
    /// The same story from other sources.
    package var doubles: [StoryCluster.Member]
    /// Its keywords, the most telling first.
    package var keywords: [Keyword]
    /// Those that its byline names.
    package var authors: [Author]
    /// The portrait of the first of them who has one.
    package var portrait: Portrait?
    /// Related stories, with headline and standfirst.
    package var related: [Story]
    /// Other new stories of its section.
    package var more: [Story]
    /// The story to read after it; nil if there is no other.
    package var next: Story?
    /// Whether readers have its edition: a story may be out before it.
    package var isEditionOut: Bool

    /// Whether its text has pictures in a row, tables or code, for which pages have a style of their own.
    package var isRich: Bool {
        pictures.count > 1
            || body.contains { part in
                guard case .markup(let text) = part else { return false }
                return text.contains("<table") || text.contains("<pre")
            }
    }

    /// The stories to which its page leads, those first that it leads to first.
    package var others: [Story] { related + (next.map { [$0] } ?? []) + more }

    package init(
        story: Story, body: [BodyPart], pictures: [String: StoryPicture], translations: [Translation],
        doubles: [StoryCluster.Member], keywords: [Keyword], authors: [Author] = [], portrait: Portrait? = nil,
        related: [Story],
        more: [Story] = [], next: Story? = nil, isEditionOut: Bool = true
    ) {
        self.isEditionOut = isEditionOut
        self.next = next
        self.story = story
        self.body = body
        self.pictures = pictures
        self.translations = translations
        self.doubles = doubles
        self.keywords = keywords
        self.authors = authors
        self.portrait = portrait
        self.related = related
        self.more = more
    }
}

/// The results of a search.
package struct FoundStories: Sendable {
    /// A story with the search terms marked.
    package struct Hit: Sendable {
        package var story: Story
        package var marked: SearchHighlight
    }
    package var page: SearchPage
    /// The stories of the page, in its order.
    package var hits: [Hit]
    /// The author who has the name that was searched for.
    package var author: Author?
    /// The search that found them, if the one that was asked for found nothing.
    package var meant: SearchQuery?
}

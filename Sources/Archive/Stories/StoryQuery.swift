package import News

/// A selection of published stories, newest first.
package struct StoryQuery: Sendable {
    /// Identifiers; empty means all.
    package var sections: [Int] = []
    /// Identifiers; empty means all.
    package var categories: [Int] = []
    /// Only articles by this author, by the author's identifier.
    package var author: Int?
    /// Only those of any of these topics; nil means all.
    package var followed: FollowedTopics?
    /// Only these; empty means all.
    package var articles: [Int] = []
    /// Only those of this edition.
    package var edition: EditionReference?
    /// Only stories after this place.
    package var before: Cursor?
    /// The edition whose front page decides the order of all news, or of that edition; it has no effect on
    /// narrower selections.
    package var arrangement: EditionReference?
    /// The edition whose stories come before those of any other. It has no effect on pages after the first
    /// one.
    package var leading: EditionReference?
    /// Only stories that changed after this revision of the newspaper.
    package var since: Int?
    /// Stories that concern this place come first.
    package var near: Place?
    /// Only stories with a picture.
    package var isIllustrated = false
    /// Only stories that concern the place.
    package var isLocal = false
    /// Primary language subtags: stories in these languages come before all others; empty if it makes no
    /// difference.
    package var languages: [String] = []
    /// The maximum number.
    package var limit: Int

    /// Selects all stories, up to a limit.
    package init(limit: Int) { self.limit = limit }

    /// Whether stories near the reader, or in languages that the reader reads, come first.
    var prefers: Bool { before == nil && (near != nil && !isLocal || !languages.isEmpty) }
    /// The front page by which editors decide what comes first; nil if none does. Its stories are then part of
    /// the selection. Pages after the first one go on by time.
    var front: EditionReference? {
        let isOfAll = sections.isEmpty && categories.isEmpty && articles.isEmpty && author == nil && followed == nil
        let isWhole = isOfAll && since == nil && !isIllustrated && !isLocal
        return isWhole && (edition == nil || edition == arrangement) && before == nil ? arrangement : nil
    }
    /// Whether the stories of an edition come before the others.
    var leads: Bool { before == nil && leading != nil }
}

/// One page of a selection: which stories, but not yet their texts.
package struct StoryPage: Sendable {
    /// A story of the page, at a revision.
    package struct Entry: Sendable, Hashable {
        /// The article's number.
        package var id: Int
        /// The article's revision.
        package var revision: Int
    }

    /// In the order in which they are shown.
    package var entries: [Entry]
    /// Where the stories begin that are not on the page; nil if there are no more.
    package var rest: Cursor?
    /// The newspaper's revision as of the same moment; nil if there are no stories.
    package var revision: Int?
}

/// Topics that somebody follows, by their identifiers.
package struct FollowedTopics: Sendable {
    package var sections: [Int] = []
    package var categories: [Int] = []
    package var authors: [Int] = []
    /// In each language of the newspaper's stories, the form in which keywords are compared.
    package var keywords: [(language: String, term: String)] = []
    package var places: [Place] = []

    package init() {}
}

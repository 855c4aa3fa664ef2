package import Foundation

/// An article as readers get it: everything that a channel, a feed or a page needs to show it.
@dynamicMemberLookup
package struct Story: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows it.
    package var id: Int
    /// Rises with every change of the article.
    package var revision: Int
    /// A name that never changes, for feed readers.
    package var guid: String
    /// The last part of its address.
    package var slug: String
    /// The headline and the other short texts, which are also members of the story itself.
    package var texts: ArticleText
    /// The text in the requested format: sanitised HTML, plain text, or empty.
    package var text: String
    /// The same as plain text if `text` is HTML; may be empty.
    package var plainText: String
    /// The rest of the text; nil if `text` is all of it.
    package var rest: RestOfText?
    /// The section's identifier in the masthead.
    package var sectionID: Int
    /// The categories' identifiers in the masthead.
    package var categoryIDs: [Int]
    /// The number of its edition.
    package var edition: Int
    /// When it was first published.
    package var publishedAt: Date
    /// When readers last saw it change.
    package var updatedAt: Date
    /// Its lead picture, if it has one and the plan affords pictures.
    package var picture: StoryPicture?
    /// Whether it has a picture, even if the plan affords none.
    package var isPictured: Bool
    /// Where it happened.
    package var place: Place?
    /// The revision of the newspaper at which readers last saw it change; 0 if that is unknown.
    package var changedIn = 0
    /// Its corrections, the oldest first; if its text is included, they stand at the end of it.
    package var corrections: [Correction] = []

    /// Creates a story from its parts.
    package init(
        id: Int, revision: Int, guid: String, slug: String, texts: ArticleText, text: String,
        plainText: String = "", sectionID: Int, categoryIDs: [Int], edition: Int, publishedAt: Date, updatedAt: Date,
        picture: StoryPicture?, isPictured: Bool = false, place: Place?
    ) {
        self.id = id
        self.revision = revision
        self.guid = guid
        self.slug = slug
        self.texts = texts
        self.text = text
        self.plainText = plainText
        self.sectionID = sectionID
        self.categoryIDs = categoryIDs
        self.edition = edition
        self.publishedAt = publishedAt
        self.updatedAt = updatedAt
        self.picture = picture
        self.isPictured = isPictured || picture != nil
        self.place = place
    }

    /// When readers last saw it change, by the newspaper's revision and by the clock.
    package var lastChange: (revision: Int, at: Date) { (changedIn, updatedAt) }

    /// A short text.
    package subscript<Value>(dynamicMember path: KeyPath<ArticleText, Value>) -> Value { texts[keyPath: path] }
}

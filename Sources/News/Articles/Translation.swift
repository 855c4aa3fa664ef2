/// A translation of an article.
package struct Translation: Sendable, Hashable {
    /// BCP 47.
    package var language: String
    /// The last part of its address.
    package var slug: String
    /// As printed.
    package var headline: String

    /// A translation.
    package init(language: String, slug: String, headline: String) {
        self.language = language
        self.slug = slug
        self.headline = headline
    }
}

/// An article that says the same as another in its own language.
public struct Translation: Sendable, Hashable {
    /// BCP 47.
    public var language: String
    /// The last part of its address.
    public var slug: String
    /// As printed.
    public var headline: String

    /// A translation.
    public init(language: String, slug: String, headline: String) {
        self.language = language
        self.slug = slug
        self.headline = headline
    }
}

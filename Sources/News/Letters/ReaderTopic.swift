/// A topic that a reader follows.
package enum ReaderTopic: Sendable, Hashable {
    /// By slug.
    case section(String), category(String), author(String)
    /// Stories with this keyword, as the reader typed it.
    case keyword(String)
    /// News of a place, under the name by which the reader chose it.
    case place(Place, String)

    /// The most topics of a reader, and the most places among them: each is looked for by itself.
    package static let (limit, placesLimit) = (50, 10)
    /// The most bytes of a keyword, and of the name of a place.
    private static let lengthLimit = 100

    /// Reads what `name` writes; nil for anything else.
    package init?(_ name: String) {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("section", 2) where Slug.isValid(parts[1]): self = .section(parts[1])
        case ("category", 2) where Slug.isValid(parts[1]): self = .category(parts[1])
        case ("author", 2) where Slug.isValid(parts[1]): self = .author(parts[1])
        case ("keyword", 2...):
            guard let topic = Self(keyword: parts.dropFirst().joined(separator: "/")) else { return nil }
            self = topic
        case ("place", 3):
            guard let place = Place(name: parts[1]), let topic = Self(place, named: parts[2]) else { return nil }
            self = topic
        default: return nil
        }
    }

    /// A keyword as typed; nil if there is nothing to compare with, or too much.
    package init?(keyword: String) {
        let words = keyword.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard words.utf8.count <= Self.lengthLimit, !Keyword.typed([words], language: "").isEmpty else { return nil }
        self = .keyword(words)
    }

    /// A place, kept to a tenth of a degree (about 10 km); nil if its name is empty or too long.
    package init?(_ place: Place, named name: String) {
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, words.utf8.count <= Self.lengthLimit else { return nil }
        self = .place(place.coarse, words)
    }

    /// As it stands in forms and in the archive: `section/city`, `keyword/ferry`, `place/41.2,-8.6/Porto`.
    package var name: String {
        switch self {
        case .section(let slug): "section/" + slug
        case .category(let slug): "category/" + slug
        case .author(let slug): "author/" + slug
        case .keyword(let words): "keyword/" + words
        case .place(let place, let name): "place/\(place.name)/\(name)"
        }
    }
}

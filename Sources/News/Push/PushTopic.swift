/// Something that readers may want to be told of. Subscriptions list topics, and a message names those whose readers it is for.
package enum PushTopic: Sendable, Hashable {
    /// Everybody who subscribed, whatever for; only messages name it.
    case all
    /// The stories that lead the newspaper.
    case front
    /// News that cannot wait.
    case breaking
    /// News of the reader's surroundings.
    case near
    /// A section, category or author, by slug.
    case section(String), category(String), author(String)

    /// The most topics of a subscription, and of a message.
    package static let limit = 50

    /// Reads what `name` writes; nil for anything else.
    package init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("all", 1): self = .all
        case ("front", 1): self = .front
        case ("breaking", 1): self = .breaking
        case ("near", 1): self = .near
        case ("section", 2) where Slug.isValid(parts[1]): self = .section(parts[1])
        case ("category", 2) where Slug.isValid(parts[1]): self = .category(parts[1])
        case ("author", 2) where Slug.isValid(parts[1]): self = .author(parts[1])
        default: return nil
        }
    }

    /// As it stands in requests and in the archive: `front`, `section/city`.
    package var name: String {
        switch self {
        case .all: "all"
        case .front: "front"
        case .breaking: "breaking"
        case .near: "near"
        case .section(let slug): "section/" + slug
        case .category(let slug): "category/" + slug
        case .author(let slug): "author/" + slug
        }
    }

    /// The forms of a name, in words.
    package static let expected = "front, breaking, near, section/SLUG, category/SLUG or author/SLUG"
}

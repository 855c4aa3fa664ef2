/// A newsletter that readers can ask for by mail.
package enum MailingList: Sendable, Hashable {
    /// The stories of each edition as it comes out.
    case editions
    /// The front page of each morning, and of each Saturday.
    case daily, weekly
    /// What is new in a section each morning, by its slug.
    case section(String)

    /// Those that every newspaper has.
    package static let general: [Self] = [.daily, .weekly, .editions]

    /// All that a newspaper has.
    package static func all(of masthead: Masthead) -> [Self] { general + masthead.sections.map { .section($0.slug) } }

    /// Reads what `name` writes; nil for anything else.
    package init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("editions", 1): self = .editions
        case ("daily", 1): self = .daily
        case ("weekly", 1): self = .weekly
        case ("section", 2) where Slug.isValid(parts[1]): self = .section(parts[1])
        default: return nil
        }
    }

    /// As it stands in requests and in the archive: `daily`, `section/city`.
    package var name: String {
        switch self {
        case .editions: "editions"
        case .daily: "daily"
        case .weekly: "weekly"
        case .section(let slug): "section/" + slug
        }
    }

    /// The forms of a name, in words.
    package static let expected = "daily, weekly, editions or section/SLUG"
}

/// A newsletter that readers can ask for by mail.
package enum MailingList: Sendable, Hashable {
    /// The stories of each edition as it comes out.
    case editions
    /// The front page of each morning, and of each Saturday.
    case daily, weekly
    /// What is new in a section each morning, by its slug.
    case section(String)
    /// New stories of the topics that the reader follows, each morning. Nobody else gets the same.
    case mine
    /// New results of a search, by its words, each morning.
    case search(String)

    /// Those that every newspaper has.
    package static let general: [Self] = [.daily, .weekly, .editions]

    /// All that a newspaper has.
    package static func all(of masthead: Masthead) -> [Self] { general + masthead.sections.map { .section($0.slug) } }

    /// Reads what `name` writes; nil for anything else.
    package init?(_ name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("editions", 1): self = .editions
        case ("daily", 1): self = .daily
        case ("weekly", 1): self = .weekly
        case ("section", 2) where Slug.isValid(parts[1]): self = .section(parts[1])
        case ("mine", 1): self = .mine
        case ("search", 2) where Self.isSearch(parts[1]): self = .search(parts[1])
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
        case .mine: "mine"
        case .search(let words): "search/" + words
        }
    }

    /// Whether these are the words of a search, as it is understood.
    private static func isSearch(_ words: String) -> Bool {
        !words.isEmpty && words.unicodeScalars.count <= searchLimit
            && SearchQuery.read([(name: "q", value: words)]).query.words == words
    }

    /// The most characters of a search: its words stand in the address that cancels it.
    private static let searchLimit = 100

    /// Whether its letters have only what is new since the last one.
    package var isOfNewStories: Bool {
        switch self {
        case .mine, .search: true
        case .editions, .daily, .weekly, .section: false
        }
    }

    /// The forms of a name that the newsroom may preview, in words.
    package static let expected = "daily, weekly, editions or section/SLUG"
}

import News

/// A section or a category to choose in a form.
struct FormChoice: Sendable {
    var slug: String
    var name: String
    var isChosen: Bool

    /// As many sections as an eighth of a budget has room for, and the chosen one.
    static func sections(of masthead: Masthead, within budget: Int, chosen slug: String?) -> [Self] {
        let room = budget / share / size
        return masthead.sections.enumerated().filter { $0 < room || $1.slug == slug }.map { _, section in
            Self(slug: section.slug, name: section.name, isChosen: section.slug == slug)
        }
    }

    /// All categories, or none if an eighth of a budget has no room for all: their names must then be typed.
    static func categories(of masthead: Masthead, within budget: Int, chosen slug: String?) -> [Self] {
        guard masthead.categories.count <= budget / share / size else { return [] }
        return masthead.categories.map { Self(slug: $0.slug, name: $0.name, isChosen: $0.slug == slug) }
    }

    /// The part of a budget that one list of choices may take: one in so many.
    private static let share = 8
    /// The approximate bytes of one on a page.
    private static let size = 50
}

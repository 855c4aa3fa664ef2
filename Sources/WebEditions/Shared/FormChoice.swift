import News

/// A section to choose in a form.
struct SectionChoice: Sendable {
    var slug: String
    var name: String
    var isChosen: Bool

    /// As many sections as an eighth of a budget has room for, and the chosen one.
    static func all(of masthead: Masthead, within budget: Int, chosen slug: String?) -> [SectionChoice] {
        let room = budget / 8 / size
        return masthead.sections.enumerated().filter { $0 < room || $1.slug == slug }.map { _, section in
            SectionChoice(slug: section.slug, name: section.name, isChosen: section.slug == slug)
        }
    }

    /// The approximate bytes of one on a page.
    private static let size = 50
}

/// The part of the newspaper in which an article appears.
package struct Section: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows it.
    package var id: Int
    /// As it stands in addresses.
    package var slug: String
    /// As printed.
    package var name: String
    /// The area that all of it concerns, if it is the news of a place.
    package var area: Area?
    /// Whether pages link it in their header.
    package var isInHeader: Bool

    /// A section.
    package init(id: Int, slug: String, name: String, area: Area? = nil, isInHeader: Bool = true) {
        self.id = id
        self.slug = slug
        self.name = name
        self.area = area
        self.isInHeader = isInHeader
    }

    /// Whether it holds views rather than news.
    package var isOpinion: Bool { [Self.editorial, "opinion", "opiniao"].contains(slug) }

    /// The slug in selections for everything near the reader; no section has it.
    package static let local = "place"
    /// The slug of the section or category in which the newspaper itself speaks.
    package static let editorial = "editorial"
}

package import struct Foundation.Date

/// What all pages and documents of one revision share: the newspaper's name, its sections and categories, its latest edition.
package struct Masthead: Sendable, Hashable {
    /// Rises with every change that readers can see.
    package var revision: Int
    /// What it is called.
    package var title: String
    /// What it is, in a sentence.
    package var description: String
    /// BCP 47.
    package var language: String
    /// When the last change was.
    package var updatedAt: Date
    /// In the order in which the newspaper prints them.
    package var sections: [Section]
    /// By name.
    package var categories: [Category]
    /// The newest published edition that has a published article, if there is one.
    package var latestEdition: Edition?
    /// The primary language subtags of what is published, sorted.
    package var languages: [String]
    /// Whether any of the news belongs to a place.
    package var hasPlaces: Bool
    /// What the operator changed in the policy.
    package var policy: PolicySettings
    /// How often a picture was replaced by another.
    package var replacements: Int
    /// Whether articles had other addresses before.
    package var hasRedirects: Bool
    /// What editors put on the front page of the latest edition, as far as it is published.
    package var front: FrontPage
    /// Differs, within this process, where something does by which requests are understood.
    package let understandingHash: Int
    /// Differs, within this process, where something does that stories are written with besides themselves: a name, the language, the
    /// renditions of pictures.
    package let writingHash: Int
    private let sectionIndex: [Int: Int]
    private let categoryIndex: [Int: Int]

    /// A masthead of these parts.
    /// - Parameter pictures: rises when renditions change.
    package init(
        revision: Int, title: String, description: String, language: String, updatedAt: Date, sections: [Section],
        categories: [Category], latestEdition: Edition?, pictures: Int = 0, replacements: Int = 0,
        languages: [String] = [], hasPlaces: Bool = false, policy: PolicySettings = .init(),
        hasRedirects: Bool = false, front: FrontPage = .init()
    ) {
        self.revision = revision
        self.title = title
        self.description = description
        self.language = language
        self.updatedAt = updatedAt
        self.sections = sections
        self.categories = categories
        self.latestEdition = latestEdition
        self.languages = languages
        self.hasPlaces = hasPlaces
        self.policy = policy
        self.replacements = replacements
        self.hasRedirects = hasRedirects
        self.front = front
        var understanding = Hasher()
        understanding.combine(languages)
        understanding.combine(hasPlaces)
        understanding.combine(policy)
        understandingHash = understanding.finalize()
        var hasher = Hasher()
        hasher.combine(language)
        hasher.combine(sections)
        hasher.combine(categories)
        hasher.combine(pictures)
        writingHash = hasher.finalize()
        sectionIndex = Dictionary(zip(sections.map(\.id), sections.indices), uniquingKeysWith: { first, _ in first })
        categoryIndex = Dictionary(
            zip(categories.map(\.id), categories.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Whether the newspaper itself speaks somewhere.
    package var hasEditorials: Bool {
        front.editorial != nil || sections.contains { $0.slug == Section.editorial }
            || categories.contains { $0.slug == Section.editorial }
    }

    /// The section of an identifier.
    package func section(_ id: Int) -> Section? { sectionIndex[id].map { sections[$0] } }
    /// The category of an identifier.
    package func category(_ id: Int) -> Category? { categoryIndex[id].map { categories[$0] } }
}

/// Where in the newspaper an article stands.
package struct Section: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows it.
    package var id: Int
    /// As it stands in addresses.
    package var slug: String
    /// As printed.
    package var name: String
    /// Whom all of it concerns, where it is the news of a place.
    package var area: Area?

    /// A section.
    package init(id: Int, slug: String, name: String, area: Area? = nil) {
        self.id = id
        self.slug = slug
        self.name = name
        self.area = area
    }

    /// What stands in selections for all that is near the reader; no section is called so.
    package static let local = "place"
    /// The section, or the category, of what the newspaper itself says.
    package static let editorial = "editorial"
}

/// What an article is about.
package struct Category: Sendable, Hashable, Identifiable {
    /// The number under which the archive knows it.
    package var id: Int
    /// As it stands in addresses.
    package var slug: String
    /// As printed.
    package var name: String

    /// A category.
    package init(id: Int, slug: String, name: String) {
        self.id = id
        self.slug = slug
        self.name = name
    }
}

/// A dated, numbered issue of the newspaper.
package struct Edition: Sendable, Hashable {
    /// Counts from 1; what it is known by.
    package var number: Int
    /// Its first day, midnight UTC.
    package var date: Date
    /// May be empty.
    package var title: String
    /// Rises with every change of the edition itself.
    package var revision: Int
    /// How many published articles readers find in it: its own, and those of others on its front page.
    package var articleCount: Int
    /// Where it stands.
    package var state: EditionState

    /// Stories that readers find where the current edition is shown, at least: as many as a link gets that affords no more than a number
    /// of them (`Policy`). An edition that has just begun is followed by the news of before.
    package static let leastLength = 30
    /// Whether it needs none of the news of before.
    package var isFull: Bool { articleCount >= Self.leastLength }

    /// An edition.
    package init(
        number: Int, date: Date, title: String, revision: Int, articleCount: Int, state: EditionState = .published
    ) {
        self.number = number
        self.date = date
        self.title = title
        self.revision = revision
        self.articleCount = articleCount
        self.state = state
    }
}

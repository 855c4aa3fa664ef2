package import struct Foundation.Date

/// The facts that all pages and documents of one revision share: the newspaper's name, its sections and
/// categories, its latest edition.
package struct Masthead: Sendable, Hashable {
    /// Rises with every change that readers can see.
    package var revision: Int
    /// The name of the newspaper.
    package var title: String
    /// A description in one sentence.
    package var description: String
    /// BCP 47.
    package var language: String
    /// The time of the last change.
    package var updatedAt: Date
    /// The first revision for which it is known of every article whether it changed since.
    package var deltasFrom: Int
    /// In the order in which the newspaper prints them.
    package var sections: [Section]
    /// By name.
    package var categories: [Category]
    /// The newest published edition that has a published article, if there is one.
    package var latestEdition: Edition?
    /// The primary language subtags of everything published, sorted.
    package var languages: [String]
    /// Whether any of the news belongs to a place.
    package var hasPlaces: Bool
    /// The operator's changes to the policy.
    package var policy: PolicySettings
    /// The number of times that a picture was replaced by another.
    package var replacements: Int
    /// Whether articles had other addresses before.
    package var hasRedirects: Bool
    /// How the newspaper presents itself.
    package var presentation: Presentation
    /// The editors' front page of the latest edition, as far as it is published.
    package var front: FrontPage
    /// The part that decides how requests are understood.
    package let understanding: Understanding
    /// Differs, within this process, if anything differs that stories are written with besides themselves: a
    /// name, the language, the renditions of pictures.
    package let writingHash: Int
    private let sectionIndex: [Int: Int]
    private let categoryIndex: [Int: Int]

    /// The part of a masthead that decides how requests are understood.
    package struct Understanding: Sendable, Hashable {
        /// Differs, within this process, if anything of it differs.
        package let hash: Int
        /// Whether readers get different news depending on where they are.
        package let dependsOnPlace: Bool
    }

    /// Creates a masthead from its parts.
    /// - Parameter pictures: rises when renditions change.
    package init(
        revision: Int, title: String, description: String, language: String, updatedAt: Date, deltasFrom: Int = 0,
        sections: [Section],
        categories: [Category], latestEdition: Edition?, pictures: Int = 0, replacements: Int = 0,
        languages: [String] = [], hasPlaces: Bool = false, policy: PolicySettings = .init(),
        hasRedirects: Bool = false, presentation: Presentation = .init(), front: FrontPage = .init()
    ) {
        self.revision = revision
        self.title = title
        self.description = description
        self.language = language
        self.updatedAt = updatedAt
        self.deltasFrom = deltasFrom
        self.sections = sections
        self.categories = categories
        self.latestEdition = latestEdition
        self.languages = languages
        self.hasPlaces = hasPlaces
        self.policy = policy
        self.replacements = replacements
        self.hasRedirects = hasRedirects
        self.presentation = presentation
        self.front = front
        var understanding = Hasher()
        understanding.combine(languages)
        understanding.combine(hasPlaces)
        understanding.combine(policy)
        understanding.combine(language)
        understanding.combine(presentation.timeZone)
        self.understanding = Understanding(
            hash: understanding.finalize(), dependsOnPlace: hasPlaces || languages.count > 1)
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

    /// Whether the newspaper itself speaks anywhere.
    package var hasEditorials: Bool {
        front.editorial != nil || sections.contains { $0.slug == Section.editorial }
            || categories.contains { $0.slug == Section.editorial }
    }

    /// Whether a story holds views rather than news, by its section or a category.
    package func holdsViews(_ story: Story) -> Bool {
        story.id == front.editorial || section(story.sectionID)?.isOpinion == true
            || story.categoryIDs.contains { category($0)?.slug == Section.editorial }
    }

    /// The section with this identifier.
    package func section(_ id: Int) -> Section? { sectionIndex[id].map { sections[$0] } }
    /// The category with this identifier.
    package func category(_ id: Int) -> Category? { categoryIndex[id].map { categories[$0] } }
}

/// A subject of articles.
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
    /// Counts from 1, and identifies the edition.
    package var number: Int
    /// Its day, midnight UTC; the Monday of its week if it is of a week.
    package var date: Date
    /// Whether it is of a week, as editions are that begin by themselves, not of a day.
    package var isWeekly: Bool
    /// May be empty.
    package var title: String
    /// Rises with every change of the edition itself.
    package var revision: Int
    /// The number of published articles that readers find in it: its own, and others on its front page.
    package var articleCount: Int
    /// Its state.
    package var state: EditionState
    /// When it is published by itself, if it is open and somebody scheduled that.
    package var publishAt: Date?

    /// The least number of stories wherever the current edition is shown: as many as a link gets that affords
    /// only a fixed number (`Policy`). Earlier news follows an edition that has just begun.
    package static let leastLength = 30
    /// Whether it needs no earlier news.
    package var isFull: Bool { articleCount >= Self.leastLength }

    /// An edition.
    package init(
        number: Int, date: Date, isWeekly: Bool = false, title: String, revision: Int, articleCount: Int,
        state: EditionState = .published, publishAt: Date? = nil
    ) {
        self.number = number
        self.date = date
        self.isWeekly = isWeekly
        self.title = title
        self.revision = revision
        self.articleCount = articleCount
        self.state = state
        self.publishAt = publishAt
    }
}

extension String {
    /// The language of a BCP 47 tag, without region or script.
    package var primarySubtag: String { prefix { $0 != "-" }.lowercased() }
}

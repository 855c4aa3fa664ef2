import News
import Syndication

/// The page for trying out the context form.
struct FormPage: Sendable {
    struct Choice: Sendable {
        var slug: String
        var name: String
        var url: String
    }
    var sections: [Choice]
    var categoriesList: [Choice]
    var hasPlaces: Bool

    init(_ masthead: Masthead) {
        sections = masthead.sections.map { Choice(slug: $0.slug, name: $0.name, url: "/sections/\($0.slug)") }
        hasPlaces = masthead.hasPlaces
        categoriesList = masthead.categories.prefix(200).map {
            Choice(slug: $0.slug, name: $0.name, url: "/categories/\($0.slug)")
        }
    }
}

import News
import Syndication

/// The page for trying out what devices get: three of them, and the context form for any other.
struct FormPage: Sendable {
    struct Choice: Sendable {
        var slug: String
        var name: String
        var url: String
    }
    var sections: [Choice]
    var categoriesList: [Choice]
    var hasPlaces: Bool
    /// The three devices.
    var shown: DevicesPage
    /// Whether the address describes a device, so that the form is not folded away.
    var isOpen: Bool

    init(_ masthead: Masthead, _ shown: DevicesPage, _ said: [(name: String, value: String)]) {
        sections = masthead.sections.map { Choice(slug: $0.slug, name: $0.name, url: "/sections/\($0.slug)") }
        hasPlaces = masthead.hasPlaces
        categoriesList = masthead.categories.prefix(200).map {
            Choice(slug: $0.slug, name: $0.name, url: "/categories/\($0.slug)")
        }
        self.shown = shown
        let names = Set(ContextForm.fields.map(\.name) + ["device"]).subtracting(["language"])
        isOpen = said.contains { names.contains($0.name) }
    }
}

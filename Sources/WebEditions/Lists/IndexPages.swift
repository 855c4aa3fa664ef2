import News
import Web

/// A list of ways into the newspaper: its sections, its categories, or other pages.
struct IndexPage: Sendable {
    struct Row: Sendable {
        var name: String
        var url: String
        var detail: String?
    }

    var heading: String
    var rows: [Row]

    /// All sections, in the newspaper's order.
    static func sections(_ masthead: Masthead, _ strings: Strings, root: String) -> IndexPage {
        let near = Row(name: strings["nearYou"], url: "\(root)/sections/\(Section.local)")
        let rows = masthead.sections.map { Row(name: $0.name, url: "\(root)/sections/\($0.slug)") }
        return IndexPage(heading: strings["sections"], rows: (masthead.hasPlaces ? [near] : []) + rows)
    }

    /// All categories, by name.
    static func categories(_ masthead: Masthead, _ strings: Strings, root: String) -> IndexPage {
        IndexPage(
            heading: strings["categories"],
            rows: masthead.categories.map { Row(name: $0.name, url: "\(root)/categories/\($0.slug)") })
    }

    /// Everything other than today's news and the sections.
    static func others(_ masthead: Masthead, _ strings: Strings, edition: WebEdition) -> IndexPage {
        let root = edition.root
        func row(_ key: String, _ url: String) -> Row {
            Row(name: strings[key], url: url, detail: strings[key + "Detail"])
        }
        var rows = [row("editions", root + "/editions"), row("search", root + "/search")]
        if edition == .mobile {
            rows.insert(contentsOf: [row("pictures", "/m/pictures"), row("thumbnails", "/m/thumbnails")], at: 0)
        }
        if masthead.hasPlaces { rows.append(row("nearYou", "\(root)/sections/\(Section.local)")) }
        rows.append(row("settings", "/settings"))
        rows.append(row("feeds", "/feeds"))
        return IndexPage(heading: strings["others"], rows: rows)
    }
}

/// All editions, newest first.
struct EditionsPage: Sendable {
    var editions: [ListPage.EditionLink]
    var next: String?

    /// The number of editions on a page.
    static let length = 50

    /// - Parameter editions: one more than the page holds if there are more.
    init(_ editions: [Edition], _ strings: Strings, root: String) {
        self.editions = editions.prefix(Self.length).map { ListPage.EditionLink($0, strings, root: root) }
        next = editions.count > Self.length ? "\(root)/editions?before=\(editions[Self.length - 1].number)" : nil
    }
}

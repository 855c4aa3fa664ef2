import Archive
import Foundation
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
    /// The address of the rows after these; nil if there are none.
    var next: String?
    /// The attribution that the licence of the rows demands.
    var source: String?

    /// Some of the rows, so that the page keeps its budget.
    /// - Parameter path: the page's address, without `from`.
    func rows(from start: Int, _ count: Int, path: String) -> IndexPage {
        var part = self
        let rest = rows.dropFirst(start)
        part.rows = Array(rest.prefix(max(1, count)))
        if part.rows.count < rest.count {
            part.next = "\(path)\(path.contains("?") ? "&" : "?")from=\(start + part.rows.count)"
        }
        return part
    }

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

    /// Authors by the last word of their name, as people look for them.
    static func authors(_ authors: [Author], _ strings: Strings, root: String) -> IndexPage {
        let named = authors.map { author in
            (author: author, key: "\(author.name.split(separator: " ").last ?? "") \(author.name)")
        }
        let sorted = named.sorted { $0.key.localizedStandardCompare($1.key) == .orderedAscending }.map(\.author)
        return IndexPage(
            heading: strings["authors"],
            rows: sorted.map { Row(name: $0.title, url: "\(root)/authors/\($0.slug)") })
    }

    /// Everything other than today's news and the sections.
    static func others(_ masthead: Masthead, _ strings: Strings, edition: WebEdition, hasLetters: Bool) -> IndexPage {
        let root = edition.root
        func row(_ key: String, _ url: String) -> Row {
            Row(name: strings[key], url: url, detail: strings[key + "Detail"])
        }
        var rows = [
            row("authors", root + "/authors"), row("editions", root + "/editions"), row("search", root + "/search"),
        ]
        if edition == .mobile {
            rows.insert(contentsOf: [row("pictures", "/m/pictures"), row("thumbnails", "/m/thumbnails")], at: 0)
        }
        if masthead.hasPlaces { rows.append(row("nearYou", "\(root)/sections/\(Section.local)")) }
        if hasLetters { rows.append(row("letters", "/letters")) }
        rows.append(row("settings", "/settings"))
        rows.append(row("feeds", "/feeds"))
        return IndexPage(heading: strings["others"], rows: rows)
    }
}

/// All editions, newest first.
struct EditionsPage: Sendable {
    var editions: [ListPage.EditionLink]
    var next: String?

    /// The most editions on a page, and fewer where there is no room for them.
    static let lengths = [50, 25, 12, 6, 3]

    /// - Parameters:
    ///   - editions: one more than the page holds if there are more.
    ///   - leads: what their front pages open with.
    ///   - length: the number of editions on the page.
    init(_ editions: [Edition], leads: [Int: Editions.Lead], _ length: Int, _ strings: Strings, root: String) {
        self.editions = editions.prefix(length).map {
            ListPage.EditionLink($0, lead: leads[$0.number], strings, root: root)
        }
        next = editions.count > length ? "\(root)/editions?before=\(editions[length - 1].number)" : nil
    }
}

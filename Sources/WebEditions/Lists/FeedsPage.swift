package import News
import Syndication
package import Web

/// The page of all feeds, for people.
package struct FeedsPage: Sendable {
    struct Group: Sendable {
        var heading: String
        var rows: [Row]
    }

    struct Row: Sendable {
        var name: String
        var formats: [PageFrame.Link]
    }

    var groups: [Group]

    /// The number of authors on the page: those who wrote most recently. The others have feeds too, and are
    /// in the list for programs.
    package static let authorLimit = 50

    /// - Parameter rows: the most feeds of a group.
    package init(_ masthead: Masthead, _ authors: [Author], _ strings: Strings, rows: Int) {
        let all: [(String, [(String, FeedSubject)])] = [
            (strings["newspaper"], [(masthead.title, .newspaper)]),
            (strings["sections"], masthead.sections.map { ($0.name, .section($0.slug)) }),
            (strings["categories"], masthead.categories.map { ($0.name, .category($0.slug)) }),
            (strings["authors"], authors.map { ($0.title, .author($0.slug)) }),
        ]
        groups = all.filter { !$0.1.isEmpty }.map { heading, subjects in
            Group(heading: heading, rows: subjects.prefix(rows).map { Row(name: $0, of: $1) })
        }
    }
}

extension FeedsPage.Row {
    fileprivate init(name: String, of subject: FeedSubject) {
        self.name = name
        formats = FeedFormat.allCases.map { .init(name: $0.name, url: FeedAddress(subject, $0).path) }
    }
}

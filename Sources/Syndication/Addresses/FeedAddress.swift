package import News

/// The subject of one of our feeds.
package enum FeedSubject: Hashable, Sendable {
    /// All news.
    case newspaper
    /// A section, by its slug.
    case section(String)
    /// A category, by its slug.
    case category(String)
    /// A person's articles, by the person's slug.
    case author(String)
    /// News about a place, to a tenth of a degree.
    case place(Place)
    /// The results of a search, newest first.
    case search(SearchQuery)

    /// Whether the archive bounds the number of such feeds, so that data can be cached for each.
    package var isBounded: Bool {
        switch self {
        case .newspaper, .section, .category, .author: true
        case .place, .search: false
        }
    }

    /// The path of its page, relative to the public address, and the page's query.
    package var page: (path: String, query: [String]) {
        switch self {
        case .newspaper: ("", [])
        case .section(let slug): ("/sections/\(slug)", [])
        case .category(let slug): ("/categories/\(slug)", [])
        case .author(let slug): ("/authors/\(slug)", [])
        case .place(let place): ("/places/\(place.name)", [])
        case .search(let query): ("/search", query.fields.map { "\($0.name)=\($0.value.escapedForQuery)" })
        }
    }
}

extension FeedSubject {
    /// Creates a subject from the folders of an address and the fields of its query.
    fileprivate init?(_ folders: [Substring], _ fields: [(name: String, value: String)]) {
        switch folders.first {
        case nil: self = .newspaper
        case "search" where folders.count == 1:
            let (search, faults) = SearchQuery.read(fields)
            guard faults.isEmpty, !search.isEmpty else { return nil }
            self = .search(search)
        case "places" where folders.count == 2:
            guard let place = Place(name: folders[1]) else { return nil }
            self = .place(place.coarse)
        case let kind? where folders.count == 2:
            let slug = String(folders[1])
            guard Slug.isValid(slug) else { return nil }
            switch kind {
            case "sections": self = .section(slug)
            case "categories": self = .category(slug)
            case "authors": self = .author(slug)
            default: return nil
            }
        default: return nil
        }
    }
}

/// The formats of our feeds.
package enum FeedFormat: String, Hashable, Sendable, CaseIterable {
    /// RSS 2.0.
    case rss
    /// RFC 4287.
    case atom
    /// JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/).
    case json

    /// The last component of an address.
    package var fileName: String {
        switch self {
        case .rss: "rss.xml"
        case .atom: "atom.xml"
        case .json: "feed.json"
        }
    }

    /// The media type, without parameters.
    package var mediaType: String {
        switch self {
        case .rss: "application/rss+xml"
        case .atom: "application/atom+xml"
        case .json: "application/feed+json"
        }
    }

    /// The name that people know it by.
    package var name: String {
        switch self {
        case .rss: "RSS"
        case .atom: "Atom"
        case .json: "JSON Feed"
        }
    }
}

/// The address of one of our feeds: its subject, format and page.
package struct FeedAddress: Hashable, Sendable {
    /// The subject.
    package var subject: FeedSubject
    /// The format.
    package var format: FeedFormat
    /// The end of the previous page; nil for the feed itself, which is the first page (RFC 5005, section 3).
    package var before: Cursor?
    /// The reader's device context, as query fields; empty for the feed that is the same for everybody.
    package var context: [String]

    /// Creates the address of a feed's first page, or of a later one.
    package init(_ subject: FeedSubject, _ format: FeedFormat, before: Cursor? = nil, context: [String] = []) {
        self.subject = subject
        self.format = format
        self.before = before
        self.context = context
    }

    /// Returns the same feed from a cursor on, or from the beginning.
    package func page(before: Cursor?) -> FeedAddress {
        var page = self
        page.before = before
        return page
    }

    /// Reads a path relative to the public address; nil if it cannot be one of our feeds.
    /// - Parameter fields: the decoded query fields. Those that describe the device are ignored.
    package init?(path: String, fields: [(name: String, value: String)]) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let file = parts.popLast(), let format = FeedFormat.allCases.first(where: { $0.fileName == file }),
            let subject = FeedSubject(Array(parts), fields)
        else { return nil }
        self.init(
            subject, format, before: fields.first { $0.name == "before" }.flatMap { Cursor(token: $0.value) })
    }

    /// The path relative to the public address, with the query.
    package var path: String {
        let page = subject.page
        let query = page.query + context + (before.map { ["before=\($0.token)"] } ?? [])
        return "\(page.path)/\(format.fileName)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

extension Site {
    /// The address of one of our feeds.
    package func feed(_ address: FeedAddress) -> String { root + address.path }

    /// The page with the same news as a feed.
    package func page(of subject: FeedSubject) -> String {
        if subject == .newspaper { return home }
        if case .place(let place) = subject {
            return "\(section(Section.local))?latitude=\(place.latitude)&longitude=\(place.longitude)"
        }
        let page = subject.page
        return root + page.path + (page.query.isEmpty ? "" : "?" + page.query.joined(separator: "&"))
    }
}

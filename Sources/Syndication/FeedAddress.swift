package import News

/// What a feed of ours is of.
package enum FeedSubject: Hashable, Sendable {
    /// All news.
    case newspaper
    /// A section, by its slug.
    case section(String)
    /// A category, by its slug.
    case category(String)
    /// What a person wrote, by the person's slug.
    case author(String)
    /// What concerns a place, to a tenth of a degree.
    case place(Place)
    /// What a search finds, the newest first.
    case search(SearchQuery)

    /// Whether there are only as many of its kind as the archive has, so that something can be kept for each.
    package var isBounded: Bool {
        switch self {
        case .newspaper, .section, .category, .author: true
        case .place, .search: false
        }
    }

    /// Where its page is, below the public address, and the query there.
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
    /// By the folders of an address and the fields of its query.
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

    /// The last part of an address.
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

    /// As people call it.
    package var name: String {
        switch self {
        case .rss: "RSS"
        case .atom: "Atom"
        case .json: "JSON Feed"
        }
    }
}

/// One of our feeds: of what, in which format, and from where on.
package struct FeedAddress: Hashable, Sendable {
    /// What it is of.
    package var subject: FeedSubject
    /// How it is written.
    package var format: FeedFormat
    /// Where the page before ended; nil for the feed itself, whose first page it is (RFC 5005, section 3).
    package var before: Cursor?
    /// What the reader says of the device, as fields of a query; empty for the feed that is the same for all.
    package var context: [String]

    /// A feed from its beginning, or a later page of it.
    package init(_ subject: FeedSubject, _ format: FeedFormat, before: Cursor? = nil, context: [String] = []) {
        self.subject = subject
        self.format = format
        self.before = before
        self.context = context
    }

    /// The same feed from a place on, or from the beginning.
    package func page(before: Cursor?) -> FeedAddress {
        var page = self
        page.before = before
        return page
    }

    /// Reads an address below the public one; nil where none of our feeds can be there.
    /// - Parameter fields: of the query, decoded. Those that say something of the device are passed over.
    package init?(path: String, fields: [(name: String, value: String)]) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard let file = parts.popLast(), let format = FeedFormat.allCases.first(where: { $0.fileName == file }),
            let subject = FeedSubject(Array(parts), fields)
        else { return nil }
        self.init(
            subject, format, before: fields.first { $0.name == "before" }.flatMap { Cursor(token: $0.value) })
    }

    /// Where it is, below the public address.
    package var path: String {
        let page = subject.page
        let query = page.query + context + (before.map { ["before=\($0.token)"] } ?? [])
        return "\(page.path)/\(format.fileName)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

extension Site {
    /// Where one of our feeds is.
    package func feed(_ address: FeedAddress) -> String { root + address.path }

    /// The page that says the same as a feed.
    package func page(of subject: FeedSubject) -> String {
        if subject == .newspaper { return home }
        if case .place(let place) = subject {
            return "\(section(Section.local))?latitude=\(place.latitude)&longitude=\(place.longitude)"
        }
        let page = subject.page
        return root + page.path + (page.query.isEmpty ? "" : "?" + page.query.joined(separator: "&"))
    }
}

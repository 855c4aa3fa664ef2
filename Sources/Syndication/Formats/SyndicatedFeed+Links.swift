import News

extension SyndicatedFeed {
    /// A link from a feed to itself, its pages or its hubs.
    struct Link {
        var rel: String
        /// The media type; nil for a hub.
        var type: String?
        var url: String
    }

    /// Its own address, its other pages (RFC 5005, section 3) and its hubs (WebSub, section 4).
    var links: [Link] {
        let type = address.format.mediaType
        let pages = [("self", url), ("first", first), ("next", next)].compactMap { rel, url in
            url.map { Link(rel: rel, type: type, url: $0) }
        }
        return pages + hubs.map { Link(rel: "hub", type: nil, url: $0) }
    }

    /// The `Link` header (RFC 8288) with its hubs and its own address; nil if it has no hub.
    package var linkHeader: String? {
        guard !hubs.isEmpty else { return nil }
        return (hubs.map { "<\($0)>; rel=\"hub\"" } + ["<\(url)>; rel=\"self\""]).joined(separator: ", ")
    }
}

extension FeedAddress {
    /// Whether subscribers can be notified of changes. This requires a first page without device context,
    /// and a subject whose number the archive bounds.
    package var isTopic: Bool { subject.isBounded && before == nil && context.isEmpty }
}

extension Site {
    /// The address of our WebSub hub.
    package var hub: String { root + "/websub" }

    /// The feed at one of our addresses; nil if there is none, or if the address is not in canonical form.
    package func feed(at url: String) -> FeedAddress? {
        guard url.utf8.starts(with: root.utf8) else { return nil }
        let path = String(decoding: url.utf8.dropFirst(root.utf8.count), as: UTF8.self)
        return FeedAddress(path: path, fields: []).flatMap { $0.path == path ? $0 : nil }
    }
}

import News

extension SyndicatedFeed {
    /// A link of a feed to itself and what belongs to it.
    struct Link {
        var rel: String
        var type: String
        var url: String
    }

    /// Its own address, and the other pages (RFC 5005, section 3).
    var links: [Link] {
        let type = address.format.mediaType
        let links = [Link(rel: "self", type: type, url: url)]
        return links
            + [("first", first), ("next", next)].compactMap { rel, url in
                url.map { Link(rel: rel, type: type, url: $0) }
            }
    }
}

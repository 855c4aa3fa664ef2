import Syndication

/// What a browser is told of a feed.
package struct FeedNote: Sendable {
    struct Format: Sendable {
        var name: String
        var type: String
        var url: String
    }

    /// Absolute.
    var url: String
    /// The feed as it is, in each format.
    var formats: [Format]

    /// Asks for the feed as it is, also in a browser.
    package static let plain = "plain=1"

    init(_ address: FeedAddress, _ site: Site) {
        let address = FeedAddress(address.subject, address.format)
        url = site.feed(address)
        formats = FeedFormat.allCases.map { format in
            let path = FeedAddress(address.subject, format).path
            return Format(
                name: format.name, type: format.mediaType, url: path + (path.contains("?") ? "&" : "?") + Self.plain)
        }
    }
}

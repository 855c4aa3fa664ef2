import Syndication

/// The note that browsers show about a feed.
package struct FeedNote: Sendable {
    struct Format: Sendable {
        var name: String
        var type: String
        var url: String
    }

    /// Absolute.
    var url: String
    /// The addresses of the feed itself, in each format.
    var formats: [Format]

    /// Requests the feed itself, even in a browser.
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

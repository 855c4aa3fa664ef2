import Syndication
import XML

/// Finds the feeds that a page offers.
package enum FeedDiscovery {
    /// A feed that a page declares or appears to link to.
    package struct Found: Sendable, Equatable {
        /// The absolute address.
        package var url: String
        /// The title given by the page; may be empty.
        package var title: String
        /// The media type given by the page; empty for a guess.
        package var type: String
        /// Whether it is only a link that looks like a feed's.
        package var isGuess: Bool
    }

    /// Returns the feeds in order of preference: declared feeds of the page, then those of its comments,
    /// then guesses.
    /// - Parameters:
    ///   - url: the page's address, after all redirects.
    ///   - contentType: the `Content-Type` of the HTTP response.
    package static func feeds(in page: [UInt8], url: String, contentType: String? = nil) -> [Found] {
        guard let root = HTMLDocument(page, charset: contentType.flatMap(FeedText.charset))?.root else { return [] }
        let elements = root.descendants { !["script", "style", "svg"].contains($0.name) }
        let stated = elements.first { $0.name == "base" }?.attribute("href")
        let base = stated.flatMap { WebAddress(url)?.resolve($0) }.flatMap { WebAddress($0) } ?? WebAddress(url)
        var seen: Set<String> = []
        var named: [Found] = []
        var guesses: [Found] = []
        for element in elements where element.name == "link" || element.name == "a" {
            guard var found = found(element), let address = base?.resolve(found.url) ?? absolute(found.url) else {
                continue
            }
            found.url = address
            guard named.count + guesses.count < maximum, seen.insert(address).inserted else { continue }
            if found.isGuess { guesses.append(found) } else { named.append(found) }
        }
        return named.filter { !isOfComments($0) } + named.filter(isOfComments) + guesses
    }

    /// More than any genuine page offers.
    private static let maximum = 50

    private static func absolute(_ address: String) -> String? { WebAddress(address).map { _ in address } }

    private static func found(_ element: HTMLNode) -> Found? {
        guard let href = element.attribute("href")?.trimmed.nonEmpty, href.utf8.count <= 2048 else { return nil }
        let title = FeedText.words(element.attribute("title") ?? "")
        if element.name == "link" {
            let relations = (element.attribute("rel") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
            let type = (element.attribute("type") ?? "").lowercased().prefix { $0 != ";" }.trimmed
            guard relations.contains("alternate") || relations.contains("feed"), !relations.contains("stylesheet")
            else { return nil }
            guard types.contains(type) || type.isEmpty && relations.contains("feed") else { return nil }
            return Found(url: href, title: String(title.prefix(200)), type: type, isGuess: false)
        }
        let path = href.lowercased().prefix { $0 != "#" && $0 != "?" }
        let isNamedSo = endings.contains { path.hasSuffix($0) }
        guard isNamedSo || types.contains((element.attribute("type") ?? "").lowercased()) else { return nil }
        return Found(url: href, title: String((title.nonEmpty ?? element.text).prefix(200)), type: "", isGuess: true)
    }

    /// `application/json` is not listed because WordPress uses it to link to its API.
    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
        "application/xml", "text/xml",
        "text/rss+xml", "application/rss", "application/x.atom+xml",
    ]

    private static let endings = [
        "/feed", "/feed/", "/rss", "/rss/", "/atom", "/atom/", ".rss", ".atom", ".rdf", "/rss.xml", "/atom.xml",
        "/feed.xml", "/index.xml",
        "/feed.json", "/feeds/posts/default",
    ]

    private static func isOfComments(_ feed: Found) -> Bool {
        feed.url.lowercased().contains("comment") || feed.title.lowercased().contains("comment")
    }
}

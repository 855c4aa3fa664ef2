import Archive
import ExchangeArchive
import FeedReading
package import Fetching
import Foundation
import NIOPosix
import News
package import Syndication
import XML

/// Finds the feed at an address proposed as a source.
package struct SourceFinder: Sendable {
    package let fetcher: Fetcher
    /// This newspaper, which cannot be its own source.
    package let site: Site

    package init(fetcher: Fetcher, site: Site) {
        self.fetcher = fetcher
        self.site = site
    }

    /// A feed found.
    package struct Found: Sendable {
        package var url: String
        /// The address of its website; empty if the feed does not state it.
        package var site: String
        package var title: String
        /// The language as a BCP 47 tag; empty if the feed does not state it.
        package var language: String
        /// The headlines of its newest entries.
        package var newest: [String]
        /// Further feeds of the same page.
        package var others: [String] = []
    }

    /// Thrown when no feed was found.
    package struct Fault: Error {
        /// The fault, as far as whoever typed the address can do something about it.
        package enum Kind: String, Sendable {
            /// It is no web address.
            case address
            /// It is the newspaper's own.
            case own
            /// It leads into a network that must not be reached.
            case notPublic
            /// Nobody knows the site.
            case unknown
            /// The site answers, but not with a feed.
            case noFeed
            /// The site answers with an error.
            case refused
            /// The site did not answer.
            case noAnswer
        }
        package var kind: Kind
        /// The reason, as a sentence.
        package var reason: String
        /// The HTTP status of the error.
        package var status: Int?
        /// The address of a page without a feed, which can be read by a rule instead.
        package var page: String?
    }

    /// The number of headlines shown.
    private static let newest = 5
    /// The number of a page's feeds that are tried, and the number listed.
    private static let (tries, told) = (5, 20)

    /// Returns the feed at an address, or the first readable one that the page there links to.
    package func find(_ address: String) async throws(Fault) -> Found {
        let url = Self.completed(address)
        let answer = try await get(url)
        var (reason, isPage) = ("", false)
        do {
            return Self.found(try await Self.feed(answer), at: url)
        } catch FeedError.notAFeed(let root) where root.lowercased() == "html" {
            (reason, isPage) = ("The page links to no readable feed.", true)
        } catch {
            reason = "\(error)"
        }
        let named = await Self.named(in: answer)
        for other in named.prefix(Self.tries) {
            guard let answer = try? await get(other), let feed = try? await Self.feed(answer) else { continue }
            var found = Self.found(feed, at: other)
            if found.site.isEmpty { found.site = url }
            found.others = Array(named.filter { $0 != other }.prefix(Self.told))
            return found
        }
        throw Fault(kind: .noFeed, reason: reason, page: isPage ? url : nil)
    }

    /// The addresses of the feeds that a page links to, best first.
    private static func named(in answer: FetchAnswer) async -> [String] {
        let found = try? await NIOThreadPool.singleton.runIfActive {
            FeedDiscovery.feeds(in: answer.body, url: answer.url, contentType: answer.header("content-type"))
        }
        return (found ?? []).map(\.url).filter { isWebAddress($0) }
    }

    /// Throws for an address that cannot be a source's.
    func check(_ url: String) throws(Fault) {
        guard isWebAddress(url) else {
            throw Fault(kind: .address, reason: "Enter a full web address, such as https://example.org/.")
        }
        guard
            SourceDraft(url: url, title: "", section: "").host
                != SourceDraft(url: site.root, title: "", section: "").host
        else {
            throw Fault(kind: .own, reason: "This is the newspaper itself.")
        }
    }

    private func get(_ url: String) async throws(Fault) -> FetchAnswer {
        try check(url)
        let answer: FetchAnswer
        do {
            answer = try await fetcher.fetch(FeedAnswer.request(url))
        } catch {
            throw Fault(kind: Self.kind(of: error), reason: "\(error)")
        }
        guard answer.status == 200 else {
            throw Fault(kind: .refused, reason: "HTTP \(answer.status).", status: answer.status)
        }
        return answer
    }

    /// The meaning of a fetching error for whoever typed the address.
    static func kind(of error: any Error) -> Fault.Kind {
        switch error {
        case FetchError.malformed: .address
        case FetchError.forbidden: .notPublic
        case FetchError.unknownHost: .unknown
        default: .noAnswer
        }
    }

    private static func feed(_ answer: FetchAnswer) async throws -> Feed {
        try await NIOThreadPool.singleton.runIfActive {
            try Feed(answer.body, url: answer.url, contentType: answer.header("content-type"), limits: FeedLimits())
        }
    }

    /// Adds the scheme, since people type addresses without one.
    private static func completed(_ address: String) -> String {
        let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
        let isWhole = address.contains("://") || address.isEmpty
        return isWhole ? address : "https://" + address
    }

    private static func found(_ feed: Feed, at url: String) -> Found {
        let newest = feed.items.sorted { ($0.published ?? .distantPast) > ($1.published ?? .distantPast) }
        return Found(
            url: url, site: isWebAddress(feed.link) ? feed.link : "",
            title: SourceDraft.title(feed.title.plainLine, at: url),
            language: feed.language.flatMap { LanguageList.isTag($0) ? $0 : nil } ?? "",
            newest: newest.prefix(Self.newest).map(\.title.plainLine).filter { !$0.isEmpty })
    }
}

extension SourceDraft {
    /// The title of a source: the one it states, otherwise its host.
    package static func title(_ said: String, at url: String) -> String {
        String((said.isEmpty ? URLComponents(string: url)?.host ?? url : said).prefix(200))
    }
}

import Archive
import Documents
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// Catalogues for programs: the lists of feeds, the sitemaps, and the files that crawlers look for.
struct CatalogueRoutes: Sendable {
    let desk: PageDesk
    /// The contact for vulnerability reports.
    let contact: String?
    private var documents: DocumentCache { desk.documents }
    private var archive: Archive { desk.archive }
    private var revisions: Revisions { desk.revisions }
    private var site: Site { desk.site }

    func add(to router: Router<NewsRequestContext>) {
        router.get("/feeds", use: feeds)
        router.get("/opml.xml") { request, _ in
            try await document(.feeds, "text/x-opml; charset=utf-8", request) { masthead in
                OPML(
                    masthead: masthead, site: site,
                    authors: try await archive.read { try $0.authors.latest(limit: Self.authorLimit) }
                ).document
            }
        }
        router.get("/sitemap.xml") { request, _ in
            try await document(.sitemaps, Self.xml, request) { masthead in
                let files = try await archive.read { try $0.sitemaps.files() }
                return Sitemap(site: site).index(files.map { ($0.number, $0.changedAt) }, updatedAt: masthead.updatedAt)
            }
        }
        router.get("/sitemaps/{file}", use: sitemap)
        router.get("/robots.txt", use: robots)
        router.get("/.well-known/security.txt", use: security)
    }

    private static let xml = "application/xml; charset=utf-8"
    /// The maximum number of authors in the lists of feeds, more than anybody would read.
    private static let authorLimit = 1000

    /// Returns a document that is written once per revision.
    private func document(
        _ key: CatalogueKey, _ type: String, _ request: Request,
        _ write: @escaping @Sendable (Masthead) async throws -> [UInt8]
    ) async throws -> Response {
        let coding = ContentCoding(accept: request.headers[.acceptEncoding])
        return try await documents.copy(.catalogue(key, coding)) { masthead in
            Document(
                revision: masthead.revision, bytes: try await write(masthead), type: type, coding: coding,
                cacheControl: "public, max-age=300", headers: [.vary: "Accept-Encoding"])
        }.response(to: request)
    }

    @Sendable private func sitemap(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let name = context.parameters.get("file") ?? ""
        let map = Sitemap(site: site)
        switch name {
        case "pages.xml":
            return try await document(.sitemapOfPages, Self.xml, request) { masthead in
                let authors = try await archive.read { try $0.authors.latest(limit: Self.authorLimit) }
                let editions = try await archive.read {
                    try $0.editions.list(limit: Sitemap.limit / 2, before: nil, onlyPublished: true)
                }
                return map.pages(masthead, authors, editions.map(\.number))
            }
        case "news.xml":
            // Articles stop being news after two days, even if nothing new is published.
            let hour = Int(Date().timeIntervalSince1970 / 3600)
            return try await document(.newsSitemap(hour: hour), Self.xml, request) { masthead in
                let since = Date(timeIntervalSince1970: Double(hour) * 3600 - Sitemap.newsAge)
                let stories = try await archive.read { holdings in
                    try holdings.sitemaps.latestHeadlines(since: since, limit: Sitemap.newsLimit)
                }
                return map.news(
                    masthead,
                    stories.map {
                        .init(
                            slug: $0.slug, headline: $0.headline, language: $0.language, publishedAt: $0.publishedAt)
                    })
            }
        default:
            guard let number = name.wholeMatch(of: /(\d{1,6})\.xml/).flatMap({ Int($0.1) }) else {
                throw HTTPError(.notFound)
            }
            return try await document(.sitemap(number), Self.xml, request) { _ in
                let stories = try await archive.read { try $0.sitemaps.stories(file: number) }
                guard !stories.isEmpty else { throw HTTPError(.notFound) }
                return map.articles(stories)
            }
        }
    }

    /// Serves the rules for crawlers, with the sitemaps' addresses, which must be absolute.
    @Sendable private func robots(_ request: Request, _ context: NewsRequestContext) throws -> Response {
        let maps = ["/sitemap.xml", "/sitemaps/news.xml"].map { "Sitemap: \(site.root)\($0)\n" }.joined()
        return text((desk.templates.assets.bytes("robots.txt") ?? []) + Array(("\n" + maps).utf8), request)
    }

    /// Serves `security.txt` (RFC 9116).
    @Sendable private func security(_ request: Request, _ context: NewsRequestContext) throws -> Response {
        guard let contact else { throw HTTPError(.notFound) }
        let lines = [
            "Contact: \(contact)", "Expires: \(Self.expiry(Date()))",
            "Preferred-Languages: \(desk.revisions.lastKnown?.language ?? "en")",
            "Canonical: \(site.root)/.well-known/security.txt",
        ]
        return text(Array(lines.map { $0 + "\n" }.joined().utf8), request)
    }

    /// The beginning of the month half a year from now: within the year that section 2.5.5 advises, and
    /// constant for a month.
    private static func expiry(_ now: Date) -> String {
        let month = RFC822.iso8601(now).prefix(7).split(separator: "-").compactMap { Int($0) }
        let months = month[0] * 12 + month[1] - 1 + 6
        let (year, next) = (months / 12, months % 12 + 1)
        return "\(year)-\(next < 10 ? "0" : "")\(next)-01T00:00:00Z"
    }

    private func text(_ bytes: [UInt8], _ request: Request) -> Response {
        let coding = ContentCoding(accept: request.headers[.acceptEncoding])
        return Response(
            Document(
                revision: nil, bytes: bytes, type: "text/plain; charset=utf-8", coding: coding,
                cacheControl: "public, max-age=3600", headers: [.vary: "Accept-Encoding"]), to: request)
    }

    /// Serves the page that lists the feeds.
    @Sendable private func feeds(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let masthead = try await revisions.masthead()
        let wanted = try await desk.understand(request, context)
        let authors = try await archive.read { try $0.authors.latest(limit: FeedsPage.authorLimit) }
        let frame = desk.frame(
            masthead, wanted.strings, title: wanted.strings["feeds"], path: "/feeds", plan: wanted.plan,
            isPiece: wanted.isPiece, coding: wanted.coding, why: nil)
        // The list for programs has all of them.
        return try desk.templates.page("feeds", frame, within: wanted.plan.budget, request) { rows in
            FeedsPage(masthead, authors, wanted.strings, rows: rows)
        }
    }
}

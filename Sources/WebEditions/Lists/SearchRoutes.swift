import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// Search over all editions.
struct SearchRoutes: Sendable {
    let edition: WebEdition
    let desk: PageDesk
    private var documents: DocumentCache { desk.documents }
    private var stories: PublishedStories { desk.stories }
    private var revisions: Revisions { desk.revisions }

    /// The most stories on a page.
    private static let length = 20

    func add(to router: Router<NewsRequestContext>) {
        router.get("\(edition.root)/search", use: search)
    }

    @Sendable private func search(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await desk.understand(request, context)
        let (query, faults) = SearchQuery.read(FormFields.parse(request.uri.query ?? ""))
        return try await desk.response(to: request, wanted, edition) { version in
            try await SearchRoutes(edition: version.edition, desk: desk).copy(query, faults, version.wanted)
        }
    }

    private func copy(
        _ query: SearchQuery, _ faults: Set<SearchQuery.Fault>, _ wanted: PageDesk.Request
    ) async throws -> DocumentCache.Copy {
        let key = PageKey(
            edition: edition, page: .search(query, faults), plan: wanted.plan(of: edition),
            language: wanted.strings.language, isPiece: wanted.isPiece, coding: wanted.coding)
        do {
            return try await documents.copy(.page(key)) { masthead in
                let notes = faults.union(query.faults(in: masthead)).notes(wanted.strings)
                let found = query.isEmpty || !notes.isEmpty ? nil : try await find(query, key, masthead)
                return try fit(query, notes, found, masthead, key, wanted.strings)
            }
        } catch is SearchTookTooLong {
            // Not cached: the next attempt may be faster.
            let page = try fit(
                query, [wanted.strings["search_slow"]], nil, try await revisions.masthead(), key,
                wanted.strings)
            return DocumentCache.Copy(document: page, source: .rendered)
        }
    }

    private func find(_ query: SearchQuery, _ key: PageKey, _ masthead: Masthead) async throws -> FoundStories {
        try await stories.search(
            query, pictures: key.plan.pictures == .off ? nil : key.plan.pair,
            limit: min(key.plan.items ?? Self.length, Self.length), masthead)
    }

    /// Renders until the page as sent is within the budget. Results left out come on the next page.
    private func fit(
        _ query: SearchQuery, _ notes: [String], _ found: FoundStories?, _ masthead: Masthead, _ key: PageKey,
        _ strings: Strings
    ) throws -> Document {
        let title = query.words.isEmpty ? strings["search"] : "\(strings["search"]): \(query.words)"
        // It has no canonical address, since search engines have no use for another one's results.
        let frame = desk.frame(
            masthead, strings, title: title, path: nil, plan: key.plan, edition: edition,
            feed: query.isEmpty ? .newspaper : .search(query.fromStart), isPiece: key.isPiece, coding: key.coding,
            why: "?"
                + (query.fields + [("why", "1")]).map { "\($0.name)=\($0.value.escapedForQuery)" }
                .joined(separator: "&")
        )
        let values = frame.values
        let packer = Packer(
            key.plan, (found?.hits ?? []).map { SearchResults.load($0, key.plan) }, compression: key.coding.usualRatio)
        let form = SearchForm(query, masthead, strings, within: key.plan.budget, hasFaults: !notes.isEmpty)
        return try packer.fit(
            frame: desk.frameSize(edition, key.plan, key.coding) + form.size, budget: key.plan.budget - frame.ownBytes,
            compression: key.coding.usualRatio
        ) { count in
            let shares = packer.shares(count)
            let page = SearchResults(
                form, query, notes: notes, found, shares, masthead, strings, root: edition.root,
                hasLetters: desk.hasLetters)
            var document = try desk.document(
                edition.prefix + "search", Page(frame: values, part: page), masthead, key.coding)
            (document.stories, document.isCut) = (shares.count, page.next != nil)
            document.pictures = shares.count { $0.thumbnail != nil || $0.picture != nil }
            return (document, sent: document.body.readableBytes)
        }.document(with: frame)
    }
}

extension SearchQuery {
    /// The same search from its first page, as its feed has it, which always begins with the newest.
    fileprivate var fromStart: Self {
        var query = self
        (query.start, query.isByTime) = (0, false)
        return query
    }

    /// The names in the query that the newspaper does not have.
    fileprivate func faults(in masthead: Masthead) -> Set<Fault> {
        let hasSection = section.map { slug in masthead.sections.contains { $0.slug == slug } } ?? true
        let hasCategory = category.map { slug in masthead.categories.contains { $0.slug == slug } } ?? true
        return Set((hasSection ? [] : [.section]) + (hasCategory ? [] : [.category]))
    }
}

extension Set<SearchQuery.Fault> {
    fileprivate func notes(_ strings: Strings) -> [String] {
        SearchQuery.Fault.allCases.filter(contains).map { strings["search_fault_\($0.rawValue)"] }
    }
}

import Archive
import Documents
import Foundation
import Hummingbird
import News
import Web

/// The ways into a web edition: its sections, categories, editions and other pages.
struct IndexRoutes: Sendable {
    let edition: WebEdition
    let desk: PageDesk
    private var documents: DocumentCache { desk.documents }
    private var archive: Archive { desk.archive }
    private var revisions: Revisions { desk.revisions }

    /// The most authors listed: those who wrote most recently.
    private static let authorsLimit = 500

    func add(to router: Router<NewsRequestContext>) {
        let root = edition.root
        router.get("\(root)/sections") { request, context in
            try await index("sections", request, context) { IndexPage.sections($0, $1, root: root) }
        }
        router.get("\(root)/categories") { request, context in
            try await index("categories", request, context) { IndexPage.categories($0, $1, root: root) }
        }
        router.get("\(root)/authors") { request, context in
            let authors = try await archive.read { try $0.authors.latest(limit: Self.authorsLimit) }
            return try await index("authors", request, context) { IndexPage.authors(authors, $1, root: root) }
        }
        router.get("\(root)/others") { request, context in
            try await index("others", request, context) {
                IndexPage.others($0, $1, edition: edition, hasLetters: desk.hasLetters)
            }
        }
        router.get("\(root)/editions", use: editions)
    }

    /// - Parameter query: the fields that the next page needs besides `from`, such as `?q=porto`.
    func index(
        _ name: String, query: String = "", _ request: Request, _ context: NewsRequestContext,
        _ make: (Masthead, Strings) -> IndexPage
    ) async throws -> Response {
        if let page = request.addressForSameDevice { return PageDesk.redirect(to: page) }
        let masthead = try await revisions.masthead()
        let wanted = try await desk.understand(request, context)
        let page = make(masthead, wanted.strings)
        let (path, plan) = ("\(edition.root)/\(name)", wanted.plan(of: edition))
        let frame = desk.frame(
            masthead, wanted.strings, title: page.heading, path: path, plan: plan, edition: edition,
            isPiece: wanted.isPiece, coding: wanted.coding, why: nil)
        let start = FormFields.parse(request.uri.query ?? "").first { $0.name == "from" }.flatMap { Int($0.value) }
        return try desk.templates.page(edition.prefix + "index", frame, within: plan.budget, request) { count in
            page.rows(from: min(max(0, start ?? 0), page.rows.count), count, path: path + query)
        }
    }

    @Sendable private func editions(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await desk.understand(request, context)
        let before = FormFields.parse(request.uri.query ?? "").first { $0.name == "before" }.flatMap { Int($0.value) }
        return try await desk.response(to: request, wanted, edition) { version in
            try await IndexRoutes(edition: version.edition, desk: desk).editions(before: before, version.wanted)
        }
    }

    private func editions(before: Int?, _ wanted: PageDesk.Request) async throws -> DocumentCache.Copy {
        let key = PageKey(
            edition: edition, page: .editions(before: before), plan: wanted.plan(of: edition),
            language: wanted.strings.language, isPiece: wanted.isPiece, coding: wanted.coding)
        return try await documents.copy(.page(key)) { masthead in
            let (editions, leads) = try await archive.read { holdings in
                let editions = try holdings.editions.list(
                    limit: EditionsPage.lengths[0] + 1, before: before, onlyPublished: true)
                return (editions, try holdings.editions.leads(of: editions.map(\.number)))
            }
            let frame = desk.frame(
                masthead, wanted.strings, title: wanted.strings["editions"], path: "\(edition.root)/editions",
                plan: key.plan, edition: edition, isPiece: key.isPiece, coding: key.coding)
            func document(_ length: Int) throws -> Document {
                let page = EditionsPage(editions, leads: leads, length, wanted.strings, root: edition.root)
                return try desk.document(
                    edition.prefix + "editions", Page(frame: frame, part: page), masthead, key.coding)
            }
            var best = try document(EditionsPage.lengths[0])
            for length in EditionsPage.lengths.dropFirst() where best.body.readableBytes > key.plan.budget {
                best = try document(length)
            }
            return best
        }
    }
}

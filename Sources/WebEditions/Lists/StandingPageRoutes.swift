import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/pages/{slug}`: the newspaper's pages that stay as they are, such as the imprint.
struct StandingPageRoutes: Sendable {
    let edition: WebEdition
    let desk: PageDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("\(edition.root)\(FooterLink.pages){slug}", use: page)
    }

    @Sendable private func page(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        if let page = request.addressForSameDevice { return PageDesk.redirect(to: page) }
        let slug = context.parameters.get("slug") ?? ""
        let masthead = try await desk.revisions.masthead()
        let wanted = try await desk.understand(request, context)
        guard Slug.isValid(slug), let found = try await desk.archive.read({ try $0.pages.find(slug) }) else {
            throw Problem(.notFound, "There is no page \(slug.prefix(100)).", key: "noPage")
        }
        let (path, plan) = ("\(edition.root)\(FooterLink.pages)\(slug)", wanted.plan(of: edition))
        let frame = desk.frame(
            masthead, wanted.strings, title: found.title, path: path, plan: plan, edition: edition,
            isPiece: wanted.isPiece, coding: wanted.coding, why: nil)
        let start = FormFields.parse(request.uri.query ?? "").first { $0.name == "from" }.flatMap { Int($0.value) }
        return try desk.templates.page(edition.prefix + "standing", frame, within: plan.budget, request) { count in
            StandingPagePart(found, from: start ?? 0, count, path: path, wanted.strings)
        }
    }
}

/// A page that stays as it is: as much of it as the budget has room for, and a link to the rest.
struct StandingPagePart: Sendable {
    var heading: String
    /// Sanitised HTML.
    var text: String
    var updated: Moment
    /// The address of what follows; nil at the end.
    var next: String?

    /// - Parameter count: the most pieces of its text, of which one is always there.
    init(_ page: StandingPage, from start: Int, _ count: Int, path: String, _ strings: Strings) {
        let pieces = BodyPieces.split(page.body)
        let rest = pieces.dropFirst(max(0, min(start, pieces.count)))
        let shown = rest.prefix(max(1, count))
        heading = page.title
        text = shown.joined()
        updated = Moment(page.updatedAt, strings)
        next = shown.endIndex < pieces.endIndex ? "\(path)?from=\(shown.endIndex)" : nil
    }
}

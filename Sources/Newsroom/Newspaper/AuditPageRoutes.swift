import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/admin/audit`: the audit trail for chiefs, and its export as CSV.
struct AuditPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/audit", use: show)
        chiefs.get("/admin/audit.csv", use: export)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let strings = visit.strings
        let (choices, entries) = try await entries(form, strings)
        let articles = (entries ?? []).flatMap(\.articles)
        let subjects = (entries ?? []).map(\.subject)
        let (headlines, names) = try await desk.archive.read {
            (try $0.articles.headlines(of: articles), try $0.audit.formerNames(of: subjects))
        }
        let status = PageStatus(
            title: "room_audit", path: NewsroomLinks.audit,
            fault: entries == nil ? strings["room_auditFault"] : nil, status: entries == nil ? .badRequest : .ok)
        return try await desk.page(
            "audit", AuditPage(entries ?? [], headlines: headlines, names: names, form, choices, strings), status,
            visit, request)
    }

    /// The choices, and one entry more than the page shows; nil if the query is invalid, in which case the
    /// form keeps what was typed.
    private func entries(_ form: NewsroomForm, _ strings: Strings) async throws -> (AuditQuery.Choices, [AuditEntry]?) {
        try await desk.archive.read { holdings in
            let choices = try AuditQuery.Choices(holdings)
            guard let query = try? AuditQuery(form, choices, in: strings.timeZone) else { return (choices, nil) }
            let filter = query.filter(named: strings, choices)
            return (choices, try holdings.audit.entries(filter, before: query.before, limit: AuditPage.limit + 1))
        }
    }

    @Sendable private func export(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let strings = visit.strings
        let filter = try await desk.archive.read { holdings in
            let choices = try AuditQuery.Choices(holdings)
            return try AuditQuery(form, choices, in: strings.timeZone).filter(named: strings, choices)
        }
        return try await AuditExport(archive: desk.archive, filter: filter).response()
    }
}

extension AuditQuery {
    /// The filter, which finds actions by their names on the page too.
    fileprivate func filter(named strings: Strings, _ choices: Choices) -> AuditFilter {
        var filter = filter
        filter.namedActions = filter.subject.map { strings.actions(among: choices.actions, named: $0) } ?? []
        filter.namedMembers = filter.subject.map { strings.members(named: $0) } ?? []
        return filter
    }
}

import Archive
import Editorial
import Hummingbird
import News
import Web

/// `/admin/settings/policy`: the rules by which devices get their news, for chiefs.
struct PolicyPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/settings/policy", use: show)
        chiefs.post("/admin/settings/policy", use: change)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await page(try context.visit, request)
    }

    /// The number of earlier versions on the page.
    private static let versions = 10

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: PolicyForm? = nil,
        faults: [ArticleDraft.Fault] = [], fault: String? = nil
    ) async throws -> Response {
        let (settings, versions) = try await desk.archive.read {
            (try $0.policy.settings(), try $0.policy.versions(limit: Self.versions))
        }
        let part = PolicyPage(visit, settings, typed, versions, faults)
        let status = PageStatus(title: "room_policy", path: NewsroomLinks.policy, fault: fault)
        return try await desk.page("policy", part, status, visit, request)
    }

    /// Settings together with what others have saved since they were begun.
    private func merged(_ typed: PolicySettings) async throws -> PolicySettings {
        try await desk.archive.read { holdings in
            let base = try holdings.policy.settings(version: typed.version)
            return typed.merged(with: try holdings.policy.settings(), since: base)
        }
    }

    /// Settings of a former version, to be saved in place of those in a form.
    private func former(_ number: Int, instead typed: PolicySettings) async throws -> PolicySettings {
        var settings = try await desk.archive.read { try $0.policy.settings(version: number) }
        settings.version = typed.version
        return settings
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        var typed = PolicyForm(form)
        if let number = form.restored {
            typed.settings = try await former(number, instead: typed.settings)
            return try await page(visit, request, typed: typed)
        }
        do {
            let settings = try typed.input.settings()
            if form["do"] == "preview" { return try await page(visit, request, typed: typed) }
            try await desk.change { [typed] holdings in
                let present = try holdings.policy.settings()
                // Nothing is kept of a change that is none.
                if present.isSame(as: settings), typed.note.isEmpty, present.version == typed.settings.version {
                    return
                }
                var settings = settings
                settings.version = typed.settings.version
                _ = try holdings.policy.change(settings, note: typed.note, by: visit.maker)
            }
        } catch ArchiveError.faults(let faults) {
            return try await page(visit, request, typed: typed, faults: faults, fault: visit.strings["room_faults"])
        } catch ArchiveError.outdated {
            typed.settings = try await merged(typed.settings)
            return try await page(visit, request, typed: typed, fault: visit.strings["room_policyOutdated"])
        }
        return desk.redirect(NewsroomLinks.policy + "?done=changed")
    }
}

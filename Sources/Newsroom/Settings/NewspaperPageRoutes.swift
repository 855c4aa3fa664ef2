import Archive
import Editorial
import Hummingbird
import News
import Web
import WebEditions

/// `/admin/settings`: the newspaper's name, language, time zone and look, for chiefs.
struct NewspaperPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/settings", use: show)
        chiefs.post("/admin/settings", use: change)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await page(try context.visit, request)
    }

    /// - Parameter typed: what was typed, if it could not be saved.
    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: NewspaperForm? = nil,
        faults: [ArticleDraft.Fault] = [], fault: String? = nil
    ) async throws -> Response {
        let (settings, sections) = try await desk.archive.read {
            (try $0.newspaper.settings(), try $0.sections.list())
        }
        let part = NewspaperPage(
            visit, typed ?? NewspaperForm(settings), sections,
            languages: desk.pages.templates.catalogues.all.keys.sorted(), faults)
        let status = PageStatus(title: "room_settings", path: NewsroomLinks.settings, fault: fault)
        return try await desk.page("settings", part, status, visit, request)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let sections = try await desk.archive.read { try $0.sections.list() }
        var typed = NewspaperForm(form, sections: sections)
        if form["do"].hasPrefix("color") {
            // A colour to try, or the readable one that was offered.
            if form["do"].count > 6 { typed.fields["accent"] = String(form["do"].dropFirst(6)) }
            typed.isOwnColor = true
            return try await page(visit, request, typed: typed)
        }
        do {
            try await desk.change { [typed] holdings in
                let input = typed.input(try holdings.newspaper.settings())
                let revision = Int(typed.fields["revision"] ?? "") ?? 0
                _ = try input.replace(revision: revision, holdings, by: visit.editor)
            }
        } catch ArchiveError.faults(let faults) {
            return try await page(visit, request, typed: typed, faults: faults, fault: visit.strings["room_faults"])
        } catch ArchiveError.outdated(let current) {
            typed.fields["revision"] = String(current)
            return try await page(visit, request, typed: typed, fault: visit.strings["room_settingsOutdated"])
        }
        return desk.redirect(NewsroomLinks.settings + "?done=changed")
    }
}

import Archive
import Editorial
import Hummingbird
import Imaging
import News
import Pictures
import Web
import WebEditions

/// `/admin/settings`: the newspaper's name, language, time zone and look, for chiefs.
struct NewspaperPageRoutes: Sendable {
    let desk: NewsroomDesk
    let store: PictureStore

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/settings", use: show)
        chiefs.post("/admin/settings", use: change)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await page(try context.visit, request)
    }

    /// - Parameters:
    ///   - typed: what was typed, if it could not be saved.
    ///   - theirs: what others have saved meanwhile instead of what was typed, by field.
    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: NewspaperForm? = nil, theirs: [String: String] = [:],
        faults: [ArticleDraft.Fault] = [], fault: String? = nil, logoFault: String? = nil
    ) async throws -> Response {
        let (settings, sections) = try await desk.archive.read {
            (try $0.newspaper.settings(), try $0.sections.list())
        }
        var part = NewspaperPage(
            visit, typed ?? NewspaperForm(settings), theirs: theirs, sections,
            serverZone: desk.pages.templates.catalogues.strings(for: [], of: nil).timeZone,
            translated: Set(desk.pages.templates.catalogues.all.keys), faults, logoFault: logoFault
        )
        part.hasLetters = desk.letters != nil
        part.isTyped = typed != nil
        var status = PageStatus(title: "room_settings", path: NewsroomLinks.settings, fault: fault)
        if typed != nil { status.notice = visit.strings["room_settingsTyped"] }
        return try await desk.page("settings", part, status, visit, request)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (form, files) = try await desk.filesForm(request, visit)
        let sections = try await desk.archive.read { try $0.sections.list() }
        var typed = NewspaperForm(form, sections: sections)
        if let file = files.first(where: { $0.name == "logo_file" }) {
            do {
                typed.fields["logo"] = try await store.add(
                    Array(file.content), fileName: PictureWords.fileName(file.fileName ?? ""), by: visit.maker
                ).record.hash
            } catch let error as ImagingError {
                let fault = visit.strings.text(of: error)
                return try await page(
                    visit, request, typed: typed, fault: visit.strings["room_faults"], logoFault: fault)
            }
        }
        if form["do"].hasPrefix("color") {
            // A colour to try, or the readable one that was offered.
            if form["do"].count > 6 { typed.fields["accent"] = String(form["do"].dropFirst(6)) }
            return try await page(visit, request, typed: typed)
        }
        do {
            try await save(typed, visit)
        } catch ArchiveError.faults(let faults) {
            return try await page(visit, request, typed: typed, faults: faults, fault: visit.strings["room_faults"])
        } catch ArchiveError.outdated {
            return try await merge(typed, visit, request)
        }
        return desk.redirect(NewsroomLinks.settings + "?done=changed")
    }

    private func save(_ form: NewspaperForm, _ visit: NewsroomDesk.Visit) async throws {
        try await desk.change { holdings in
            let input = form.input(try holdings.newspaper.settings())
            let revision = Int(form.fields["revision"] ?? "") ?? 0
            _ = try input.replace(revision: revision, holdings, by: visit.editor)
        }
    }

    /// Saves what was typed together with what others have saved meanwhile, unless both are about the same field.
    private func merge(_ typed: NewspaperForm, _ visit: NewsroomDesk.Visit, _ request: Request) async throws -> Response
    {
        let present = NewspaperForm(try await desk.archive.read { try $0.newspaper.settings() })
        let (merged, theirs) = typed.merged(with: present)
        let outdated = visit.strings["room_settingsOutdated"]
        guard theirs.isEmpty else {
            return try await page(visit, request, typed: merged, theirs: theirs, fault: outdated)
        }
        do { try await save(merged, visit) } catch ArchiveError.faults(let faults) {
            return try await page(visit, request, typed: merged, faults: faults, fault: visit.strings["room_faults"])
        } catch ArchiveError.outdated {
            return try await page(visit, request, typed: merged, fault: outdated)
        }
        return desk.redirect(NewsroomLinks.settings + "?done=saveTogether")
    }
}

import Archive
import Editorial
import Hummingbird
import News
import Web

/// `/admin/settings/pages`: the newspaper's pages, such as the imprint, for chiefs.
struct StandingPagesPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let chiefs = desk.signedIn(router, atLeast: .chief)
        chiefs.get("/admin/settings/pages", use: list)
        chiefs.post("/admin/settings/pages", use: add)
        chiefs.get("/admin/settings/pages/{slug}", use: show)
        chiefs.post("/admin/settings/pages/{slug}", use: change)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        var form = StandingPageForm()
        // A page that was deleted, to be published again.
        let slug = NewsroomForm(FormFields.parse(request.uri.query ?? ""))["deleted"]
        if let version = try await desk.archive.read({ try $0.pages.deleted().first { $0.slug == slug } }) {
            form.take(version)
            form.fields["slug"] = slug
        }
        return try await page(try context.visit, request, typed: form)
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: StandingPageForm = .init(),
        preview: String? = nil, faults: [ArticleDraft.Fault] = [], fault: String? = nil
    ) async throws -> Response {
        let (pages, deleted) = try await desk.archive.read { (try $0.pages.list(), try $0.pages.deleted()) }
        let status = PageStatus(title: "room_standingPages", path: NewsroomLinks.pages, fault: fault)
        var part = StandingPagesPage(visit, pages, deleted: deleted, typed, faults)
        part.preview = preview
        part.isTyped = !(typed.fields["body"] ?? "").isEmpty
        return try await desk.page("pages", part, status, visit, request)
    }

    @Sendable private func add(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit, limit: Self.formLimit)
        let typed = StandingPageForm(form)
        do {
            if form["do"] == "preview" {
                return try await page(visit, request, typed: typed, preview: try typed.input(slug: nil).page().body)
            }
            guard try await desk.archive.read({ try $0.pages.list().count }) < StandingPage.limit else {
                return try await page(
                    visit, request, typed: typed, fault: visit.strings["room_fault_page_limit"])
            }
            let slug = try await desk.change { holdings in
                let page = try typed.input(slug: nil).page()
                try page.insert(holdings, by: visit.editor)
                return page.slug
            }
            return desk.redirect(NewsroomLinks.pages + "/\(slug)?done=pageMade")
        } catch ArchiveError.faults(let faults) {
            return try await page(visit, request, typed: typed, faults: faults, fault: visit.strings["room_faults"])
        } catch ArchiveFault.taken {
            let fault = ArticleDraft.Fault(field: "slug", detail: "is taken")
            return try await page(
                visit, request, typed: typed, faults: [fault], fault: visit.strings["room_pageTaken"])
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await page(of: context.parameters.get("slug") ?? "", try context.visit, request)
    }

    private func page(
        of slug: String, _ visit: NewsroomDesk.Visit, _ request: Request, typed: StandingPageForm? = nil,
        theirs: [String: String] = [:], preview: String? = nil, faults: [ArticleDraft.Fault] = [], fault: String? = nil,
        notice: String? = nil
    ) async throws -> Response {
        let (found, versions) = try await desk.archive.read {
            (try $0.pages.find(slug), try $0.pages.versions(of: slug))
        }
        guard let found else { throw Problem(.notFound, visit.strings["room_pageUnknown"]) }
        let form = typed ?? StandingPageForm(found)
        var status = PageStatus(
            title: "room_standingPage", name: found.title, path: NewsroomLinks.pages, fault: fault)
        var part = StandingPagePage(visit, slug, form, theirs: theirs, versions, faults)
        part.preview = preview
        part.isTyped = typed != nil
        status.notice = notice
        return try await desk.page("page", part, status, visit, request)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        let visit = try context.visit
        let form = try await desk.form(request, visit, limit: Self.formLimit)
        var typed = StandingPageForm(form)
        if let id = form.restored {
            let version = try await desk.archive.read { try $0.pages.version(id) }
            guard let version, version.slug == slug else {
                return try await page(of: slug, visit, request, typed: typed)
            }
            typed.take(version)
            return try await page(
                of: slug, visit, request, typed: typed, notice: visit.strings["room_pageVersionTaken"])
        }
        let isDeletion = form["do"] == "delete"
        do {
            if form["do"] == "preview" {
                let text = try typed.input(slug: slug).page().body
                return try await page(of: slug, visit, request, typed: typed, preview: text)
            }
            try await desk.change { [typed] holdings in
                if isDeletion {
                    try StandingPage.delete(slug, revision: typed.revision, holdings, by: visit.editor)
                } else {
                    try typed.input(slug: slug).page(revision: typed.revision).replace(holdings, by: visit.editor)
                }
            }
        } catch ArchiveError.faults(let faults) {
            return try await page(
                of: slug, visit, request, typed: typed, faults: faults, fault: visit.strings["room_faults"])
        } catch ArchiveError.outdated {
            guard !isDeletion else {
                return try await page(of: slug, visit, request, fault: visit.strings["room_pageChanged"])
            }
            return try await merge(typed, of: slug, visit, request)
        } catch ArchiveError.notFound {
            guard !isDeletion else { return desk.redirect(NewsroomLinks.pages + "?done=pageGone") }
            return try await deleted(typed, slug, visit, request)
        }
        return desk.redirect(NewsroomLinks.pages + (isDeletion ? "?done=pageGone" : "/\(slug)?done=changed"))
    }

    /// Saves what was typed together with what others have saved meanwhile, unless both are about the same field.
    private func merge(
        _ typed: StandingPageForm, of slug: String, _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        let found = try await desk.archive.read { try $0.pages.find(slug) }
        guard let found else { return try await deleted(typed, slug, visit, request) }
        let (merged, theirs) = typed.merged(with: StandingPageForm(found))
        if theirs.isEmpty {
            do {
                try await desk.change { holdings in
                    try merged.input(slug: slug).page(revision: merged.revision).replace(holdings, by: visit.editor)
                }
                return desk.redirect(NewsroomLinks.pages + "/\(slug)?done=saveTogether")
            } catch ArchiveError.faults(let faults) {
                return try await page(
                    of: slug, visit, request, typed: merged, faults: faults, fault: visit.strings["room_faults"])
            } catch ArchiveError.outdated {}
        }
        return try await page(
            of: slug, visit, request, typed: merged, theirs: theirs, fault: visit.strings["room_pageOutdated"])
    }

    /// The form for a new page with the text of one that somebody else has deleted.
    private func deleted(
        _ typed: StandingPageForm, _ slug: String, _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        var typed = typed
        typed.fields["slug"] = slug
        return try await page(visit, request, typed: typed, fault: visit.strings["room_pageDeleted"])
    }

    /// The largest form in bytes: each byte of the text may take three.
    private static let formLimit = 3 * StandingPage.bodyLimit + 10_000
}

import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Syndication
import Web
import WebEditions

/// `/admin/editions`: editions as a whole, and the order of their front pages.
struct EditionDeskRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/editions", use: list)
        editors.post("/admin/editions", use: open)
        editors.get("/admin/editions/{number}", use: show)
        editors.post("/admin/editions/{number}", use: change)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let visit = try context.visit
        return try await list(visit, request, before: Int(query["before"]))
    }

    private func list(
        _ visit: NewsroomDesk.Visit, _ request: Request, before: Int? = nil, typed: NewsroomForm? = nil,
        fault: String? = nil
    ) async throws -> Response {
        let (editions, opened) = try await desk.archive.read {
            (
                try $0.editions.list(limit: EditionListPage.limit + 1, before: before, onlyPublished: false),
                try $0.editions.openedDays(limit: EditionRhythm.length)
            )
        }
        let part = EditionListPage(
            editions, current: visit.masthead.latestEdition,
            hasPinned: !visit.masthead.front.stories.isEmpty, opened: opened, typed: typed, visit.strings)
        let status = PageStatus(title: "room_editions", path: NewsroomLinks.editions, fault: fault)
        return try await desk.page("editions", part, status, visit, request)
    }

    /// Opens a new edition, which may start with the front page that readers see.
    @Sendable private func open(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        guard let date = CivilDate(form.line("date", limit: 10)) else {
            return try await list(visit, request, typed: form, fault: visit.strings["room_editionDateFault"])
        }
        let (title, isCopy, editor) = (form.line("title", limit: 200), !form["copy"].isEmpty, visit.editor)
        do {
            let number = try await desk.change { holdings in
                let current = isCopy ? try holdings.editions.latest()?.number : nil
                let number = try holdings.editions.insert(
                    number: nil, date: date.name, title: title, state: .open, copyOf: current)
                try holdings.publish("edition.create", "edition/\(number)", by: editor, articles: [])
                return number
            }
            return desk.redirect(NewsroomLinks.edition(number))
        } catch ArchiveFault.taken {
            return try await list(visit, request, typed: form, fault: visit.strings["room_editionTaken"])
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        return try await page(
            number(context), context.visit, request, words: query.line("q", limit: 200),
            former: FrontPage(name: query["former"]), isOff: !query["off"].isEmpty,
            seen: FrontPage(name: query["seen"]),
            taken: Int(query["taken"]).map { .init(article: $0, from: Int(query["from"])) }, left: Int(query["left"]))
    }

    private func page(
        _ number: Int, _ visit: NewsroomDesk.Visit, _ request: Request, words: String = "",
        former: FrontPage? = nil, isOff: Bool = false, seen: FrontPage? = nil, taken: EditionDeskPage.Taken? = nil,
        left: Int? = nil, fault: String? = nil
    ) async throws -> Response {
        let languages = Array(desk.pages.templates.catalogues.all.keys)
        var part = try await desk.archive.read {
            try EditionDeskPage(
                number, words: words, to: ReadersLanguage(request, visit), in: languages, visit.strings,
                visit.masthead, $0)
        }
        part?.former = former?.name
        part?.isOff = isOff
        part?.seen = seen?.name
        part?.taken = taken
        part?.left = left
        guard let part else { throw Problem(.notFound, visit.strings["room_editionUnknown"]) }
        let status = PageStatus(title: part.name, path: NewsroomLinks.editions, fault: fault)
        var page = try await desk.page("edition", part, status, visit, request)
        page.headers.allowFrames()
        return page
    }

    /// Carries out the button that was pressed.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = number(context)
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        guard let step = EditionStep(form, zone: visit.strings.timeZone) else {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        let editor = visit.editor
        let undo: EditionStep.Undo?
        do {
            undo = try await desk.change { try step.take($0, number, by: editor) }
        } catch ArchiveError.faults(let faults) {
            return try await page(number, visit, request, fault: visit.strings.editionFault(faults))
        } catch ArchiveError.editionRefused {
            return try await page(number, visit, request, fault: visit.strings["room_editionRefused"])
        } catch ArchiveError.outdated {
            let key = step.isUndo ? "room_editionUndoLate" : "room_editionOutdated"
            return try await page(number, visit, request, fault: visit.strings[key])
        } catch ArchiveFault.inUse {
            return try await page(number, visit, request, fault: visit.strings["room_editionNotEmpty"])
        } catch ArchiveError.notFound {
            throw Problem(.notFound, visit.strings["room_editionUnknown"])
        }
        if case .delete = step { return desk.redirect(NewsroomLinks.editions + "?done=editionGone") }
        return desk.redirect(address(of: number, after: step, undo, words: form.line("q", limit: 200)))
    }

    /// The edition's page after a step. A change of the front page, and a story that was taken, can be undone there; undoing needs no way back
    /// of its own.
    private func address(of number: Int, after step: EditionStep, _ undo: EditionStep.Undo?, words: String)
        -> String
    {
        var fields = words.isEmpty ? [] : ["q=" + words.escapedForQuery]
        switch undo {
        case .front(let former, let now):
            fields += ["former=" + former.name.escapedForQuery, "seen=" + now.name.escapedForQuery]
            fields += step.isRemoval ? ["off=1"] : []
        case .left(let article): fields.append("left=\(article)")
        case .taken(let article, let former):
            fields += ["taken=\(article)"] + (former.map { ["from=\($0)"] } ?? [])
        default: fields.append("done=" + step.done)
        }
        return "\(NewsroomLinks.edition(number))?\(fields.joined(separator: "&"))#\(step.anchor)"
    }

    private func number(_ context: NewsRequestContext) -> Int { context.parameters.get("number", as: Int.self) ?? 0 }
}

extension Strings {
    /// The faults in words, with the numbers of the articles.
    fileprivate func editionFault(_ faults: [ArticleDraft.Fault]) -> String {
        let articles = Set(faults.compactMap { $0.field.firstMatch(of: /^article (\d+):/).map { String($0.1) } })
        if faults.contains(where: { $0.field == "at" }) { return self["room_editionTimeFault"] }
        guard !articles.isEmpty else { return self["room_editionFault"] }
        return self("room_editionArticlesFault", articles.sorted().joined(separator: ", "))
    }
}

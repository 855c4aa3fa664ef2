import Archive
import Editorial
import Exchange
import ExchangeArchive
import FeedReading
import Foundation
import Hummingbird
import NIOPosix
import News
import Syndication
import Web

/// `/admin/sources`: the feeds of others whose entries become articles. Journalists may look at them,
/// editors may change them.
struct SourcePageRoutes: Sendable {
    let desk: NewsroomDesk
    let finder: SourceFinder

    func add(to router: Router<NewsRequestContext>) {
        let journalists = desk.signedIn(router, atLeast: .journalist)
        let editors = desk.signedIn(router, atLeast: .editor)
        journalists.get("/admin/sources", use: list)
        editors.post("/admin/sources", use: add)
        journalists.get("/admin/sources.opml", use: export)
        editors.post("/admin/sources.opml", use: takeList)
        journalists.get("/admin/sources/{id}", use: show)
        editors.post("/admin/sources/{id}", use: change)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    /// The page of all sources.
    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, address: String = "", report: SourceList.Report? = nil,
        fault: String? = nil
    ) async throws -> Response {
        let query = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let (state, after) = (SourceState(rawValue: query["state"]), Int(query["after"]))
        let (sources, counts, sections) = try await desk.archive.read {
            (
                try $0.sources.list(state, limit: SourcesPage.limit + 1, after: after), try $0.sources.count(),
                try $0.sections.list()
            )
        }
        let status = PageStatus(title: "room_sources", path: NewsroomLinks.sources, fault: fault)
        let part = SourcesPage(visit, sources, state, counts, sections, address: address, report: report)
        return try await desk.page("sources", part, status, visit, request)
    }

    /// Examines an address first, then adds what was found there.
    @Sendable private func add(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        if form["do"] == "add" { return try await insert(SourceForm(form), visit, request) }
        if form["do"] == "preview" {
            let typed = SourceForm(form)
            let (preview, faults, fault) = try await preview(typed.draft, visit)
            return try await foundPage(
                typed, newest: [], others: [], preview: preview, faults, visit, request, fault: fault)
        }
        let address = form.line("address", limit: 2001)
        do {
            let found = try await finder.find(address)
            return try await foundPage(
                SourceForm(SourceDraft(found)), newest: found.newest, others: found.others, [], visit, request)
        } catch let fault as SourceFinder.Fault {
            let words = visit.strings.text(of: fault)
            guard let page = fault.page else {
                return try await self.page(visit, request, address: address, fault: words)
            }
            // A page without a feed can be read by a rule.
            var draft = SourceDraft(url: page, site: page, title: "", section: "")
            draft.title = draft.host
            draft.rule = ["items": "//article", "title": ".//h1|.//h2|.//h3", "link": ".//a/@href"]
            return try await foundPage(
                SourceForm(draft), newest: [], others: [], [], visit, request,
                fault: visit.strings["room_sourceRule"])
        }
    }

    private func insert(_ form: SourceForm, _ visit: NewsroomDesk.Visit, _ request: Request) async throws -> Response {
        do {
            try Self.check(form.draft)
            let source = try await desk.archive.write { [maker = visit.maker] in
                try $0.sources.insert(form.draft, by: maker)
            }
            return desk.redirect("\(NewsroomLinks.sources)/\(source.id)?done=sourceAdded")
        } catch ArchiveError.faults(let faults) {
            return try await foundPage(form, newest: [], others: [], faults, visit, request)
        }
    }

    /// Previews a source, or returns the faults that stand in the way.
    private func preview(_ draft: SourceDraft, _ visit: NewsroomDesk.Visit) async throws -> (
        SourcePreview?, [ArticleDraft.Fault], String?
    ) {
        let faults = draft.faults + draft.ruleFaults
        guard faults.isEmpty else { return (nil, faults, visit.strings["room_faults"]) }
        do {
            return (try await finder.preview(draft), [], nil)
        } catch let fault as SourceFinder.Fault {
            return (nil, [], visit.strings.text(of: fault))
        }
    }

    /// Throws for parts of a rule that are not XPath.
    private static func check(_ draft: SourceDraft) throws {
        let faults = draft.ruleFaults
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
    }

    private func foundPage(
        _ form: SourceForm, newest: [String], others: [String], preview: SourcePreview? = nil,
        _ faults: [ArticleDraft.Fault], _ visit: NewsroomDesk.Visit, _ request: Request, fault: String? = nil
    ) async throws -> Response {
        let sections = try await desk.archive.read { try $0.sections.list() }
        let status = PageStatus(
            title: form.draft.rule.isEmpty ? "room_sourceFound" : "room_sourceByRule", path: NewsroomLinks.sources,
            fault: fault ?? (faults.isEmpty ? nil : visit.strings["room_faults"]))
        let part = FoundSourcePage(form, newest: newest, others: others, preview, faults, sections, visit.strings)
        return try await desk.page("source-found", part, status, visit, request)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = context.parameters.get("id", as: Int.self) ?? 0
        return try await page(id, context.visit, request)
    }

    /// The page of one source with its history.
    private func page(
        _ id: Int, _ visit: NewsroomDesk.Visit, _ request: Request, typed: SourceForm? = nil,
        preview: SourcePreview? = nil, faults: [ArticleDraft.Fault] = [], fault: String? = nil
    ) async throws -> Response {
        let (source, fetches, entries, sections) = try await desk.archive.read { holdings in
            (
                try holdings.sources.find(id), try holdings.sources.fetches(of: id),
                try holdings.sources.notedEntries(of: id, limit: SourcePage.entryLimit), try holdings.sections.list()
            )
        }
        guard let source else { throw Problem(.notFound, visit.strings["room_sourceUnknown"]) }
        let status = PageStatus(
            title: "room_source", name: source.draft.title, path: NewsroomLinks.sources, fault: fault)
        let part = SourcePage(visit, source, fetches, entries, sections, typed: typed, preview, faults)
        return try await desk.page("source", part, status, visit, request)
    }

    /// Carries out the button pressed on the page of a source.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (form, strings) = (try await desk.form(request, visit), visit.strings)
        let id = context.parameters.get("id", as: Int.self) ?? 0
        let (typed, revision) = (SourceForm(form), Int(form["revision"]) ?? 0)
        if form["do"] == "preview" {
            let (preview, faults, fault) = try await preview(typed.draft, visit)
            return try await page(
                id, visit, request, typed: typed, preview: preview, faults: faults, fault: fault)
        }
        guard let change = SourceChange(rawValue: form["do"]) else {
            throw Problem(.badRequest, strings["room_formIsOld"])
        }
        do {
            if change == .save { try Self.check(typed.draft) }
            try await desk.archive.write { [maker = visit.maker] in
                try change.make($0, id, revision: revision, typed.draft, by: maker)
            }
        } catch ArchiveError.faults(let faults) {
            let words = faults.contains { $0.field == "state" } ? "room_sourceStopped" : "room_faults"
            return try await page(id, visit, request, typed: typed, faults: faults, fault: strings[words])
        } catch ArchiveError.outdated {
            let typed = change == .save ? typed : nil
            return try await page(id, visit, request, typed: typed, fault: strings["room_sourceOutdated"])
        } catch ArchiveError.notFound {
            throw Problem(.notFound, strings["room_sourceUnknown"])
        }
        let page = change == .delete ? NewsroomLinks.sources : "\(NewsroomLinks.sources)/\(id)"
        return desk.redirect("\(page)?done=\(change.done)")
    }

    @Sendable private func export(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        SourceRoutes.list(try await desk.archive.read { try SourceList.bytes($0) })
    }

    /// Adds a list of feeds, uploaded as a file or pasted.
    @Sendable private func takeList(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let (form, files) = try await desk.filesForm(request, visit)
        let bytes = files.first.map { Array($0.content) } ?? Array(form["list"].utf8)
        let (section, maker) = (form["section"], visit.maker)
        let trust = SourceDraft.Trust(rawValue: form["trust"]) ?? .draft
        do {
            let list = try await NIOThreadPool.singleton.runIfActive { try SourceList.read(bytes) }
            let report = try await desk.archive.write {
                try SourceList.add(list, section: section, trust: trust, $0, by: maker)
            }
            return try await page(visit, request, report: report)
        } catch is FeedList.Fault {
            return try await page(visit, request, fault: visit.strings["room_listUnreadable"])
        } catch ArchiveError.faults {
            return try await page(visit, request, fault: visit.strings["room_fault_section"])
        }
    }
}

/// The command of a button on the page of a source.
private enum SourceChange: String, Sendable {
    case save, pause, resume, refresh, delete

    /// How the catalogues call what was done.
    var done: String {
        switch self {
        case .refresh: "sourceRefresh"
        case .delete: "sourceGone"
        default: "changed"
        }
    }

    func make(_ holdings: Holdings, _ id: Int, revision: Int, _ draft: SourceDraft, by maker: Maker) throws {
        guard let old = try holdings.sources.find(id) else { throw ArchiveError.notFound }
        func update(_ draft: SourceDraft, isPaused: Bool) throws {
            _ = try holdings.sources.update(id, revision: revision, draft, isPaused: isPaused, by: maker)
        }
        switch self {
        case .save: try update(draft, isPaused: old.stop != nil)
        case .pause: try update(old.draft, isPaused: true)
        case .resume: try update(old.draft, isPaused: false)
        case .refresh: _ = try holdings.sources.refresh(id)
        case .delete: try holdings.sources.delete(id, revision: revision, by: maker)
        }
    }
}

extension Strings {
    /// Why no source was found at an address, and what to do.
    fileprivate func text(of fault: SourceFinder.Fault) -> String {
        let name = "room_find_" + fault.kind.rawValue
        return fault.status.map { self(name, "\($0)") } ?? self[name]
    }
}

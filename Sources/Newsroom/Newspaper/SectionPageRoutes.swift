import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/admin/sections`: the routes with which editors order sections, name them, and set their places.
struct SectionPageRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let editors = desk.signedIn(router, atLeast: .editor)
        editors.get("/admin/sections", use: list)
        editors.post("/admin/sections", use: add)
        editors.get("/admin/sections/{slug}", use: show)
        editors.post("/admin/sections/{slug}", use: change)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return try await page(context.visit, request)
    }

    /// The page of all sections.
    private func page(
        _ visit: NewsroomDesk.Visit, _ request: Request, typed: SectionForm = .init(),
        faults: [ArticleDraft.Fault] = [], fault: String? = nil
    ) async throws -> Response {
        let (sections, articles) = try await desk.archive.read {
            (try $0.sections.rows(), try $0.sections.articleCounts())
        }
        let places = try await desk.placeOffers(typed.fields["place_name"] ?? "", visit)
        let part = SectionsPage(
            visit, sections, articles, typed, places, faults, hasPush: desk.push != nil)
        let status = PageStatus(title: "room_sections", path: NewsroomLinks.sections, fault: fault)
        return try await desk.page("sections", part, status, visit, request)
    }

    @Sendable private func add(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        if let step = ["up": -1, "down": 1][form["do"]] {
            let slug = form["move"]
            try await write(visit) { try SectionInput.move(slug, by: step, $0, by: visit.editor) }
            return desk.redirect(NewsroomLinks.sections + "#section-" + slug.escapedForQuery)
        }
        var typed = SectionForm(form)
        switch SectionCommand(form) {
        case .find: return try await page(visit, request, typed: typed)
        case .put(let place):
            typed.put(place)
            return try await page(visit, request, typed: typed)
        case .save, .delete:
            do {
                let input = try typed.input()
                let made = try await write(visit) { try input.insert($0, by: visit.editor) }
                let done = made.section.isInHeader ? "sectionMade" : "sectionMadeAside"
                return desk.redirect(NewsroomLinks.sections + "?done=" + done)
            } catch ArchiveError.faults(let faults) {
                return try await page(
                    visit, request, typed: typed, faults: faults, fault: visit.strings["room_faults"])
            } catch ArchiveFault.taken {
                let fault = ArticleDraft.Fault(field: "taken", detail: "is taken")
                return try await page(
                    visit, request, typed: typed, faults: [fault], fault: visit.strings["room_faults"])
            }
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        return try await page(of: slug, context.visit, request)
    }

    /// The page of one section.
    private func page(
        of slug: String, _ visit: NewsroomDesk.Visit, _ request: Request, typed: SectionForm? = nil,
        theirs: [String: String] = [:], faults: [ArticleDraft.Fault] = [], fault: String? = nil
    ) async throws -> Response {
        let (row, articles) = try await desk.archive.read {
            (try $0.sections.find(slug: slug), try $0.sections.articleCounts())
        }
        guard let row else { throw Problem(.notFound, visit.strings["room_sectionUnknown"]) }
        let form = typed ?? SectionForm(row)
        let places = try await desk.placeOffers(form.fields["place_name"] ?? "", near: form.place, visit)
        let part = SectionPage(
            visit, row, articles: articles[row.section.id] ?? 0, form, theirs: theirs, places, faults,
            hasPush: desk.push != nil)
        let status = PageStatus(
            title: "room_section", name: row.section.name, path: NewsroomLinks.sections, fault: fault)
        return try await desk.page("section", part, status, visit, request)
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let slug = context.parameters.get("slug") ?? ""
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        var typed = SectionForm(form)
        let (command, revision) = (SectionCommand(form), typed.revision)
        do {
            switch command {
            case .find: return try await page(of: slug, visit, request, typed: typed)
            case .put(let place):
                typed.put(place)
                return try await page(of: slug, visit, request, typed: typed)
            case .save:
                typed.fields["slug"] = ""
                let input = try typed.input()
                try await write(visit) { _ = try input.replace(slug, revision: revision, $0, by: visit.editor) }
                return desk.redirect(NewsroomLinks.sections + "?done=changed")
            case .delete:
                try await write(visit) { try SectionInput.delete(slug, revision: revision, $0, by: visit.editor) }
                return desk.redirect(NewsroomLinks.sections + "?done=sectionGone")
            }
        } catch ArchiveError.faults(let faults) {
            let fault = visit.strings["room_faults"]
            return try await page(of: slug, visit, request, typed: typed, faults: faults, fault: fault)
        } catch ArchiveError.outdated {
            guard case .save = command else {
                return try await page(of: slug, visit, request, fault: visit.strings["room_sectionOutdated"])
            }
            return try await merge(typed, of: slug, visit, request)
        } catch ArchiveFault.inUse {
            return try await page(of: slug, visit, request, typed: typed, fault: visit.strings["room_sectionFull"])
        }
    }

    /// Saves what was typed together with what others have saved meanwhile, unless both are about the same field.
    private func merge(
        _ typed: SectionForm, of slug: String, _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        var typed = typed
        let row = try await desk.archive.read { try $0.sections.find(slug: slug) }
        guard let row else { throw Problem(.notFound, visit.strings["room_sectionUnknown"]) }
        let theirs = typed.merge(with: SectionForm(row))
        if theirs.isEmpty {
            do {
                let (input, revision) = (try typed.input(), typed.revision)
                try await write(visit) { _ = try input.replace(slug, revision: revision, $0, by: visit.editor) }
                return desk.redirect(NewsroomLinks.sections + "?done=saveTogether")
            } catch ArchiveError.faults(let faults) {
                let fault = visit.strings["room_faults"]
                return try await page(of: slug, visit, request, typed: typed, faults: faults, fault: fault)
            } catch ArchiveError.outdated {}
        }
        let fault = visit.strings["room_pageOutdated"]
        return try await page(of: slug, visit, request, typed: typed, theirs: theirs, fault: fault)
    }

    /// Makes a change, which the next page shows.
    private func write<Made: Sendable>(
        _ visit: NewsroomDesk.Visit, _ change: @escaping @Sendable (Holdings) throws -> Made
    ) async throws -> Made {
        do {
            return try await desk.change(change)
        } catch ArchiveError.notFound {
            throw Problem(.notFound, visit.strings["room_sectionUnknown"])
        }
    }
}

/// The command of a button in a section's form.
private enum SectionCommand: Sendable {
    case save, delete, find
    case put(Place)

    init(_ form: NewsroomForm) {
        let name = form["do"]
        self =
            switch name {
            case "delete": .delete
            case "find-place_name": .find
            case _ where name.hasPrefix("place-"): Place(name: name.dropFirst(6)).map { .put($0) } ?? .find
            default: .save
            }
    }
}

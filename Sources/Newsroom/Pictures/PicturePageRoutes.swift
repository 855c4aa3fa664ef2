import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Imaging
import News
import Pictures
import Web

/// The routes of a single picture: its texts, its focal point, its replacement and its deletion.
struct PicturePageRoutes: Sendable {
    let desk: NewsroomDesk
    let store: PictureStore

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        let journalists = desk.signedIn(router, atLeast: .journalist)
        let editors = desk.signedIn(router, atLeast: .editor)
        contributors.get("/admin/pictures/{hash}", use: show)
        contributors.post("/admin/pictures/{hash}", use: describe)
        journalists.post("/admin/pictures/{hash}/focus", use: focus)
        journalists.post("/admin/pictures/{hash}/replace", use: replace)
        journalists.post("/admin/pictures/{hash}/crop", use: crop)
        contributors.get("/admin/pictures/{hash}/preview.jpg", use: preview)
        journalists.post("/admin/pictures/{hash}/former", use: bringBack)
        contributors.post("/admin/pictures/{hash}/delete", use: delete)
        editors.post("/admin/pictures/{hash}/portrait", use: portrait)
        desk.signedIn(router, atLeast: .chief).post("/admin/pictures/{hash}/logo", use: logo)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let picture = try await picture(context, visit)
        if let other = picture.record.replacedBy { return desk.redirect(NewsroomLinks.picture(other)) }
        return try await page(visit, picture, request)
    }

    func picture(_ context: NewsRequestContext, _ visit: NewsroomDesk.Visit) async throws -> LibraryPicture {
        guard let hash = context.parameters.get("hash"), isSHA256(hash),
            let picture = try await desk.archive.read({ try $0.pictures.libraryPicture(hash) })
        else { throw unknown(visit) }
        return picture
    }

    private func unknown(_ visit: NewsroomDesk.Visit) -> Problem { Problem(.notFound, visit.strings["room_noPicture"]) }

    func page(
        _ visit: NewsroomDesk.Visit, _ picture: LibraryPicture, _ request: Request, typed: PictureWords? = nil,
        fault: String? = nil, isCropping: Bool = false
    ) async throws -> Response {
        let hash = picture.record.hash
        var part = try await desk.archive.read { holdings in
            PicturePage(
                visit, picture, try holdings.pictures.renditions(of: hash),
                try holdings.pictures.uses(of: hash, limit: PictureOutput.mostUses)
                    + holdings.pictures.unsavedUses(of: hash, limit: PictureOutput.mostUses),
                try holdings.pictures.formers(of: hash), try holdings.authors.portrayed(by: hash),
                authors: try holdings.authors.latest(limit: Self.authorLimit),
                canReplace: try holdings.pictures.mayReplace(picture, visit.editor), typed: typed)
        }
        part.isCropping = isCropping
        let status = PageStatus(title: "room_picture", path: NewsroomLinks.pictures, fault: fault)
        return try await desk.page("picture", part, status, visit, request)
    }

    /// The most authors to choose from, those who wrote most recently.
    private static let authorLimit = 200

    @Sendable private func describe(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let picture = try await picture(context, visit)
        let hash = picture.record.hash
        guard picture.mayBeDescribed(by: visit.editor) else {
            throw Problem(.forbidden, visit.strings.tooWeak(below: .journalist))
        }
        let words = PictureWords(
            title: form.line("title", limit: 1000), alt: form.text("alt"), caption: form.text("caption"),
            credit: form.line("credit", limit: 1000))
        do {
            try await desk.archive.write {
                try $0.pictures.setWords(words, of: hash, revision: Int(form["revision"]) ?? 0, by: visit.maker)
            }
        } catch ArchiveError.outdated {
            return try await page(visit, picture, request, typed: words, fault: visit.strings["room_outdated"])
        } catch ArchiveError.faults(let faults) {
            let fault = faults.map { visit.strings["room_" + $0.field] }.joined(separator: ", ")
            return try await page(
                visit, picture, request, typed: words, fault: visit.strings("room_wordsTooLong", fault))
        } catch ArchiveError.notFound {
            throw unknown(visit)
        }
        return desk.redirect(NewsroomLinks.picture(hash) + "?done=changed")
    }

    /// Sets the focal point, from two numbers or from where the picture was clicked.
    @Sendable private func focus(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let picture = try await picture(context, visit)
        let (hash, maker) = (picture.record.hash, visit.maker)
        guard let (x, y) = Self.point(form), PictureFocus.faults(x: x, y: y).isEmpty else {
            return try await page(visit, picture, request, fault: visit.strings["room_focusFault"])
        }
        let crops = try await store.crops(of: picture.record, x: x, y: y)
        try await desk.change { try $0.pictures.setFocus(x: x, y: y, of: hash, crops: crops, by: maker) }
        store.lookForWork()
        return desk.redirect(NewsroomLinks.picture(hash) + "?done=focus")
    }

    /// The point in percent across and down. A picture activated by a key reports 0 and 0, which is not a
    /// point.
    private static func point(_ form: NewsroomForm) -> (Int, Int)? {
        if let x = Int(form["x"]), let y = Int(form["y"]) { return (x, y) }
        guard let x = Int(form["at.x"]), let y = Int(form["at.y"]), x != 0 || y != 0,
            let width = Double(form["width"]), let height = Double(form["height"]), width >= 1, height >= 1
        else { return nil }
        func percent(_ place: Int, _ size: Double) -> Int {
            Int(min(100, max(0, (Double(place) / size * 100).rounded())))
        }
        return (percent(x, width), percent(y, height))
    }

    /// Makes it the newspaper's logo, or no longer.
    @Sendable private func logo(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let hash = try await picture(context, visit).record.hash
        let wanted = form["do"] == "none" ? nil : hash
        do {
            try await desk.change { holdings in
                let settings = try holdings.newspaper.settings()
                var input = NewspaperInput(settings)
                input.logo = wanted
                _ = try input.replace(revision: settings.revision, holdings, by: visit.editor)
            }
        } catch ArchiveError.faults {
            throw unknown(visit)
        }
        return desk.redirect(NewsroomLinks.picture(hash) + "?done=changed")
    }

    /// Makes it the portrait of an author, or no longer.
    @Sendable private func portrait(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let hash = try await picture(context, visit).record.hash
        let (former, author) = (form["former"], form["author"])
        do {
            try await desk.change { holdings in
                if former.isEmpty { return try holdings.authors.setPortrait(hash, of: author, by: visit.maker) }
                guard try holdings.authors.portrayed(by: hash).contains(where: { $0.slug == former }) else { return }
                try holdings.authors.setPortrait(nil, of: former, by: visit.maker)
            }
        } catch ArchiveError.faults, ArchiveError.notFound {
            throw Problem(.badRequest, visit.strings["room_formIsOld"])
        }
        return desk.redirect(NewsroomLinks.picture(hash) + "?done=changed")
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit)
        let picture = try await picture(context, visit)
        guard picture.mayBeDeleted(by: visit.editor) else {
            throw Problem(.forbidden, visit.strings.tooWeak(below: .editor))
        }
        let (record, maker) = (picture.record, visit.maker)
        do {
            try await desk.archive.write { holdings in
                try holdings.pictures.delete(record.hash, revision: Int(form["revision"]) ?? 0, by: maker)
                store.removeFiles(of: record)
            }
        } catch is PictureInUse {
            return try await page(visit, picture, request, fault: visit.strings["room_pictureInUse"])
        } catch ArchiveError.outdated {
            return try await page(visit, picture, request, fault: visit.strings["room_outdated"])
        } catch ArchiveError.notFound {}  // already gone, which is what was wanted
        return desk.redirect(NewsroomLinks.pictures + "?done=deleted")
    }
}

extension NewsroomForm {
    /// A field of several lines without surrounding space; browsers end lines with two characters.
    func text(_ name: String) -> String {
        self[name].replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

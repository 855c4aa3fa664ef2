import Archive
import Editorial
import Foundation
import Hummingbird
import News
import Web

/// The routes for describing and crediting several pictures at once.
struct WordsRoutes: Sendable {
    let desk: NewsroomDesk

    /// The largest form: all rows with the longest words, mostly of letters that take six bytes in a form.
    private static let bodyLimit = 2_000_000

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/pictures/words", use: show)
        contributors.post("/admin/pictures/words", use: save)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let pictures = try await pictures(fields)
        return try await page(context.visit, fields, pictures, request)
    }

    private func pictures(_ fields: NewsroomForm) async throws -> [LibraryPicture] {
        try await desk.archive.read { try $0.pictures.library(LibraryRoutes.chosen(fields)) }
    }

    private func page(
        _ visit: NewsroomDesk.Visit, _ fields: NewsroomForm, _ pictures: [LibraryPicture], _ request: Request,
        typed: TypedWords? = nil
    ) async throws -> Response {
        let part = WordsPage(visit, LibrarySelection(fields.only(["q", "filter"])), pictures, typed: typed)
        let fault = typed.map { _ in visit.strings["room_wordsNotSaved"] }
        return try await desk.page(
            "words", part, .init(title: "room_wordsTitle", path: NewsroomLinks.pictures, fault: fault), visit, request)
    }

    /// Saves all rows, or none if one of them has a fault.
    @Sendable private func save(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let form = try await desk.form(request, visit, limit: Self.bodyLimit)
        let pictures = try await pictures(form)
        var typed = TypedWords(form, pictures)
        for picture in pictures { typed.faults[picture.record.hash] = fault(of: picture, typed, visit) }
        let changed = pictures.filter { typed.words[$0.record.hash].map { [words = $0.words] in $0 != words } ?? false }
        if typed.faults.isEmpty {
            do {
                try await desk.archive.write { [typed] holdings in
                    // In one order, so that no two wait for each other.
                    for hash in changed.map(\.record.hash).sorted() {
                        guard let words = typed.words[hash], let revision = typed.revisions[hash] else { continue }
                        try holdings.pictures.setWords(words, of: hash, revision: revision, by: visit.maker)
                    }
                }
                let library = LibrarySelection(form.only(["q", "filter"])).address
                return desk.redirect(library + (library.contains("?") ? "&" : "?") + "done=changed")
            } catch ArchiveError.outdated, ArchiveError.notFound {
                // Somebody changed one between our look and our change: the page shows it as it is now.
                return try await page(visit, form, try await self.pictures(form), request, typed: typed)
            }
        }
        return try await page(visit, form, pictures, request, typed: typed)
    }

    /// The fault that keeps the words typed for a picture from being saved. Words that others saved meanwhile are shown, so that
    /// saving again is a decision.
    private func fault(of picture: LibraryPicture, _ typed: TypedWords, _ visit: NewsroomDesk.Visit) -> String? {
        let (strings, hash) = (visit.strings, picture.record.hash)
        guard let words = typed.words[hash], words != picture.words else { return nil }
        guard picture.mayBeDescribed(by: visit.editor) else {
            return strings.tooWeak(below: .journalist)
        }
        if typed.revisions[hash] != picture.revision {
            let theirs = [picture.words.alt, picture.words.caption, picture.words.credit].filter { !$0.isEmpty }
            return strings("room_wordsOutdated", theirs.isEmpty ? "–" : theirs.joined(separator: " · "))
        }
        guard !words.faults.isEmpty else { return nil }
        return strings(
            "room_wordsTooLong", words.faults.map { strings["room_" + $0.field] }.joined(separator: ", "))
    }
}

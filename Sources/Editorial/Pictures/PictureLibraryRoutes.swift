import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Pictures
import Web

/// `/api/v1/pictures`: the library of uploaded pictures.
struct PictureLibraryRoutes: Sendable {
    let desk: EditorDesk
    let store: PictureStore

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("pictures", use: list)
        contributors.get("pictures/{hash}", use: show)
        contributors.put("pictures/{hash}", use: describe)
        let deleters = router.group().add(
            middleware: TokenMiddleware(desk: desk, atLeast: .contributor, scope: .publish))
        deleters.delete("pictures/{hash}", use: delete)
    }

    private struct List: Encodable { var pictures: [PictureOutput] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = ListQuery(request)
        let limit = try query.limit()
        let selection = LibrarySelection(
            words: try query.text("q", limit: 300), filter: try query.choice("filter"),
            after: try query.number("after"))
        let pictures = try await desk.archive.read { try $0.pictures.library(selection, limit: limit + 1) }
        let page = pictures.prefix(limit)
        return try desk.read(
            List(pictures: page.map { PictureOutput($0) }),
            link: query.next("after", pictures.count > limit ? page.last?.number : nil))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let hash = try PictureUploadRoutes.hash(context)
        guard let output = try await desk.archive.read({ try PictureOutput.read(hash, $0) }) else {
            throw PictureUploadRoutes.unknown
        }
        return try desk.read(output, revision: output.revision)
    }

    private struct Input: Decodable, Sendable {
        var title: String?
        var alt: String?
        var caption: String?
        var credit: String?

        var words: PictureWords {
            func trimmed(_ text: String?) -> String { (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
            return PictureWords(
                title: trimmed(title), alt: trimmed(alt), caption: trimmed(caption), credit: trimmed(credit))
        }
    }

    @Sendable private func describe(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, Input.self) {
            input, expected, editor, holdings in
            let hash = try PictureUploadRoutes.hash(context)
            guard let old = try holdings.pictures.libraryPicture(hash) else { throw PictureUploadRoutes.unknown }
            guard old.mayBeDescribed(by: editor) else {
                throw PictureUploadRoutes.foreign("describe", editor)
            }
            let revision = try expected.revision(old.revision)
            try holdings.pictures.setWords(input.words, of: hash, revision: revision, by: editor.maker)
            return try PictureUploadRoutes.answer(.ok, hash, holdings)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (hash, expected) = (try PictureUploadRoutes.hash(context), try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { holdings in
            guard let old = try holdings.pictures.libraryPicture(hash) else { throw PictureUploadRoutes.unknown }
            guard old.mayBeDeleted(by: editor) else { throw PictureUploadRoutes.foreign("delete", editor) }
            let revision = try expected.revision(old.revision)
            do {
                try holdings.pictures.delete(hash, revision: revision, by: editor.maker)
            } catch PictureInUse.articles(let uses) {
                throw Problem(
                    .conflict, "Articles show this picture. Replace it, or take it out of them first.",
                    available: uses.map { "/api/v1/articles/\($0.article)" })
            } catch PictureInUse.logo {
                throw Problem(.conflict, "It is the newspaper's logo: choose another, or none, first.")
            } catch PictureInUse.portrait {
                throw Problem(.conflict, "It is the portrait of an author: choose another, or none, first.")
            } catch PictureInUse.revisions {
                throw Problem(.conflict, "Earlier revisions of articles show this picture, so it stays.")
            }
            store.removeFiles(of: old.record)
            return .noContent
        }
    }
}

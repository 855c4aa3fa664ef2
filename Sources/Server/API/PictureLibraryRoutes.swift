import Archive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL

/// `/api/v1/pictures`: the library of what was uploaded.
struct PictureLibraryRoutes: Sendable {
    let desk: EditorDesk
    let store: PictureStore

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.get("pictures", use: list)
        router.get("pictures/{hash}", use: show)
        router.put("pictures/{hash}", use: describe)
        router.delete("pictures/{hash}", use: delete)
    }

    private struct List: Encodable { var pictures: [PictureOutput] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let fields = Dictionary(FormFields.parse(request.uri.query ?? ""), uniquingKeysWith: { $1 })
        let limit = min(max(fields["limit"].flatMap { Int($0) } ?? 50, 1), 200)
        let selection = LibrarySelection(fields)
        let pictures = try await desk.press.database.read { try $0.library(selection, limit: limit + 1) }
        let page = pictures.prefix(limit)
        let next = pictures.count > limit ? page.last.map { selection.query(after: $0.number) } : nil
        return try desk.read(
            List(pictures: page.map { PictureOutput($0) }),
            link: next.map { "</api/v1/pictures?limit=\(limit)&\($0)>; rel=\"next\"" })
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try await desk.editor(request, context, atLeast: .contributor)
        let hash = try PictureUploadRoutes.hash(context)
        guard let output = try await desk.press.database.read({ try PictureOutput.read(hash, $0) }) else {
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
        let hash = try PictureUploadRoutes.hash(context)
        return try await desk.change(request, context, Input.self, atLeast: .contributor) {
            input, expected, editor, connection in
            guard let old = try connection.libraryPicture(hash) else { throw PictureUploadRoutes.unknown }
            guard old.isDescribed(by: editor) else {
                throw Problem(
                    .forbidden,
                    "Contributors describe the pictures that they uploaded; \(editor.name) did not upload this one.")
            }
            let revision = try expected.revision(old.revision)
            try connection.setWords(input.words, of: hash, revision: revision, by: editor.maker)
            return try PictureUploadRoutes.answer(.ok, hash, connection)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try await desk.editor(request, context, atLeast: .editor)
        let (hash, expected) = (try PictureUploadRoutes.hash(context), try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { connection in
            guard let old = try connection.libraryPicture(hash) else { throw PictureUploadRoutes.unknown }
            let revision = try expected.revision(old.revision)
            do {
                try connection.deletePicture(hash, revision: revision, by: editor.maker)
            } catch PictureInUse.articles(let uses) {
                throw Problem(
                    .conflict, "Articles show this picture. Replace it, or take it out of them first.",
                    available: uses.map { "/api/v1/articles/\($0.article)" })
            } catch PictureInUse.revisions {
                throw Problem(.conflict, "Earlier revisions of articles show this picture, so it stays.")
            }
            store.removeFiles(of: old.record)
            return .noContent
        }
    }
}

extension LibrarySelection {
    /// What a query asks for: `q`, `filter`, `after`.
    init(_ fields: [String: String]) {
        self.init(
            words: String((fields["q"] ?? "").prefix(300)), filter: fields["filter"].flatMap(Filter.init),
            after: fields["after"].flatMap { Int($0) })
    }

    /// The query that asks for what follows a picture.
    func query(after number: Int) -> String {
        "after=\(number)" + (filter.map { "&filter=\($0.rawValue)" } ?? "")
            + (words.isEmpty ? "" : "&q=" + FormFields.encode(words))
    }
}

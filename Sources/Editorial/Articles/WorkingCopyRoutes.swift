import Archive
import Documents
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/articles/{id}/working-copy`: unsaved changes to an article, which only their author sees.
struct WorkingCopyRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("articles/{id}/working-copy", use: show)
        contributors.put("articles/{id}/working-copy", use: keep)
        contributors.delete("articles/{id}/working-copy", use: drop)
    }

    private struct Input: Decodable, Sendable {
        /// The revision of the article that it started from; the current one if left out.
        var base: Int?
        var fields: [String: String]

        /// The fields of a form. Throws, naming those that do not exist.
        func form() throws -> ArticleForm {
            let faults = fields.keys.filter { !ArticleForm.names.contains($0) }.sorted().prefix(10).map {
                ArticleDraft.Fault(
                    field: "fields",
                    detail: "has \($0.prefix(40)), but may only have \(ArticleForm.names.joined(separator: ", "))")
            }
            guard faults.isEmpty else { throw ArchiveError.faults(faults) }
            return ArticleForm(typed: fields)
        }
    }

    private struct Output: Encodable {
        var version: Int
        var base: Int
        var fields: [String: String]
        var updatedAt: String

        init(_ copy: WorkingCopy) {
            (version, base, fields) = (copy.version, copy.base, copy.fields)
            updatedAt = RFC822.iso8601(copy.updatedAt)
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let id = try context.articleID()
        return try await desk.archive.read { holdings in
            guard let copy = try holdings.workingCopies.find(of: id, editor: editor.id) else { throw Self.unknown }
            return try desk.read(Output(copy), revision: copy.version)
        }
    }

    /// Stores the changes in place of the last version seen, which is 0 if there was none.
    @Sendable private func keep(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, Input.self) {
            input, expected, editor, holdings in
            let article = try ArticleRoutes.find(try context.articleID(), holdings)
            guard article.moves(for: editor).contains(.save) else {
                throw Problem(.forbidden, "\(editor.name) may not change this article in its current state.")
            }
            let base = input.base ?? article.revision
            guard (1...article.revision).contains(base) else {
                throw ArchiveError.faults([.init(field: "base", detail: "is not a revision of the article")])
            }
            let present = try holdings.workingCopies.find(of: article.id, editor: editor.id)?.version ?? 0
            let version = try expected.revision(present)
            let kept = try holdings.workingCopies.keep(
                try input.form().fields, base: base, version: version, of: article.id, editor: editor.id)
            guard kept != nil, let copy = try holdings.workingCopies.find(of: article.id, editor: editor.id) else {
                throw ArchiveError.outdated(current: present)
            }
            return try .init(.ok, Output(copy), revision: copy.version)
        }
    }

    @Sendable private func drop(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { holdings in
            let id = try context.articleID()
            guard let copy = try holdings.workingCopies.find(of: id, editor: editor.id) else { throw Self.unknown }
            _ = try expected.revision(copy.version)
            try holdings.workingCopies.drop(of: id, editor: editor.id)
            return .noContent
        }
    }

    private static let unknown = Problem(.notFound, "You have no unsaved changes to an article with this number.")
}

import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/articles/{id}/comments`: what people of the newsroom write to each other about an article.
struct CommentRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        contributors.get("articles/{id}/comments", use: list)
        contributors.post("articles/{id}/comments", use: create)
        contributors.get("articles/{id}/comments/{number}", use: show)
        contributors.patch("articles/{id}/comments/{number}", use: change)
        contributors.delete("articles/{id}/comments/{number}", use: remove)
    }

    /// The largest body of a request, in bytes: a text, its escapes, and some room to spare.
    private static let bodyLimit = 40_000

    private struct Input: Decodable, Sendable {
        var text: String
        /// The name of the person who has to do it.
        var `for`: String?
        /// The day by which it has to be done.
        var due: String?
    }

    private struct Change: Decodable, Sendable {
        var isDone: Bool
    }

    private struct List: Encodable { var comments: [CommentOutput] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (id, query) = (try context.articleID(), ListQuery(request))
        let (limit, after) = (try query.limit(), try query.number("after"))
        let comments = try await desk.archive.read { holdings in
            _ = try ArticleRoutes.find(id, holdings)
            return try holdings.comments.list(of: id, after: after, limit: limit + 1)
        }
        let page = comments.prefix(limit)
        return try desk.read(
            List(comments: page.map(CommentOutput.init)),
            link: query.next("after", comments.count > limit ? page.last?.id : nil))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (id, number) = (try context.articleID(), try Self.number(context))
        guard let comment = try await desk.archive.read({ try $0.comments.find(number, of: id) }) else {
            throw Self.unknown
        }
        return try desk.read(CommentOutput(comment), revision: comment.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, try context.articleID())
        let body = try await body(request)
        let input = try desk.json(Input.self, body)
        return try await desk.write(request, body, by: editor) { holdings in
            _ = try ArticleRoutes.find(id, holdings)
            // Nobody has the number 0.
            let assignee = try input.for.map { try holdings.comments.person($0) ?? 0 }
            let draft = CommentDraft(text: input.text, assignee: assignee, due: input.due)
            let comment = try Self.plainly { try holdings.comments.insert(draft, on: id, by: editor) }
            return try .init(
                .created, CommentOutput(comment), location: "/api/v1/articles/\(id)/comments/\(comment.id)",
                revision: comment.revision)
        }
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (id, number, expected) = (try context.articleID(), try Self.number(context), try desk.expectation(request))
        let body = try await body(request)
        let isDone = try desk.json(Change.self, body).isDone
        return try await desk.write(request, body, by: editor) { holdings in
            let comment = try Self.locked(number, of: id, expected, holdings)
            let changed = try holdings.comments.set(isDone, comment, by: editor)
            return try .init(.ok, CommentOutput(changed), revision: changed.revision)
        }
    }

    @Sendable private func remove(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (id, number, expected) = (try context.articleID(), try Self.number(context), try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { holdings in
            let comment = try Self.locked(number, of: id, expected, holdings)
            guard comment.mayBeDeleted(by: editor) else {
                throw Problem(.forbidden, "Only \(comment.author.name), who wrote it, and editors may delete it.")
            }
            try holdings.comments.delete(comment, by: editor)
            return .noContent
        }
    }

    private func body(_ request: Request) async throws -> [UInt8] {
        Array(try await request.body.collect(upTo: Self.bodyLimit).readableBytesView)
    }

    private static func number(_ context: NewsRequestContext) throws -> Int {
        guard let number = context.parameters.get("number", as: Int.self) else { throw unknown }
        return number
    }

    /// The comment that a change is meant for, kept from other changes.
    private static func locked(
        _ number: Int, of id: Int, _ expected: EditorDesk.Expectation, _ holdings: Holdings
    ) throws -> Comment {
        let comment: Comment
        do { comment = try holdings.comments.locked(number, of: id) } catch ArchiveError.notFound { throw unknown }
        _ = try expected.revision(comment.revision)
        return comment
    }

    /// Says in words why a comment is not accepted.
    private static func plainly<T>(_ write: () throws -> T) throws -> T {
        do { return try write() } catch let error as CommentFaults {
            if error.faults.contains(.full) {
                throw Problem(.conflict, "The article has \(Comments.limit) comments. Delete some first.")
            }
            if error.faults.contains(.deleted) {
                throw Problem(.conflict, "The article was deleted for good, and its comments with it.")
            }
            throw ArchiveError.faults(error.faults.map(\.plain))
        }
    }

    private static let unknown = Problem(.notFound, "The article has no comment with this number.")
}

/// A comment as the API returns it.
private struct CommentOutput: Encodable {
    var id: Int
    var revision: Int
    var author: String
    var at: String
    var text: String
    var mentioned: [String]
    var `for`: String?
    var due: String?
    var isDone: Bool
    var doneAt: String?
    var doneBy: String?

    init(_ comment: Comment) {
        (id, revision, text) = (comment.id, comment.revision, comment.text)
        (author, at) = (comment.author.name, RFC822.iso8601(comment.at))
        mentioned = comment.mentioned.map(\.name)
        `for` = comment.assignee?.name
        due = comment.due.map { String(RFC822.iso8601($0).prefix(10)) }
        isDone = comment.doneAt != nil
        (doneAt, doneBy) = (comment.doneAt.map(RFC822.iso8601), comment.doneBy)
    }
}

extension CommentFault {
    /// The field that is at fault, and why.
    fileprivate var plain: ArticleDraft.Fault {
        switch self {
        case .noText: .init(field: "text", detail: "is empty")
        case .longText: .init(field: "text", detail: "is longer than \(CommentDraft.limit) characters")
        case .dayWithoutPerson: .init(field: "for", detail: "is missing: say who has to do it by the day given in due")
        case .noDay: .init(field: "due", detail: "is not a day, such as 2009-05-31")
        case .farDay: .init(field: "due", detail: "is past, or more than two years ahead")
        case .noPerson: .init(field: "for", detail: "is not the name of somebody in the newsroom")
        case .doubt(let doubt):
            .init(
                field: "text",
                detail:
                    "names @\(doubt.written), which may be \(doubt.names.joined(separator: " or ")): write more of the name"
            )
        case .full, .deleted: .init(field: "text", detail: "cannot be added to this article")
        }
    }
}

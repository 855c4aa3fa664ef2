import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/api/v1/push/messages`: what editors tell readers' devices.
struct PushMessageRoutes: Sendable {
    let desk: EditorDesk
    /// The newspaper's time zone, unless its settings name another.
    let zone: TimeZone
    /// Called when there is a new message; nil if push is not set up.
    let wake: (@Sendable () -> Void)?

    func add(to router: RouterGroup<NewsRequestContext>) {
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        editors.get("push/messages", use: list)
        editors.post("push/messages", use: create)
        editors.post("push/messages/preview", use: preview)
        editors.get("push/messages/{id}", use: show)
        editors.delete("push/messages/{id}", use: cancel)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try sending
        let query = ListQuery(request)
        let (limit, after, article) = (try query.limit(), try query.number("after"), try query.number("article"))
        let messages = try await desk.archive.read {
            try $0.readerMessages.list(limit: limit + 1, after: after, of: article)
        }
        let page = messages.prefix(limit)
        return try desk.read(
            PushMessageList(messages: page.map { PushMessageOutput($0, isWhole: false) }),
            link: query.next("after", messages.count > limit ? page.last?.id : nil))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try sending
        let id = identifier(context)
        let message = try await desk.archive.read { try $0.readerMessages.find(id) }
        guard let message else { throw Self.unknown }
        return try desk.read(PushMessageOutput(message, isWhole: true))
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (wake, zone) = (try sending, try await newspaperZone())
        let response = try await desk.write(request, context, PushMessageInput.self) { input, editor, holdings in
            let draft = try input.draft()
            let message = try holdings.readerMessages.insert(draft, by: editor.maker)
            if draft.sendAt == nil, try PushPreview(draft, zone, holdings).isForNobody {
                throw ArchiveError.faults([
                    .init(field: "audience", detail: "is nobody's: no device would get this message")
                ])
            }
            return try .init(
                .created, PushMessageOutput(message, isWhole: true), location: "/api/v1/push/messages/\(message.id)")
        }
        wake()
        return response
    }

    @Sendable private func preview(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try sending
        let zone = try await newspaperZone()
        let input = try desk.json(PushMessageInput.self, try await desk.body(request))
        do {
            return try desk.read(
                try await desk.archive.read { holdings in
                    let draft = try input.draft()
                    try holdings.readerMessages.check(draft)
                    return try PushPreview(draft, zone, holdings)
                })
        } catch ArchiveError.faults(let faults) {
            throw EditorDesk.unacceptable(faults)
        }
    }

    @Sendable private func cancel(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        _ = try sending
        let (editor, id) = (try context.editor, identifier(context))
        return try await desk.write(request, [], by: editor) { holdings in
            try holdings.readerMessages.cancel(id, by: editor.maker)
            return .noContent
        }
    }

    private func newspaperZone() async throws -> TimeZone {
        try await desk.revisions.masthead().presentation.timeZone ?? zone
    }

    private var sending: @Sendable () -> Void {
        get throws(Problem) {
            guard let wake else {
                throw Problem(
                    .notFound,
                    "Push is not set up for this newspaper. Its operator can set it up with N4MD_PUSH_CONTACT.")
            }
            return wake
        }
    }

    private func identifier(_ context: NewsRequestContext) -> Int { context.parameters.get("id", as: Int.self) ?? 0 }

    private static let unknown = Problem(.notFound, "There is no message with this number.")
}

import Archive
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/subscribers`: what is kept of one reader, for chiefs whom its owner has asked. Readers are never listed.
struct SubscriberRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief))
        chiefs.post("subscribers/search", use: find)
        chiefs.delete("subscribers/{id}", use: forget)
    }

    private struct Input: Decodable, Sendable {
        var address: String
    }

    private struct Output: Encodable {
        struct Subscription: Encodable {
            var list: String
            var consent: String
            var askedAt: String
            var confirmedAt: String?
        }
        var id: Int
        var address: String
        var language: String
        var createdAt: String
        var subscriptions: [Subscription]

        init(_ reader: KnownReader) {
            (id, address, language) = (reader.id, reader.address, reader.language)
            createdAt = RFC822.iso8601(reader.createdAt)
            subscriptions = reader.subscriptions.map {
                Subscription(
                    list: $0.list.name, consent: $0.consent, askedAt: RFC822.iso8601($0.askedAt),
                    confirmedAt: $0.confirmedAt.map(RFC822.iso8601))
            }
        }
    }

    /// The address is in the body, so that it is in nobody's log.
    @Sendable private func find(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let input = try desk.json(Input.self, try await desk.body(request))
        guard (3...254).contains(input.address.utf8.count) else {
            throw EditorDesk.unacceptable([.init(field: "address", detail: "must have 3 to 254 characters")])
        }
        // Noted even where nobody is found.
        let found = try await desk.archive.write { try $0.readers.look(up: input.address, by: editor.maker) }
        guard let found else { throw Problem(.notFound, "No reader has this address.") }
        return try desk.read(Output(found))
    }

    @Sendable private func forget(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, context.parameters.get("id", as: Int.self) ?? 0)
        return try await desk.write(request, [], by: editor) { holdings in
            try holdings.readers.forget(id, by: editor.maker)
            return .noContent
        }
    }
}

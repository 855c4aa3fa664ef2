import Archive
import Credentials
import Documents
import HTTPTypes
import Hummingbird
import News
import Web

/// `/api/v1/webhooks`: for chiefs only, since an endpoint's address may be a secret.
struct WebhookRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        chiefs.get("webhooks", use: list)
        chiefs.post("webhooks", use: create)
        chiefs.get("webhooks/{id}", use: show)
        chiefs.put("webhooks/{id}", use: replace)
        chiefs.delete("webhooks/{id}", use: delete)
        chiefs.post("webhooks/{id}/secret", use: rotate)
        chiefs.post("webhooks/{id}/test", use: test)
        chiefs.get("webhooks/{id}/deliveries", use: deliveries)
        chiefs.post("webhooks/{id}/deliveries/{delivery}/resend", use: resend)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = ListQuery(request)
        let (limit, after) = (try query.limit(), try query.number("after"))
        let webhooks = try await desk.archive.read { try $0.webhooks.list(limit: limit + 1, after: after) }
        let page = webhooks.prefix(limit)
        return try desk.read(
            WebhookList(webhooks: page.map { WebhookOutput($0) }),
            link: query.next("after", webhooks.count > limit ? page.last?.id : nil))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = identifier(context)
        return try await desk.archive.read { holdings in
            let webhook = try Self.find(id, holdings)
            return try desk.read(WebhookOutput(webhook), revision: webhook.revision)
        }
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, WebhookInput.self) { input, editor, holdings in
            let secret = WebhookSecret()
            var webhook = try holdings.webhooks.insert(try input.draft(), secret: secret.text, by: editor.maker)
            if input.paused == true {
                webhook = try holdings.webhooks.update(
                    webhook.id, revision: webhook.revision, webhook.draft, isPaused: true, by: editor.maker)
            }
            return try .init(
                .created, WebhookOutput(webhook, secret), location: "/api/v1/webhooks/\(webhook.id)",
                revision: webhook.revision)
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = identifier(context)
        return try await desk.change(request, context, WebhookInput.self) {
            input, expected, editor, holdings in
            let old = try Self.find(id, holdings)
            let webhook = try holdings.webhooks.update(
                id, revision: try expected.revision(old.revision), try input.draft(),
                isPaused: input.paused ?? (old.stop != nil), by: editor.maker)
            return try .init(.ok, WebhookOutput(webhook), revision: webhook.revision)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, identifier(context))
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { holdings in
            let old = try Self.find(id, holdings)
            try holdings.webhooks.delete(id, revision: try expected.revision(old.revision), by: editor.maker)
            return .noContent
        }
    }

    @Sendable private func rotate(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, identifier(context))
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { holdings in
            let (old, secret) = (try Self.find(id, holdings), WebhookSecret())
            let webhook = try holdings.webhooks.rotateSecret(
                of: id, revision: try expected.revision(old.revision), secret.text, by: editor.maker)
            return try .init(.ok, WebhookOutput(webhook, secret), revision: webhook.revision)
        }
    }

    @Sendable private func test(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, identifier(context))
        return try await desk.write(request, [], by: editor) { holdings in
            guard try Self.find(id, holdings).stop == nil else {
                throw Problem(
                    .conflict, "This webhook is stopped. Resume it first: PUT it with paused false.")
            }
            return try .init(.accepted, DeliveryOutput(try holdings.webhooks.insertTest(of: id, by: editor.maker)))
        }
    }

    @Sendable private func deliveries(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (query, id) = (ListQuery(request), identifier(context))
        let (limit, after) = (try query.limit(), try query.number("after"))
        let state: WebhookDelivery.State? = try query.choice("state")
        let deliveries = try await desk.archive.read { holdings in
            _ = try Self.find(id, holdings)
            return try holdings.deliveries.list(to: id, limit: limit + 1, after: after, state: state)
        }
        let page = deliveries.prefix(limit)
        return try desk.read(
            DeliveryList(deliveries: page.map { DeliveryOutput($0) }),
            link: query.next("after", deliveries.count > limit ? page.last?.id : nil))
    }

    @Sendable private func resend(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, identifier(context))
        let delivery = context.parameters.get("delivery", as: Int.self) ?? 0
        return try await desk.write(request, [], by: editor) { holdings in
            try .init(.accepted, DeliveryOutput(try holdings.deliveries.resend(delivery, to: id, by: editor.maker)))
        }
    }

    private func identifier(_ context: NewsRequestContext) -> Int { context.parameters.get("id", as: Int.self) ?? 0 }

    private static func find(_ id: Int, _ holdings: Holdings) throws -> Webhook {
        guard let webhook = try holdings.webhooks.find(id) else {
            throw Problem(.notFound, "There is no webhook with this number.")
        }
        return webhook
    }
}

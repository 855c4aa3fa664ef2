import Archive
import Documents
import Hummingbird
import News
import Web

/// `/api/v1/newsroom`: the rules of the newsroom, for chiefs.
struct NewsroomSettingsRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let chiefs = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .chief, scope: .manage))
        chiefs.get("newsroom", use: show)
        chiefs.put("newsroom", use: change)
    }

    private struct Settings: Codable, Sendable {
        /// The lowest role that needs a second factor; null if none does.
        var secondFactorFrom: String?

        private enum CodingKeys: CodingKey { case secondFactorFrom }

        init(secondFactorFrom role: EditorRole?) { secondFactorFrom = role?.rawValue }

        /// Null must be explicit.
        init(from decoder: any Decoder) throws {
            secondFactorFrom = try decoder.container(keyedBy: CodingKeys.self).decode(
                String?.self, forKey: .secondFactorFrom)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(secondFactorFrom, forKey: .secondFactorFrom)
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let role = try await desk.archive.read { try $0.people.secondFactorFrom() }
        return try desk.read(Settings(secondFactorFrom: role))
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, Settings.self) { settings, editor, holdings in
            let role = settings.secondFactorFrom.flatMap(EditorRole.init)
            guard role != nil || settings.secondFactorFrom == nil else {
                let roles = EditorRole.allCases.map(\.rawValue).joined(separator: ", ")
                throw ArchiveError.faults([.init(field: "secondFactorFrom", detail: "must be null or one of \(roles)")])
            }
            if try holdings.people.secondFactorFrom() != role {
                try holdings.people.setSecondFactor(from: role, by: editor.maker)
            }
            return try .init(.ok, Settings(secondFactorFrom: role))
        }
    }
}

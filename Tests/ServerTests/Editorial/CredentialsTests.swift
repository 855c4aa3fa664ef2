import Archive
@testable import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// Who may use each route of the API.
@Suite("Credentials of the API", SharedSite())
struct CredentialsOfTheAPITests {
    struct Route: Sendable, CustomStringConvertible {
        var name: String
        var role: EditorRole
        var scope: TokenScope
        var description: String { name }
        var method: HTTPRequest.Method { .init(String(name.prefix { $0 != " " })) ?? .get }

        /// The path of something that does not exist, so that the request changes nothing.
        var path: String {
            "/api/v1/"
                + name.drop { $0 != "/" }.dropFirst().replacing("{hash}", with: String(repeating: "0", count: 64))
                .replacing("uploads/{id}", with: "uploads/" + String(repeating: "A", count: 22))
                .replacing("{slug}", with: "nowhere").replacing(/{[a-z]+}/, with: "999999999")
        }
    }

    private static let table: [(EditorRole, TokenScope, [String])] = [
        (
            EditorRole.contributor, TokenScope.read,
            [
                "GET /articles", "GET /articles/{id}", "GET /articles/{id}/revisions",
                "GET /articles/{id}/revisions/{revision}", "GET /articles/{id}/seen-as",
                "GET /articles/{id}/working-copy", "GET /articles/{id}/cluster", "GET /articles/{id}/authors",
                "GET /articles/{id}/comments", "GET /articles/{id}/comments/{number}",
                "GET /authors/{slug}",
                "GET /calendar", "GET /editions", "GET /editions/{number}", "GET /editions/{number}/front-page",
                "GET /newspaper", "GET /pages", "GET /pages/{slug}", "GET /places",
                "GET /pictures", "GET /pictures/{hash}", "GET /policy",
                "GET /policy/versions", "GET /sections", "GET /sections/{slug}", "GET /tokens", "DELETE /tokens/{id}",
                "HEAD /uploads/{id}", "GET /wire/ninjs", "GET /wire/ninjs/{id}", "GET /wire/newsml",
                "GET /wire/newsml/{id}",
            ]
        ),
        (
            .contributor, .write,
            [
                "POST /articles", "PUT /articles/{id}", "DELETE /articles/{id}", "POST /articles/{id}/moves",
                "POST /articles/{id}/revisions/{revision}/restore", "PUT /articles/{id}/working-copy",
                "DELETE /articles/{id}/working-copy", "POST /articles/{id}/comments",
                "PATCH /articles/{id}/comments/{number}", "DELETE /articles/{id}/comments/{number}", "POST /pictures",
                "PUT /pictures/{hash}", "POST /policy/preview",
                "POST /uploads", "POST /uploads/{id}", "PATCH /uploads/{id}", "DELETE /uploads/{id}",
            ]
        ),
        (
            .journalist, .read,
            [
                "GET /sources", "GET /sources.opml", "GET /sources/{id}", "GET /sources/{id}/fetches",
                "GET /sources/{id}/entries",
            ]
        ),
        (.contributor, .publish, ["DELETE /pictures/{hash}"]),
        (
            .journalist, .publish,
            [
                "PUT /pictures/{hash}/focus", "POST /pictures/{hash}/replacement", "POST /pictures/{hash}/crop",
                "POST /pictures/{hash}/former",
            ]
        ),
        (.editor, .read, ["GET /push/messages", "GET /push/messages/{id}", "GET /mailings"]),
        (
            .editor, .publish,
            [
                "POST /editions", "PUT /editions/{number}", "DELETE /editions/{number}",
                "POST /editions/{number}/moves", "PUT /editions/{number}/front-page", "POST /sections",
                "PUT /sections/{slug}", "DELETE /sections/{slug}",
                "POST /sources",
                "POST /sources.opml", "PUT /sources/{id}",
                "DELETE /sources/{id}", "POST /sources/{id}/refresh", "PUT /articles/{id}/authors",
                "PUT /articles/{id}/cluster", "PUT /authors/{slug}/portrait",
                "DELETE /articles/{id}/cluster", "POST /push/messages", "POST /push/messages/preview",
                "DELETE /push/messages/{id}",
            ]
        ),
        (
            .chief, .manage,
            [
                "GET /audit", "GET /editors", "POST /editors", "GET /editors/{id}", "PUT /editors/{id}",
                "DELETE /editors/{id}",
                "POST /editors/{id}/password-link", "DELETE /editors/{id}/second-factor", "GET /newsroom",
                "PUT /newsroom", "PUT /newspaper", "POST /pages", "PUT /pages/{slug}", "DELETE /pages/{slug}",
                "PUT /policy", "GET /webhooks", "POST /webhooks", "GET /webhooks/{id}", "PUT /webhooks/{id}",
                "DELETE /webhooks/{id}", "POST /webhooks/{id}/secret", "POST /webhooks/{id}/test",
                "GET /webhooks/{id}/deliveries", "POST /webhooks/{id}/deliveries/{delivery}/resend",
                "POST /subscribers/search", "DELETE /subscribers/{id}",
            ]
        ),
    ]

    static let routes = table.flatMap { role, scope, names in
        names.map { Route(name: $0, role: role, scope: scope) }
    }

    /// The routes that need no credentials.
    static let open: Set = ["OPTIONS /uploads"]

    @Test("The router has these routes, and no other") func whole() throws {
        let routes = try SharedSite.site.server.routes.filter { $0.path.hasPrefix("/api/v1/") }.map {
            "\($0.method.rawValue) \($0.path.dropFirst("/api/v1".count))"
        }
        let known = Set(Self.routes.map(\.name)).union(Self.open)
        #expect(Set(routes).symmetricDifference(known).sorted() == [])
    }

    @Test("The description names the same role and scope") func described() throws {
        let operations = try Description.ours.get().operations.map { name, operation in
            let needs = operation["security"]?.elements.first?["bearerAuth"]?.elements.compactMap(\.text) ?? []
            return "\(name.replacing("/api/v1", with: "")) \(needs.joined(separator: " "))"
        }
        let table = Self.routes.map { "\($0.name) role:\($0.role.rawValue) scope:\($0.scope.rawValue)" }
        #expect(Set(operations).symmetricDifference(table).sorted() == Self.open.map { $0 + " " })
    }

    @Test("Who shows nothing good is 401", arguments: routes) func nothingGood(_ route: Route) async throws {
        let site = try SharedSite.site
        let good = try await Self.token(site, .chief, .manage)
        let expired = try await Self.token(site, .chief, .manage, ends: -1)
        let revoked = try await Self.token(site, .chief, .manage)
        let shutOut = try await Self.token(site, .chief, .manage)
        try await site.backend.archive.write { holdings in
            try holdings.connection.query(
                "update tokens set revoked_at = now() where hash = \(Secret(shown: revoked).hash)")
            try holdings.connection.query(
                """
                update editors set disabled_at = now() where id =
                    (select editor_id from tokens where hash = \(Secret(shown: shutOut).hash))
                """)
        }
        let fields: [String?] = [
            nil, "", "Bearer", "Bearer ", "Bearer \(good)x", "Bearer n4md_unknown", "Bearer ' or 1=1 --",
            "Basic \(Data("ana:\(good)".utf8).base64EncodedString())", good, "Bearer \(expired)", "Bearer \(revoked)",
            "Bearer \(shutOut)",
        ]
        for field in fields {
            let answer = try await site.send(route.method, route.path, field.map { ["Authorization": $0] } ?? [:])
            #expect(answer.status == 401, "\(field ?? "nothing")")
            #expect(answer["www-authenticate"] == "Bearer realm=\"n4md\"", "\(field ?? "nothing")")
        }
    }

    @Test("Too weak a role and too narrow a scope are 403, and what is enough is neither", arguments: routes)
    func tooWeak(_ route: Route) async throws {
        for role in EditorRole.allCases where role < route.role {
            #expect(try await Self.status(route, role, .manage) == 403, "\(role)")
        }
        for scope in TokenScope.allCases where scope < route.scope {
            #expect(try await Self.status(route, .chief, scope) == 403, "\(scope)")
        }
        // A token of any scope may revoke itself, but no other.
        guard route.name != "DELETE /tokens/{id}" else { return }
        let enough = try await Self.status(route, route.role, route.scope)
        #expect(![401, 403].contains(enough) && enough < 500, "\(enough)")
    }

    private static func status(_ route: Route, _ role: EditorRole, _ scope: TokenScope) async throws -> Int {
        let site = try SharedSite.site
        let token = try await token(site, role, scope)
        return try await site.send(route.method, route.path, ["Authorization": "Bearer " + token]).status
    }

    /// A token of a new person.
    /// - Parameter ends: the hours until it expires.
    static func token(_ site: TestSite, _ role: EditorRole, _ scope: TokenScope, ends: Double = 1) async throws
        -> String
    {
        let (secret, name) = (Secret(bits: 256, prefix: "n4md_"), "\(role.rawValue)-\(UUID().uuidString)")
        try await site.backend.archive.write { holdings in
            _ = try holdings.people.insert(name: name, role: role)
            _ = try holdings.tokens.insert(
                editor: name, hash: secret.hash, scope: scope, expiresAt: Date().addingTimeInterval(ends * 3600))
        }
        return secret.text
    }
}

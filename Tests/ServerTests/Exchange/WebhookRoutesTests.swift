import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// `/api/v1/webhooks`, on a server that may not reach this machine.
    @Suite("Webhooks by the API")
    struct WebhookRoutesTests {
        private static let good = #"{"url":"https://hooks.example.org/x","events":["article.published"]}"#

        static let requests: [(HTTPRequest.Method, String)] = [
            (.get, "webhooks"), (.post, "webhooks"), (.get, "webhooks/1"), (.put, "webhooks/1"),
            (.delete, "webhooks/1"),
            (.post, "webhooks/1/secret"), (.post, "webhooks/1/test"), (.get, "webhooks/1/deliveries"),
            (.post, "webhooks/1/deliveries/1/resend"),
        ]

        @Test("Nobody but a chief with a token for everything gets at them", arguments: requests)
        func rights(_ method: HTTPRequest.Method, _ path: String) async throws {
            let site = try SharedSite.site
            let body = Array(Self.good.utf8)
            let headers = ["If-Match": "*", "Content-Type": "application/json"]
            #expect(try await site.send(method, "/api/v1/" + path, headers, body: body).status == 401)
            for role in [EditorRole.contributor, .journalist, .editor] {
                #expect(try await Desk(site, role).send(method, path, headers, bytes: body).status == 403, "\(role)")
            }
            let name = "chief-\(UUID().uuidString)"
            let commands = Commands(site.backend)
            try await commands.addEditor(name: name, role: .chief)
            for scope in [TokenScope.read, .write, .publish] {
                let token = try await commands.createToken(editor: name, scope: scope, days: 1)
                let answer = try await site.send(
                    method, "/api/v1/" + path, headers.merging(["Authorization": "Bearer " + token]) { $1 }, body: body)
                #expect(answer.status == 403, "\(scope)")
            }
        }

        /// Compares with the router, so that no route is forgotten above.
        @Test("The list is whole") func allRoutes() throws {
            let routes = Set(try SharedSite.site.server.routes.map(\.path).filter { $0.hasPrefix("/api/v1/webhooks") })
            let known = Self.requests.map {
                "/api/v1/" + $0.1.replacing("webhooks/1", with: "webhooks/{id}").replacing("/1/", with: "/{delivery}/")
            }
            #expect(routes == Set(known))
        }

        /// Bad requests, each with its faulty fields, separated by spaces.
        static let bad: [(String, String)] = [
            ("{}", "url events"), (#"{"url":"https://a.example/","events":[]}"#, "events"),
            (#"{"url":"https://a.example/","events":["article.published","nothing","webhook.test"]}"#, "events"),
            (#"{"url":"ftp://a.example/","events":["article.published"]}"#, "url"),
            (#"{"url":"https:///x","events":["article.published"]}"#, "url"),
            (#"{"url":"//a.example/x","events":["article.published"]}"#, "url"),
            (#"{"url":"a.example","events":["article.published"]}"#, "url"),
            (#"{"url":"https://me:secret@a.example/","events":["article.published"]}"#, "url"),
            (#"{"url":"https://me@a.example/","events":["article.published"]}"#, "url"),
            (#"{"url":"https://a.example/#part","events":["article.published"]}"#, "url"),
            (#"{"url":"https://a.example:99999/","events":["article.published"]}"#, "url"),
            (#"{"url":"https://a.example/ x","events":["article.published"]}"#, "url"),
            (#"{"url":"https://a.example/\r\nX: y","events":["article.published"]}"#, "url"),
            (#"{"url":"https://a.example/\u0000","events":["article.published"]}"#, "url"),
            (#"{"url":"https://ação.example/","events":["article.published"]}"#, "url"),
            (#"{"url":"https://a.example/LONG","events":["article.published"]}"#, "url"),
            (#"{"url":"x","description":"LONG","events":["x"]}"#, "url description events"),
        ]

        @Test("All that is wrong is told at once", arguments: bad)
        func faults(_ json: String, _ fields: String) async throws {
            let desk = try await Desk(SharedSite.site, .chief)
            let answer = try await desk.send(
                .post, "webhooks", json.replacing("LONG", with: String(repeating: "a", count: 2000)))
            #expect(answer.status == 422)
            #expect(try answer.problem().fields == Set(fields.split(separator: " ").map { String($0) }))
        }

        @Test("It is made once, changed by who saw it last, and removed") func life() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .chief)
            let key = ["Idempotency-Key": UUID().uuidString]
            let made = try await desk.send(.post, "webhooks", Self.good, key)
            #expect(made.status == 201 && made["etag"] == "\"1\"" && made["cache-control"] == "no-store")
            let webhook: MadeWebhook = try made.json()
            #expect(webhook.state == "active" && webhook.secret?.hasPrefix("whsec_") == true)
            let again = try await desk.send(.post, "webhooks", Self.good, key)
            #expect(again.body == made.body && again["idempotency-replayed"] == "true")
            let path = "webhooks/\(webhook.id)"
            #expect(made["location"] == "/api/v1/" + path)

            let change = #"{"url":"http://b.example:8080/y?z=1","description":"Partner","events":["article.killed"]}"#
            #expect(try await desk.send(.put, path, change).status == 428)
            #expect(try await desk.send(.put, path, change, ["If-Match": "\"7\""]).status == 412)
            let changed: MadeWebhook = try await desk.send(.put, path, change, ["If-Match": "\"1\""]).json()
            #expect(changed.url == "http://b.example:8080/y?z=1" && changed.events == ["article.killed"])
            #expect(changed.description == "Partner" && changed.revision == 2 && changed.secret == nil)
            let paused = try await desk.send(
                .put, path, String(change.dropLast()) + #","paused":true}"#, ["If-Match": "\"2\""])
            #expect(try paused.json(MadeWebhook.self).state == "paused")
            // A field that the request leaves out keeps its value.
            #expect(
                try await desk.send(.put, path, change, ["If-Match": "*"]).json(MadeWebhook.self).state == "paused")
            #expect(try await desk.send(.post, path + "/test").status == 409)

            #expect(try await desk.send(.delete, path).status == 428)
            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 412)
            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"4\""]).status == 204)
            for (method, path) in [
                (HTTPRequest.Method.get, path), (.put, path), (.delete, path), (.post, path + "/secret"),
                (.post, path + "/test"), (.get, path + "/deliveries"), (.post, path + "/deliveries/1/resend"),
                (.get, "webhooks/99999999999999999999"), (.get, "webhooks/-1"), (.get, "webhooks/9999999999"),
            ] {
                let answer = try await desk.send(method, path, method == .put ? change : nil, ["If-Match": "*"])
                #expect(answer.status == 404, "\(method) \(path)")
            }
            let trail: [String] = try await site.backend.archive.read {
                try $0.connection.query(
                    "select action || coalesce(' ' || (detail->>'host'), '') from audit where subject = \("webhook/\(webhook.id)") order by id"
                )
                .map { try $0.get(0) }
            }
            #expect(
                trail == [
                    "webhook.create hooks.example.org", "webhook.update b.example", "webhook.update b.example",
                    "webhook.update b.example", "webhook.delete b.example",
                ])
        }

        @Test("Lists lead on") func lists() async throws {
            let desk = try await Desk(SharedSite.site, .chief)
            let paused = String(Self.good.dropLast()) + #","paused":true}"#
            var made: [Int] = []
            for _ in 0..<3 { made.append(try await desk.send(.post, "webhooks", paused).json(MadeWebhook.self).id) }
            struct List: Decodable { var webhooks: [MadeWebhook] }
            let first = try await desk.send(.get, "webhooks?limit=2")
            #expect(try first.json(List.self).webhooks.map(\.id) == [made[2], made[1]])
            #expect(try first.text.contains("whsec_") == false)
            let next = try #require(first.link()).dropFirst("/api/v1/".count)
            #expect(try await desk.send(.get, String(next)).json(List.self).webhooks.first?.id == made[0])

            let webhook = try await desk.webhook("http://127.0.0.1:9/", [.articleCorrected])
            for _ in 0..<3 { #expect(try await desk.send(.post, "webhooks/\(webhook.id)/test").status == 202) }
            let deliveries = try await desk.send(.get, "webhooks/\(webhook.id)/deliveries?limit=2&state=pending")
            let older = try #require(deliveries.link())
            #expect(["after=", "limit=2", "state=pending"].allSatisfy { older.contains($0) })
            #expect(try await desk.deliveries(webhook, String(older.drop { $0 != "?" })).count == 1)
            #expect(try await desk.deliveries(webhook, "?state=delivered").isEmpty)
            for id in made + [webhook.id] {
                _ = try await desk.send(.delete, "webhooks/\(id)", nil, ["If-Match": "*"])
            }
        }
    }
}

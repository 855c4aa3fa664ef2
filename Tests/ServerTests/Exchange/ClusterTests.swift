import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// The same story from several sources, from its text to the pages that readers see.
    @Suite("Doubles", .serialized)
    struct ClusterTests {
        /// A text of words that no other seed produces.
        private static func text(_ seed: String, _ count: Int = 120) -> String {
            (0..<count).map { "\(seed)\(($0 * $0 + 7 * $0) % 997)" }.joined(separator: " ")
        }

        private func write(
            _ desk: Desk, _ headline: String, _ text: String, at hour: Int, status: String = "published",
            isOurs: Bool = false
        ) async throws -> WrittenArticle {
            let address = isOurs ? "" : "https://wire.example/\(UUID())"
            return try await desk.write(
                #"""
                {"headline":"\#(headline)","section":"city","body":"<p>\#(text)</p>","status":"\#(status)",
                "canonicalAddress":"\#(address)","publishedAt":"2026-03-01T\#(hour < 10 ? "0" : "")\#(hour):00:00Z"}
                """#)
        }

        private struct Cluster: Decodable {
            struct Member: Decodable { var id: Int }
            var lead: Int?
            var isLeadChosen: Bool
            var members: [Member]
            var ids: [Int] { members.map(\.id) }
        }

        private func cluster(_ desk: Desk, _ id: Int) async throws -> Cluster {
            try await desk.send(.get, "articles/\(id)/cluster").json()
        }

        private func set(_ desk: Desk, _ id: Int, _ json: String) async throws -> Answer {
            try await desk.send(.put, "articles/\(id)/cluster", json, ["If-Match": "*"])
        }

        private func move(_ desk: Desk, _ id: Int, _ move: String) async throws {
            let answer = try await desk.send(
                .post, "articles/\(id)/moves", #"{"move":"\#(move)","text":"Why."}"#, ["If-Match": "*"])
            #expect(answer.status == 200)
        }

        @Test("They are found, and lists show the lead alone") func found() async throws {
            let (site, desk) = (try SharedSite.site, try await Desk(try SharedSite.site, .chief))
            let text = Self.text("alpha")
            let first = try await write(desk, "Harbour bridge closes for the whole winter", text, at: 8)
            let second = try await write(
                desk, "Bridge at the harbour closes for winter", String(text.prefix(500)), at: 9)
            let other = try await write(desk, "Harbour bridge closes for a day of repairs", Self.text("beta"), at: 10)
            #expect(try await cluster(desk, second.id).ids == [first.id, second.id])
            #expect(try await cluster(desk, other.id).ids == [other.id])
            #expect(try await site.places(of: first.headline, slug: first.slug).contains("/ws"))
            #expect(try await site.places(of: second.headline, slug: second.slug) == ["/articles"])
            let page = try await site.get("/articles/" + first.slug, ["Accept": "text/html"]).text
            #expect(page.contains(#"id="also-in""#) && page.contains("/articles/" + second.slug))
            for address in ["/sections/city?network=wifi&items=200", "/search?q=%22harbour+closes+for+winter%22"] {
                #expect(try await !site.get(address, ["Accept": "text/html"]).text.contains(second.slug), "\(address)")
            }
            // The article published first leads, even if it arrives last.
            let earliest = try await write(desk, "Harbour bridge closes for the winter", text, at: 7)
            #expect(try await cluster(desk, second.id).ids == [earliest.id, first.id, second.id])
            #expect(try await site.places(of: first.headline, slug: first.slug) == ["/articles"])
        }

        @Test("Two of our own stay two, and one of our own leads those of others") func ours() async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let text = Self.text("zeta")
            let wire = try await write(desk, "Ferry company buys two electric boats", text, at: 7)
            let one = try await write(desk, "Ferry company buys two electric boats", text, at: 8, isOurs: true)
            #expect(try await cluster(desk, wire.id).ids == [one.id, wire.id])
            let two = try await write(desk, "Ferry company buys two electric boats", text, at: 9, isOurs: true)
            #expect(try await cluster(desk, two.id).ids == [two.id])
            let other = try await write(desk, "Ferry company buys two electric boats", text, at: 6)
            #expect(try await cluster(desk, other.id).ids == [one.id, other.id, wire.id])
        }

        @Test("The address of its page is kept without what tracks readers") func address() async throws {
            struct Said: Decodable { var canonicalAddress: String? }
            let desk = try await Desk(try SharedSite.site, .editor)
            let article = try await desk.write(
                #"""
                {"headline":"A tide table","section":"city","canonicalAddress":"https://wire.example/a?utm_source=x&id=1&fbclid=y#xtor=1"}
                """#)
            let said = try await desk.send(.get, "articles/\(article.id)").json(Said.self)
            #expect(said.canonicalAddress == "https://wire.example/a?id=1")
        }

        @Test("What an editor says outlasts the texts") func decisions() async throws {
            let (site, desk) = (try SharedSite.site, try await Desk(try SharedSite.site, .editor))
            let text = Self.text("gamma")
            let one = try await write(desk, "Council votes for the new tram line", text, at: 8)
            let two = try await write(desk, "Council votes for the new tram line", text, at: 9)
            let three = try await write(desk, "Council votes for its new tram line", text, at: 10)
            let seen = try await desk.send(.get, "articles/\(two.id)/cluster")
            let left = try await desk.send(
                .delete, "articles/\(two.id)/cluster", nil, ["If-Match": try #require(seen["etag"])])
            #expect(try left.json(Cluster.self).ids == [two.id])
            #expect(try await cluster(desk, one.id).ids == [one.id, three.id])
            let late = try await desk.send(
                .delete, "articles/\(three.id)/cluster", nil, ["If-Match": try #require(seen["etag"])])
            #expect(late.status == 412)
            // Changes the text, and compares the story again.
            let again =
                #"{"headline":"Council votes for the new tram line","section":"city","body":"<p>\#(text) end</p>"}"#
            #expect(try await desk.send(.put, "articles/\(two.id)", again, ["If-Match": "*"]).status == 200)
            try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query(
                    "insert into unread_stories values (\(two.id)), (\(one.id)) on conflict do nothing")
                _ = try holdings.clusters.readUnread(limit: 10)
            }
            #expect(try await cluster(desk, two.id).ids == [two.id])
            // An editor can also join two stories that nobody would mistake for each other.
            let far = try await write(desk, "Something else altogether happened today", Self.text("delta"), at: 11)
            #expect(
                try await set(desk, two.id, #"{"members":[\#(two.id),\#(far.id)],"lead":\#(far.id)}"#).status == 200)
            let both = try await cluster(desk, two.id)
            #expect(both.ids == [far.id, two.id] && both.isLeadChosen)
            let said: [(String, Int)] = try await site.backend.archive.read { holdings in
                try holdings.connection.query(
                    "select action, count(*) from audit where action = 'article.cluster' and editor_id is not null group by 1"
                ).map { (try $0.get(0), try $0.get(1)) }
            }
            #expect(said.first.map { $0.1 >= 2 } == true)
        }

        @Test("What readers do not see any more leaves, and the lead passes on") func leaving() async throws {
            let (site, desk) = (try SharedSite.site, try await Desk(try SharedSite.site, .chief))
            let text = Self.text("epsilon")
            var articles: [WrittenArticle] = []
            for hour in 8...11 {
                articles.append(try await write(desk, "Storm takes the roof of the old market", text, at: hour))
            }
            let ids = articles.map(\.id)
            #expect(try await cluster(desk, ids[0]).ids == ids)
            try await move(desk, ids[0], "withdraw")
            #expect(try await cluster(desk, ids[1]).ids == Array(ids[1...]))
            #expect(try await cluster(desk, ids[0]).ids.isEmpty)
            #expect(try await set(desk, ids[1], #"{"members":\#(Array(ids[1...])),"lead":\#(ids[3])}"#).status == 200)
            #expect(try await cluster(desk, ids[1]).ids == [ids[3], ids[1], ids[2]])
            try await move(desk, ids[3], "kill")
            #expect(try await cluster(desk, ids[2]).ids == [ids[1], ids[2]])
            #expect(
                try await site.number(
                    "select count(*) from articles where follows = any(\([ids[0], ids[3]])::bigint[])") == 0)
            try await move(desk, ids[0], "restore")
            #expect(try await cluster(desk, ids[0]).ids.count == 3)
        }

        @Test(
            "What cannot be is refused",
            arguments: [
                (#"{"members":[]}"#, 422), (#"{"members":[ID,999999999]}"#, 422),
                (#"{"members":[ID],"lead":999999999}"#, 422),
                (#"{"members":[ID,-1]}"#, 422), (#"{"members":"x"}"#, 400), (#"{}"#, 400),
                (#"{"members":[ID,99999999999999999999]}"#, 400),
            ])
        func refused(_ json: String, _ status: Int) async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let article = try await write(desk, "Alone \(UUID())", Self.text(UUID().uuidString, 20), at: 8)
            let body = json.replacing("ID", with: "\(article.id)")
            #expect(try await set(desk, article.id, body).status == status)
            #expect(try await cluster(desk, article.id).ids == [article.id])
            let journalist = try await Desk(try SharedSite.site, .journalist)
            #expect(try await set(journalist, article.id, "{\"members\":[\(article.id)]}").status == 403)
            for address in ["javascript:alert(1)", "https://wire.example", "wire.example/a"] {
                let answer = try await desk.send(
                    .post, "articles",
                    #"{"headline":"From elsewhere","section":"city","canonicalAddress":"\#(address)"}"#)
                #expect(try answer.status == 422 && answer.problem().fields == ["canonicalAddress"])
            }
            #expect(try await desk.send(.get, "articles/999999999/cluster").status == 404)
            let draft = try await write(desk, "Draft \(UUID())", "x", at: 8, status: "unpublished")
            #expect(try await set(desk, article.id, "{\"members\":[\(article.id),\(draft.id)]}").status == 422)
        }

        @Test("An editor's keywords come before those of the text") func keywords() async throws {
            let (site, desk) = (try SharedSite.site, try await Desk(try SharedSite.site, .editor))
            struct Said: Decodable { var keywords: [String] }
            let article = try await write(
                desk, "Lighthouse keeper retires",
                "The lighthouse keeper Joana Prata left the lighthouse of Cabo Novo.", at: 8)
            let found = try await site.get("/articles/" + article.slug, ["Accept": "text/html"]).text
            let told = try #require(found.firstMatch(of: /"keywords":"([^"]*)"/)).output.1
            #expect(told.contains("lighthouse") && told.contains("Joana Prata"))
            let typed =
                #"{"headline":"Lighthouse keeper retires","section":"city","keywords":["Coast <b>","Joana Prata"]}"#
            let answer = try await desk.send(.put, "articles/\(article.id)", typed, ["If-Match": "*"])
            #expect(try answer.json(Said.self).keywords == ["Coast <b>", "Joana Prata"])
            let page = try await site.get("/articles/" + article.slug, ["Accept": "text/html"]).text
            #expect(page.contains(#""keywords":"Coast \u003cb\u003e, Joana Prata""#))
            for bad in [
                #"["!!"]"#, "[\"\(String(repeating: "x", count: 61))\"]",
                #"["1","2","3","4","5","6","7","8","9","10","11","12","13"]"#,
            ] {
                let json = #"{"headline":"Lighthouse keeper retires","section":"city","keywords":\#(bad)}"#
                let refused = try await desk.send(.put, "articles/\(article.id)", json, ["If-Match": "*"])
                #expect(try refused.status == 422 && refused.problem().fields == ["keywords"])
            }
        }
    }
}

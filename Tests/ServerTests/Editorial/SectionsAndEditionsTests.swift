import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

extension WritingSiteTests {
    struct SectionsAndEditionsTests {
        struct Section: Decodable { var slug: String; var name: String; var revision: Int?; var url: String }
        struct Edition: Decodable {
            var number: Int; var date: String; var title: String; var articles: Int; var revision: Int?; var url: String
        }

        @Test func aSectionComesChangesAndGoes() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let made = try await desk.send(.post, "sections", #"{"name":"Ciência & Técnica"}"#)
            #expect(
                made.status == 201 && made["location"] == "/api/v1/sections/ciencia-tecnica" && made["etag"] == "\"1\"")
            // The navigation on every page has only the first sections.
            #expect(try await site.get("/sections").text.contains("Ciência &amp; Técnica"))
            #expect(try await site.get("/sections/ciencia-tecnica").status == 200)
            #expect(try await desk.send(.post, "sections", #"{"name":"Other","slug":"ciencia-tecnica"}"#).status == 409)

            let same = try await desk.send(.post, "sections", #"{"name":"ciência & técnica","slug":"other"}"#)
            #expect(try same.status == 422 && same.problem().fields == ["name"])

            let path = "sections/ciencia-tecnica"
            #expect(try await desk.send(.put, path, #"{"name":"Science"}"#).status == 428)
            #expect(try await desk.send(.put, path, #"{"name":"Science"}"#, ["If-Match": "\"9\""]).status == 412)
            let renamed = try await desk.send(.put, path, #"{"name":"Science"}"#, ["If-Match": "\"1\""])
            #expect(renamed.status == 200 && renamed["etag"] == "\"2\"")
            #expect(try await desk.send(.get, path).json(Section.self).name == "Science")
            #expect(try await site.get("/sections").text.contains("Science"))

            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 412)
            let gone = try await desk.send(.delete, path, nil, ["If-Match": "\"2\""])
            #expect(gone.status == 204 && gone.body.isEmpty)
            #expect(try await desk.send(.get, path).status == 404)
            #expect(try await site.get("/sections/ciencia-tecnica").status == 404)
            #expect(try await site.number("select count(*) from audit where subject = 'section/ciencia-tecnica'") == 3)
        }

        @Test func aSectionStandsWhereItIsPut() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            struct Placed: Decodable { var slug: String; var position: Int; var revision: Int }
            struct List: Decodable { var sections: [Placed] }
            for slug in ["order-a", "order-b"] { try await desk.section(slug) }
            let third = try await desk.send(.post, "sections", #"{"name":"Order C","position":1}"#).json(Placed.self)
            #expect(third.position == 1)
            let etag = try #require(try await desk.send(.get, "sections/order-b")["etag"])
            let moved = try await desk.send(.put, "sections/order-b", #"{"name":"B","position":2}"#, ["If-Match": etag])
            #expect(try moved.status == 200 && moved.json(Placed.self).position == 2)
            let renamed = try await desk.send(
                .put, "sections/order-b", #"{"name":"Bee"}"#, ["If-Match": try #require(moved["etag"])])
            #expect(try renamed.json(Placed.self).position == 2)
            let end = try await desk.send(
                .put, "sections/order-c", #"{"name":"C","position":9999}"#, ["If-Match": "*"]
            ).json(Placed.self)
            let list = try await desk.send(.get, "sections").json(List.self).sections
            #expect(list.map(\.position) == Array(1...list.count) && list.last?.slug == "order-c")
            #expect(list.first?.slug == "order-b" && end.position == list.count)
            #expect(
                try await desk.send(.put, "sections/order-c", #"{"name":"C","position":0}"#, ["If-Match": "*"]).status
                    == 422)
        }

        /// Concurrent writers that create the same edition and slug wait for each other without deadlock.
        @Test(arguments: 1...6) func manyBeginAtOnceInANewWeek(_ week: Int) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let day = "1987-0\(week)-14T12:00:00Z"
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<12 {
                    tasks.addTask {
                        try await desk.send(
                            .post, "articles",
                            #"{"headline":"At once","section":"city","categories":["New \#(week)"],"publishedAt":"\#(day)"}"#
                        ).status
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 201, count: 12))
        }

        @Test func whatHoldsArticlesStays() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let article = try await desk.write(#"{"headline":"Anchor","section":"city"}"#)
            let section = try await desk.send(
                .delete, "sections/city", nil,
                ["If-Match": try #require(try await desk.send(.get, "sections/city")["etag"])])
            #expect(section.status == 409)
            #expect(try section.problem().detail.contains("articles"))
            let path = "editions/\(article.edition)"
            let edition = try await desk.send(
                .delete, path, nil, ["If-Match": try #require(try await desk.send(.get, path)["etag"])])
            #expect(edition.status == 409)
        }

        @Test(arguments: [
            (#"{}"#, ["name"]), (#"{"name":"🙂"}"#, ["slug"]), (#"{"name":"","slug":"A b"}"#, ["name", "slug"]),
        ])
        func aSectionsFaultsAreTold(_ body: String, _ fields: [String]) async throws {
            let answer = try await Desk(SharedSite.site, .editor).send(.post, "sections", body)
            #expect(answer.status == 422)
            #expect(try answer.problem().fields.isSuperset(of: fields))
        }

        @Test func anEditionComesChangesAndGoes() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let made = try await desk.send(
                .post, "editions", #"{"date":"2019-12-30","title":"The last of the decade"}"#)
            #expect(made.status == 201)
            let edition: Edition = try made.json()
            #expect(
                edition.date == "2019-12-30" && edition.articles == 0
                    && made["location"] == "/api/v1/editions/\(edition.number)")
            #expect(
                try await !site.get("/editions").text.contains("The last of the decade"), "nothing is published in it")
            #expect(try await site.get("/editions/\(edition.number)").status == 200)
            #expect(try await desk.send(.post, "editions", #"{"date":"2019-12-30"}"#).status == 409)
            #expect(
                try await desk.send(.post, "editions", #"{"number":\#(edition.number),"date":"2018-01-01"}"#).status
                    == 409)

            let path = "editions/\(edition.number)"
            #expect(try await desk.send(.put, path, #"{"title":"New"}"#).status == 428)
            let renamed = try await desk.send(.put, path, #"{"title":"A new decade"}"#, ["If-Match": "\"1\""])
            #expect(renamed.status == 200 && renamed["etag"] == "\"2\"")
            #expect(try await desk.send(.put, path, #"{"title":"x"}"#, ["If-Match": "\"1\""]).status == 412)
            #expect(try await site.get("/editions/\(edition.number)").text.contains("A new decade"))
            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"2\""]).status == 204)
            #expect(try await desk.send(.get, path).status == 404)
            #expect(try await site.get("/editions/\(edition.number)").status == 404)
        }

        /// Addresses and articles depend on these fields, so changing them is refused rather than ignored.
        @Test(arguments: [
            ("sections", "slug", #"{"name":"Kept","slug":"kept"}"#, #"{"name":"Kept","slug":"other"}"#),
            ("editions", "date", #"{"date":"2031-01-06"}"#, #"{"date":"2031-01-13"}"#),
            ("editions", "number", #"{"date":"2031-02-03","number":4711}"#, #"{"number":4712}"#),
        ])
        func whatCannotChangeIsTold(_ kind: String, _ field: String, _ made: String, _ changed: String) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let address = try #require(try await desk.send(.post, kind, made)["location"])
            let answer = try await desk.send(
                .put, String(address.dropFirst("/api/v1/".count)), changed, ["If-Match": "*"])
            #expect(answer.status == 422)
            #expect(try answer.problem().fields == [field])
        }

        @Test(arguments: [
            ("*", 200), ("\"1\"", 200), ("\"7\", \"1\"", 200), ("1", 200), ("\"2\"", 412), ("W/\"1\"", 412), ("", 412),
        ])
        func aChangeIsMadeToWhatIsExpected(_ tags: String, _ status: Int) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let slug = "s-" + UUID().uuidString.lowercased()
            try await desk.section(slug)
            let answer = try await desk.send(.put, "sections/\(slug)", #"{"name":"New \#(slug)"}"#, ["If-Match": tags])
            #expect(answer.status == status)
        }

        @Test(arguments: [
            "{}", #"{"date":"2019-02-30"}"#, #"{"date":"soon"}"#, #"{"date":"2019-01-07","number":0}"#,
            #"{"date":"2019-01-07","number":9999999999}"#,
        ])
        func anEditionsFaultsAreTold(_ body: String) async throws {
            let answer = try await Desk(SharedSite.site, .editor).send(.post, "editions", body)
            #expect(answer.status == 422)
            #expect(try answer.problem().faults?.isEmpty == false)
        }

        @Test(arguments: [
            "sections/nowhere", "editions/999999", "editions/x", "articles/999999", "articles/x",
            "articles/99999999999999999999", "pictures/x",
        ])
        func whatIsUnknownIs404(_ path: String) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            #expect(try await desk.send(.get, path).status == 404)
            guard !path.hasPrefix("pictures") else { return }
            #expect(
                try await desk.send(.put, path, #"{"headline":"x","section":"city","name":"x"}"#, ["If-Match": "\"1\""])
                    .status == 404)
            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 404)
        }
    }
}

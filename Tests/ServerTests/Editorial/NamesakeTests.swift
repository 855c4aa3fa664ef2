import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// People with the same name.
    @Suite("Namesakes", .serialized)
    struct NamesakeTests {
        private struct Authors: Decodable {
            struct Person: Decodable {
                var id: Int
                var note: String
                var url: String
                var articles: Int
            }
            struct Name: Decodable {
                var name: String
                var id: Int?
                var namesakes: [Person]
            }
            var authors: [Name]
        }

        private func write(_ desk: Desk, _ headline: String, by name: String) async throws -> WrittenArticle {
            try await desk.write(
                #"{"headline":"\#(headline)","section":"city","byline":"\#(name)","status":"published"}"#)
        }

        private func authors(_ desk: Desk, _ article: WrittenArticle) async throws -> [Authors.Name] {
            try await desk.send(.get, "articles/\(article.id)/authors").json(Authors.self).authors
        }

        private func set(_ desk: Desk, _ article: WrittenArticle, _ json: String, match: String = "*") async throws
            -> Answer
        {
            try await desk.send(.put, "articles/\(article.id)/authors", json, ["If-Match": match])
        }

        @Test("They are told apart, each has a page of their own, and it stays so") func apart() async throws {
            let (site, desk) = (try SharedSite.site, try await Desk(try SharedSite.site, .editor))
            let one = try await write(desk, "The namesakes' first", by: "By Noa Namesake and Rui Alone")
            let two = try await write(desk, "The namesakes' second", by: "noa namesake")
            let first = try #require(try await authors(desk, one).first?.id)
            #expect(try await authors(desk, two).first?.id == first)
            let answer = try await set(
                desk, two, #"{"authors":[{"name":"Noa Namesake","note":"the <sports> desk"}]}"#)
            let name = try #require(try answer.json(Authors.self).authors.first)
            let second = try #require(name.id)
            #expect(second != first && name.namesakes.map(\.articles) == [1, 1])
            #expect(name.namesakes.last?.note == "the <sports> desk")
            let path = try #require(name.namesakes.last.map { String($0.url.dropFirst(TestSite.publicURL.count)) })
            let page = try await site.get(path, ["Accept": "text/html"]).text
            #expect(page.contains(two.headline) && !page.contains(one.headline))
            #expect(page.contains("noa namesake (the &lt;sports&gt; desk)"))
            #expect(try await site.get(path + "/rss.xml").text.contains(two.headline))
            // The choice survives a different byline, and a withdrawal.
            let text = #"{"headline":"The namesakes' second","section":"city","byline":"Ed Other, NOA NAMESAKE"}"#
            #expect(try await desk.send(.put, "articles/\(two.id)", text, ["If-Match": "*"]).status == 200)
            for move in ["withdraw", "restore"] {
                let moved = try await desk.send(
                    .post, "articles/\(two.id)/moves", #"{"move":"\#(move)","text":"Why."}"#, ["If-Match": "*"])
                #expect(moved.status == 200)
            }
            #expect(try await authors(desk, two).last?.id == second)
            let back = try await set(desk, two, #"{"authors":[{"name":"noa namesake","id":\#(first)}]}"#)
            #expect(try back.json(Authors.self).authors.last?.id == first)
        }

        @Test("Of articles from the same host the last word holds for those that come later") func sameHost()
            async throws
        {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            func coming(_ number: Int, from host: String) async throws -> WrittenArticle {
                let article = try await desk.write(
                    #"{"headline":"From \#(host) \#(number)","section":"city","byline":"Ida Abroad"}"#)
                try await site.backend.archive.write { holdings in
                    _ = try holdings.connection.query(
                        "update articles set canonical_address = \("https://\(host)/\(number)") where id = \(article.id)"
                    )
                }
                let moved = try await desk.send(
                    .post, "articles/\(article.id)/moves", #"{"move":"publish"}"#, ["If-Match": "*"])
                #expect(moved.status == 200)
                return article
            }
            let here = try await coming(1, from: "one.example")
            let there = try await coming(2, from: "Two.example:8080")
            let first = try await authors(desk, here).first?.id
            let answer = try await set(desk, there, #"{"authors":[{"name":"Ida Abroad"}]}"#)
            let second = try answer.json(Authors.self).authors.first?.id
            #expect(first != second && second != nil)
            #expect(try await authors(desk, try await coming(3, from: "two.example")).first?.id == second)
            #expect(try await authors(desk, try await coming(4, from: "one.example")).first?.id == first)
        }

        @Test("A very long name is one person all the same") func longName() async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let name = String(repeating: "Longname ", count: 40).trimmingCharacters(in: .whitespaces)
            let article = try await write(desk, "By somebody with a long name", by: name)
            let first = try await authors(desk, article)
            #expect(first.count == 1 && first[0].id != nil && first[0].namesakes.count == 1)
            let text = #"{"headline":"Still by them","section":"city","byline":"\#(name)"}"#
            #expect(try await desk.send(.put, "articles/\(article.id)", text, ["If-Match": "*"]).status == 200)
            let second = try await authors(desk, article)
            #expect(second.first?.id == first[0].id && second.first?.namesakes.count == 1)
        }

        @Test(
            "What cannot be is refused",
            arguments: [
                (#"{"authors":[{"name":"Nobody"}]}"#, 422), (#"{"authors":[{"name":"Eva Sole","id":999999999}]}"#, 422),
                (#"{"authors":[{"name":"Eva Sole","id":-1}]}"#, 422), (#"{"authors":[{"id":1}]}"#, 400), (#"{}"#, 400),
                (#"{"authors":[{"name":"Eva Sole","note":"LONG"}]}"#, 422), (#"{"authors":[]}"#, 200),
            ])
        func refused(_ json: String, _ status: Int) async throws {
            let desk = try await Desk(try SharedSite.site, .editor)
            let article = try await write(desk, "Sole \(UUID())", by: "Eva Sole")
            let json = json.replacing("LONG", with: String(repeating: "x", count: 201))
            #expect(try await set(desk, article, json).status == status)
            #expect(try await set(desk, article, #"{"authors":[]}"#, match: "\"7\"").status == 412)
            #expect(try await authors(desk, article).first?.namesakes.count == 1)
            let journalist = try await Desk(try SharedSite.site, .journalist)
            #expect(try await set(journalist, article, #"{"authors":[]}"#).status == 403)
            #expect(try await desk.send(.get, "articles/999999999/authors").status == 404)
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

@testable import Server

extension WritingSiteTests {
    /// What concerns the reader's place, and what is in the reader's language, comes first.
    @Suite(.serialized)
    struct NearTests {
        private static let porto = "latitude=41.15&longitude=-8.61"
        private let all = "network=wifi&images=off&text=headline"

        /// A town by the sea, with a section of its own, made once.
        private func write() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            _ = try await desk.send(
                .post, "sections",
                #"{"name":"Faro","slug":"faro","place":{"latitude":37.02,"longitude":-7.93,"radius":60}}"#)
            for (headline, section, place, language) in [
                ("Far", "city", #"{"latitude":52.5,"longitude":13.4}"#, "en"),
                ("Wide", "city", #"{"latitude":38.72,"longitude":-9.14,"radius":400}"#, "en"),
                ("Close", "city", #"{"latitude":41.16,"longitude":-8.63}"#, "en"), ("Of Faro", "faro", "null", "en"),
                ("Em português", "city", "null", "pt-PT"), ("Nowhere", "city", "null", "en"),
            ] {
                _ = try await desk.write(
                    #"{"headline":"\#(headline)","section":"\#(section)","place":\#(place),"language":"\#(language)","status":"published","categories":["Nearness"]}"#
                )
            }
        }

        private func titles(_ query: String, _ headers: [String: String] = [:]) async throws -> [String] {
            let answer = try await SharedSite.site.get("/ws?\(all)&categories=nearness&" + query, headers)
            try #require(answer.status == 200)
            return try answer.channel.items.map(\.title)
        }

        @Test func whatIsNearComesFirst() async throws {
            try await write()
            let newest = ["Nowhere", "Em português", "Of Faro", "Close", "Wide", "Far"]
            #expect(try await titles("") == newest)
            #expect(
                try await titles(Self.porto) == ["Close", "Wide", "Nowhere", "Em português", "Of Faro", "Far"])
            #expect(
                try await titles("latitude=37.1&longitude=-8.2")
                    == ["Of Faro", "Wide", "Nowhere", "Em português", "Close", "Far"])
            #expect(try await titles("latitude=-30&longitude=150") == newest)
            // It comes first even where there is room for little.
            #expect(try await titles(Self.porto + "&items=2") == ["Close", "Wide"])
            #expect(try await titles("items=2") == ["Nowhere", "Em português"])

            #expect(try await titles("language=pt")[0] == "Em português")
            #expect(try await titles("", ["Accept-Language": "pt-PT,pt;q=0.9"])[0] == "Em português")
            #expect(try await titles("language=en") == newest.filter { $0 != "Em português" } + ["Em português"])
            #expect(try await titles("language=en,pt") == newest)
            #expect(try await titles("language=de") == newest)
            #expect(try await titles("language=en", ["Accept-Language": "pt"])[0] == "Nowhere")

            let explained = try await SharedSite.site.get("/ws/explain?\(Self.porto)&language=pt").text
            #expect(explained.contains("the place 41.2,-8.6 comes first"))
            #expect(explained.contains("written in pt comes first"))
        }

        @Test func theSectionOfThePlaceHoldsWhatIsNear() async throws {
            func local(_ query: String) async throws -> [String] {
                let answer = try await SharedSite.site.get("/ws?\(all)&sections=place&" + query)
                try #require(answer.status == 200)
                return try answer.channel.items.map(\.title).filter {
                    ["Close", "Wide", "Far", "Of Faro"].contains($0)
                }
            }
            #expect(try await local(Self.porto) == ["Close", "Wide"])
            #expect(try await local("latitude=37.1&longitude=-8.2") == ["Of Faro", "Wide"])
            #expect(try await local("") == [])
            let page = try await SharedSite.site.get("/sections/place?network=wifi&" + Self.porto)
            #expect(page.status == 200)
            #expect(try page.text.contains("Close") && page.text.contains("Near you") && !page.text.contains("Of Faro"))
            let nowhere = try await SharedSite.site.get("/sections/place?network=wifi")
            #expect(nowhere.status == 200)
            // Its canonical address names the place, coarsely, and never the very one.
            let answer = try await SharedSite.site.get("/ws?\(all)&sections=place&latitude=41.1579&longitude=-8.6291")
            let address = try #require(answer["content-location"])
            #expect(address.contains("near=41.2,-8.6") && !address.contains("41.15"))
            #expect(try await SharedSite.site.get(address).body == answer.body)
        }

        /// What came first on one page may come again on a later one, but nothing is lost.
        @Test(arguments: ["latitude=41.15&longitude=-8.61", "language=pt", "latitude=37.1&longitude=-8.2&language=pt"])
        func noArticleIsLost(_ context: String) async throws {
            let expected = Set(try await titles("items=200"))
            var seen: Set<String> = []
            var path: String? = "/ws?\(all)&categories=nearness&items=2&\(context)"
            for _ in 0..<20 {
                guard let next = path else { break }
                let answer = try await SharedSite.site.get(next)
                try #require(answer.status == 200)
                seen.formUnion(try answer.channel.items.map(\.title))
                path = answer.link()
            }
            #expect(path == nil && seen == expected)
        }

        @Test func aPlaceThatIsNoneIsRefused() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            for place in [
                #"{"latitude":91,"longitude":0}"#, #"{"latitude":1,"longitude":1,"radius":0}"#,
                #"{"latitude":1,"longitude":1,"radius":20001}"#,
            ] {
                let article = try await desk.send(
                    .post, "articles", #"{"headline":"x","section":"city","place":\#(place)}"#)
                let section = try await desk.send(.post, "sections", #"{"name":"x","place":\#(place)}"#)
                #expect(article.status == 422 && section.status == 422)
            }
            let reserved = try await desk.send(.post, "sections", #"{"name":"Place"}"#)
            #expect(try reserved.status == 422 && reserved.problem().fields == ["slug"])
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension WritingSiteTests {
    /// Articles near the reader, or in the reader's language, come first.
    @Suite(.serialized)
    struct NearTests {
        private static let porto = "latitude=41.15&longitude=-8.61"
        private let all = "network=wifi&images=off&text=headline"

        /// Writes articles about several places, one of which has its own section.
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
            // Nearby articles come first even if there is room for only a few.
            #expect(try await titles(Self.porto + "&items=2") == ["Close", "Wide"])
            #expect(try await titles("items=2") == ["Nowhere", "Em português"])

            #expect(try await titles("language=pt")[0] == "Em português")
            #expect(try await titles("", ["Accept-Language": "pt-PT,pt;q=0.9"])[0] == "Em português")
            #expect(try await titles("language=en") == newest.filter { $0 != "Em português" } + ["Em português"])
            #expect(try await titles("language=en,pt") == newest)
            #expect(try await titles("language=de") == newest)
            #expect(try await titles("language=en", ["Accept-Language": "pt"])[0] == "Nowhere")

            let explained = try await SharedSite.site.get("/ws/explain?\(Self.porto)&language=pt").text
            #expect(explained.contains("Primeiro as notícias sobre 41.2,-8.6"))
            #expect(explained.contains("Primeiro as notícias nas suas línguas: português"))
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
            #expect(try nowhere.status == 200 && nowhere.text.contains("action=\"/places\""))
            for root in ["", "/edition", "/lite"] {
                let named = try await SharedSite.site.get(root + "/places?q=coimbra")
                let address = try #require(named["location"])
                #expect(named.status == 303 && address.hasPrefix(root + "/sections/place?latitude=40."))
                #expect(try await SharedSite.site.get(address + "&network=wifi").status == 200)
                let choice = try await SharedSite.site.get(root + "/places?q=po", ["Accept": "text/html"]).text
                #expect(
                    choice.contains("Porto, Portugal")
                        && choice.contains("/sections/place?latitude=41.15&amp;longitude=-8.61"))
                for words in [
                    "", "?q=", "?q=Nowhereville", "?q=%00", "?q=" + String(repeating: "%F0%9F%99%82", count: 500),
                ] {
                    let unknown = try await SharedSite.site.get(root + "/places" + words, ["Accept": "text/html"])
                    #expect(try unknown.status == 404 && unknown.text.contains("larger place nearby"), "\(words)")
                }
            }
            // The canonical address names the place only coarsely, never the exact position.
            let answer = try await SharedSite.site.get("/ws?\(all)&sections=place&latitude=41.1579&longitude=-8.6291")
            let address = try #require(answer["content-location"])
            #expect(address.contains("near=41.2,-8.6") && !address.contains("41.15"))
            #expect(try await SharedSite.site.get(address).body == answer.body)
        }

        /// An article at the top of one page may appear again on a later page, but none may be missing.
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

        @Test func aSmallRadiusHoldsForThoseInIt() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            _ = try await desk.write(
                #"{"headline":"Of one street","section":"city","place":{"latitude":60.15,"longitude":24.95,"radius":1},"status":"published"}"#
            )
            for (place, isNear) in [("latitude=60.15&longitude=24.95", true), ("latitude=60.6&longitude=24.95", false)]
            {
                let items = try await SharedSite.site.get("/ws?\(all)&sections=place&\(place)").channel.items
                #expect(items.contains { $0.title == "Of one street" } == isNear)
            }
            // A position this inaccurate counts as no position.
            let vague = "latitude=60.15&longitude=24.95&accuracy=60000"
            #expect(try await SharedSite.site.get("/ws?\(all)&sections=place&\(vague)").channel.items.isEmpty)
        }

        @Test func thePlaceStandsBesideTheRestOfTheSelection() async throws {
            try await write()
            func local(_ query: String) async throws -> [String] {
                let answer = try await SharedSite.site.get("/ws?\(all)&sections=place&\(Self.porto)&" + query)
                return try answer.channel.items.map(\.title)
            }
            #expect(try await local("categories=nearness").allSatisfy { ["Close", "Wide"].contains($0) })
            #expect(try await local("sections=faro").contains("Of Faro"))
            #expect(try await SharedSite.site.get("/ws?\(all)&sections=place,nowhere").status == 404)
        }

        @Test(arguments: [
            "near=41.15,-8.61", "near=41.2,-8.60", "near=91.0,0.0", "languages=pt,en", "languages=PT",
            "languages=en,en",
            "languages=", "since=5", "near=41.2,-8.6&languages=en",
        ])
        func anAddressThatIsNotCanonicalIsNone(_ query: String) async throws {
            let location = try #require(try await SharedSite.site.get("/ws?\(all)")["content-location"])
            #expect(try await SharedSite.site.get(location).status == 200)
            #expect(try await SharedSite.site.get(location + "?" + query).status == 404)
        }
    }
}

/// Has its own archive, which must be larger than the window searched for nearby articles.
struct FarNewsTests {
    @Test func whatIsNearIsFoundBehindThousandsThatAreNot() async throws {
        let site = try await TestSite.open()
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        let near = try await desk.write(
            #"{"headline":"Old and near","section":"city","place":{"latitude":60,"longitude":25},"status":"published","publishedAt":"2020-01-01T00:00:00Z"}"#
        )
        try await site.backend.archive.write { holdings in
            // Inserts in batches, since every article also gets a search entry and statements have a time limit.
            for first in stride(from: 1, to: 4100, by: 500) {
                try holdings.connection.query(
                    """
                    insert into articles (guid, slug, status, headline, section_id, edition, latitude, longitude, published_at)
                    select 'g' || n, 's' || n, 'published', 'Far', section_id, edition, 0, 0, now() - n * interval '1 minute'
                    from articles, generate_series(\(first)::int, \(first + 499)::int) n where id = \(near.id)
                    """)
            }
            try holdings.newspaper.bump()
        }
        var path: String? = "/ws?network=wifi&images=off&text=headline&sections=place&latitude=60&longitude=25"
        var seen: [Int] = []
        for _ in 0..<5 {
            guard let next = path else { break }
            let answer = try await site.get(next)
            try #require(answer.status == 200)
            seen += try answer.channel.items.map(\.id)
            path = answer.link()
        }
        #expect(seen == [near.id] && path == nil)
        await site.close()
    }
}

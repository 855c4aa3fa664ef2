import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Syndication
import Testing

extension DemoSiteTests {
    /// Which news a channel contains.
    struct SelectionTests {
        private let all = "network=wifi&images=off&text=headline"

        private func items(_ query: String) async throws -> [ChannelContent.Item] {
            let answer = try await SharedSite.site.get("/ws?\(all)&\(query)")
            #expect(answer.status == 200, "\(query)")
            return try answer.channel.items
        }

        @Test(arguments: ["city", "world", "science", "culture", "sport"])
        func aSection(_ slug: String) async throws {
            let items = try await items("sections=" + slug)
            #expect(!items.isEmpty)
            #expect(items.allSatisfy { $0.category.first?.lowercased() == slug })
        }

        @Test func severalSectionsInEitherForm() async throws {
            let listed = try await items("sections=sport,city")
            #expect(Set(listed.compactMap(\.category.first)) == ["City", "Sport"])
            let all = try await items("")
            #expect(listed == all.filter { ["City", "Sport"].contains($0.category.first) })
        }

        @Test func aCategory() async throws {
            let items = try await items("categories=sea")
            #expect(items.count >= 2)
            #expect(items.allSatisfy { $0.category.contains("Sea") })
            let both = try await self.items("categories=sea&sections=city")
            #expect(!both.isEmpty && both == items.filter { $0.category.first == "City" })
            let either = try await self.items("categories=sea,transport")
            let everything = try await self.items("")
            #expect(either == everything.filter { $0.category.contains("Sea") || $0.category.contains("Transport") })
        }

        @Test(arguments: [1, 2, 7]) func aCount(_ count: Int) async throws {
            let some = try await items("items=\(count)")
            #expect(some.count == count)
            #expect(some == Array(try await items("").prefix(count)))
        }

        @Test func articlesByTheirNumbers() async throws {
            let some = try await items("items=7").suffix(3).map(\.id)
            let list = some.map { String($0) }.joined(separator: ",")
            #expect(try await items("articles=\(list)&since=0.0").map(\.id) == some, "since does not matter")
            #expect(try await items("articles=\(list)&sections=sport").map(\.id) == some, "nor does the section")
            #expect(try await items("articles=999999").isEmpty)
            let answer = try await SharedSite.site.get("/ws?\(all)&articles=\(some[1])")
            let address = try #require(answer["content-location"])
            #expect(address.hasSuffix("?articles=\(some[1])"))
            #expect(try await SharedSite.site.get(address).body == answer.body)
        }

        /// A device that gets no pictures still learns which stories have one.
        @Test(arguments: ["xml", "json"]) func whatIsPicturedIsSaid(_ format: String) async throws {
            let known = try await SharedSite.site.get("/ws?network=wifi&format=\(format)").channel.items
            let told = try await SharedSite.site.get("/ws?\(all)&format=\(format)").channel.items
            #expect(
                told.map { $0.pictured == 1 } == known.map { $0.thumbnail != nil }
                    && known.allSatisfy { $0.pictured == nil })
        }

        @Test func theWholeEditionOnALinkThatHasFewer() async throws {
            #expect(try await items("network=3g").count == 20)
            let whole = try await SharedSite.site.get("/ws?\(all)&network=3g&items=all").channel
            #expect(whole.plan.items == "all" && whole.items.count == 30 && whole.plan.budget == 250_000)
        }

        @Test func anEditionByNumberAndByDate() async throws {
            let editions = try await SharedSite.site.backend.archive.read {
                try $0.editions.list(limit: 10, onlyPublished: true)
            }
            for edition in editions {
                let byNumber = try await SharedSite.site.get("/ws?\(all)&edition=\(edition.number)").channel
                #expect(byNumber.items.count == edition.articleCount)
                #expect(byNumber.edition == edition.number)
                // Every day of its week selects the edition.
                for day in [0.0, 6] {
                    let date = RFC822.iso8601(edition.date.addingTimeInterval(day * 86_400)).prefix(10)
                    #expect(try await items("edition=\(date)") == byNumber.items)
                }
            }
            #expect(try await items("edition=1") != items("edition=2"))
        }

        @Test func whatIsUnknownIsToldWithWhatThereIs() async throws {
            let section = try await SharedSite.site.get("/ws?sections=nowhere")
            #expect(section.status == 404)
            #expect(Set(try section.problem().available ?? []) == ["city", "world", "science", "culture", "sport"])
            let category = try await SharedSite.site.get("/ws?categories=nothing")
            #expect(category.status == 404)
            #expect(try category.problem().available?.contains("sea") == true)
            for edition in ["99", "2009-05-31"] {
                let answer = try await SharedSite.site.post("/ws", form: "edition=" + edition)
                #expect(answer.status == 404)
                #expect(try answer.problem().available == ["2", "1"])
            }
        }

        /// A device follows the link to older stories, which preserves its plan.
        @Test(arguments: [
            "network=gprs", "network=edge&battery=5", "network=3g&items=4&images=off",
            "network=wifi&items=7&sections=city,sport", "network=4g&items=3&edition=1",
            "network=4g&items=2&categories=sea,transport",
        ])
        func pagesHoldEveryArticleOnce(_ context: String) async throws {
            let wanted = context.split(separator: "&").filter {
                !$0.hasPrefix("network") && !$0.hasPrefix("items") && !$0.hasPrefix("battery")
            }
            let expected = try await items(wanted.joined(separator: "&")).map(\.id)
            let seen = try await SharedSite.site.withWire { wire async throws in
                var seen: [ChannelContent.Item] = []
                var path: String? = "/ws?" + context
                while let next = path, seen.count <= expected.count {
                    let answer = try await wire.get(next)
                    try #require(answer.status == 200)
                    let channel = try answer.channel
                    seen += channel.items
                    path = answer.link()
                    #expect((channel.older == nil) == (path == nil))
                    if let link = answer.link() { #expect(channel.older?.link == TestSite.publicURL + link) }
                    try #require(path == nil || !channel.items.isEmpty)
                }
                return seen
            }
            #expect(seen.map(\.id) == expected)
        }
    }
}

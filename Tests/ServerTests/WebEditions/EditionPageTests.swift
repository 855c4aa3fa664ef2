import Foundation
import HTTPTypes
import News
import Testing

/// The edition page at the turn of the week: the first story begins a new edition automatically.
@Suite(.serialized, SharedSite())
struct EditionPageTests {
    /// The number in docs/editions.md.
    private static let least = 30
    private static let earlier = "From other editions</h2>"

    private func publish(_ headlines: [String], on day: String, _ desk: Desk, _ more: String = "") async throws -> [Int]
    {
        var ids: [Int] = []
        for (minute, headline) in headlines.enumerated() {
            let moment = "\(day)T12:\(String(format: "%02d", minute)):00Z"
            ids.append(
                try await desk.write(
                    #"{"headline":"\#(headline)","section":"city","status":"published","publishedAt":"\#(moment)"\#(more)}"#
                ).id)
        }
        return ids
    }

    /// The headlines of a page in order, its text, and the address of the next page.
    private func page(_ path: String) async throws -> (headlines: [String], text: String, next: String?) {
        let answer = try await SharedSite.site.get(path)
        try #require(answer.status == 200)
        let text = try answer.text
        let headlines = text.matches(of: /<h[23]><a href="\/edition\/articles\/[^"]+">([^<]+)<\/a>/).map {
            String($0.1)
        }
        let next = text.firstMatch(of: /rel="next" href="([^"]+)"/).map { String($0.1).replacing("&amp;", with: "&") }
        return (headlines, text, next)
    }

    /// The headlines of a page and all pages that follow.
    private func all(_ path: String) async throws -> Set<String> {
        var (found, next): (Set<String>, String?) = ([], path)
        for _ in 0..<20 {
            guard let address = next else { break }
            let page = try await page(address)
            found.formUnion(page.headlines)
            next = page.next
        }
        return found
    }

    @Test func anEditionThatHasJustBegunIsFollowedByTheNewsOfBefore() async throws {
        let (desk, site) = (try await Desk(SharedSite.site, .editor), try SharedSite.site)
        try await desk.section("city")
        let before = (1...32).map { "Of last week \($0)" }
        let ids = try await publish(before, on: "2024-05-09", desk)
        let number = try #require(
            Int(try await desk.send(.get, "articles/\(ids[0])").json(WrittenArticle.self).edition))
        let whole = try await page("/edition/?network=wifi")
        #expect(whole.headlines == Array(before.reversed().prefix(24)))
        #expect(!whole.text.contains(Self.earlier))
        #expect(try await all("/edition/") == Set(before))

        // Monday's first story.
        _ = try await publish(["Of this week 1"], on: "2024-05-13", desk)
        let begun = try await page("/edition/?network=wifi")
        #expect(begun.text.contains("/edition/editions/\(number + 1)"), "the strip names the new edition")
        #expect(begun.headlines == ["Of this week 1"] + before.reversed().prefix(23))
        let parts = begun.text.components(separatedBy: Self.earlier)
        try #require(parts.count == 2)
        #expect(parts[0].contains("Of this week 1") && !parts[0].contains("Of last week"))
        #expect(try await all("/edition/") == Set(before + ["Of this week 1"]))
        // An edition's own page holds only its own stories.
        #expect(try await page("/edition/editions/\(number + 1)").headlines == ["Of this week 1"])
        #expect(try await all("/edition/editions/\(number)") == Set(before))
        // Everything else that shows the current edition is as long as before.
        for path in ["/ws?network=wifi", "/ws?network=wifi&format=json"] {
            #expect(try await site.get(path + "&images=off").channel.items.count == Self.least)
        }
        let news = try await site.get("/news/?network=wifi").text
        #expect(news.matches(of: /<article[^>]*id="story-/).count == Self.least)
        for path in ["/m/?network=wifi", "/reader/?network=wifi", "/rss.xml"] {
            #expect(try await site.get(path).text.contains("Of last week 32"), "\(path)")
        }

        // Earlier news follows until the edition is long enough by itself.
        let later = (2...Self.least).map { "Of this week \($0)" }
        _ = try await publish(Array(later.dropLast()), on: "2024-05-15", desk)
        #expect(try await all("/edition/") == Set(before + ["Of this week 1"] + later.dropLast()))
        _ = try await publish([try #require(later.last)], on: "2024-05-16", desk)
        #expect(try await all("/edition/") == Set(["Of this week 1"] + later))
    }

    /// An edition published by the newsroom comes first as a whole, before anything that came in later.
    @Test func whatComesInLaterFollowsAPublishedEdition() async throws {
        let (desk, site) = (try await Desk(SharedSite.site, .editor), try SharedSite.site)
        try await desk.section("city")
        let made = try await desk.send(.post, "editions", #"{"date":"2024-06-05","state":"open"}"#)
        let number = try made.json(EditionDeskTests.Edition.self).number
        let own = ["Printed 1", "Printed 2", "Printed 3"]
        let ids = try await publish(own, on: "2024-06-05", desk, #","edition":\#(number)"#)
        let put = try await desk.send(
            .put, "editions/\(number)/front-page", #"{"stories":[\#(ids[1])]}"#, ["If-Match": "*"])
        #expect(put.status == 200)
        _ = try await desk.send(.post, "editions/\(number)/moves", #"{"move":"publish"}"#, ["If-Match": "*"])
        _ = try await publish(["Of the wire 1", "Of the wire 2"], on: "2024-06-07", desk)
        let page = try await page("/edition/?network=wifi")
        #expect(page.headlines.prefix(5) == ["Printed 2", "Printed 3", "Printed 1", "Of the wire 2", "Of the wire 1"])
        let parts = page.text.components(separatedBy: Self.earlier)
        try #require(parts.count == 2)
        #expect(own.allSatisfy(parts[0].contains) && !parts[0].contains("Of the wire"))
        // Lists of all news show it by time, after the front page.
        let mobile = try await site.get("/m/?network=wifi").text
        let places = ["Printed 2", "Of the wire 2", "Of the wire 1", "Printed 3"].compactMap {
            mobile.range(of: $0)?.lowerBound
        }
        #expect(places.count == 4 && places == places.sorted())
    }
}

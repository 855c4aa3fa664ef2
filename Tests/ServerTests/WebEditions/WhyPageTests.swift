import Foundation
import Testing

extension DemoSiteTests {
    /// The page about a page: what it cost, why, and how to get more.
    struct WhyPageTests {
        private static let phone = "client=android&screen_width=390&screen_height=844&dpr=3"
        private static let headers = ["Accept": "text/html", "Accept-Encoding": "gzip"]

        private func why(_ path: String, _ query: String) async throws -> String {
            try await SharedSite.site.get("\(path)?\(query)&\(Self.phone)&why=1", Self.headers).text
        }

        @Test("A battery that keeps pictures away is named as the cause, and charging as a way to them")
        func battery() async throws {
            let story = "/articles/a-harbour-is-a-promise-made-to-strangers"
            let text = try await why(story, "network=3g&battery=15")
            #expect(text.contains("Battery between 10 and 19%: at most 125 kB (instead of 250 kB), dark colours"))
            #expect(text.contains("the related stories below come without pictures"))
            #expect(!text.contains("with pictures"))
            let way = try #require(text.firstMatch(of: /<a href="([^"]+)">While charging<\/a>: (\d) pictures/)?.output)
            let there = try await SharedSite.site.get(String(way.1).replacing("&amp;", with: "&"), Self.headers).text
            #expect(there.matches(of: #/<img /#).count == Int(way.2))
            #expect(try await !why(story, "network=3g&battery=15&charging=1").contains("While charging"))
        }

        @Test("Nothing loads in so many seconds without a connection", arguments: ["/m/", "/lite/"])
        func offline(_ path: String) async throws {
            let text = try await why(path, "network=none")
            #expect(text.contains(", once there is a connection.") && text.firstMatch(of: /about \d/) == nil)
            let app = try await SharedSite.site.get("/ws/explain?network=none&" + Self.phone, Self.headers).text
            #expect(app.contains(", once there is a connection."))
        }

        @Test("A limit above the number of stories is told as all of them") func allStories() async throws {
            let text = try await SharedSite.site.get(
                "/ws/form?feature_link=wifi&feature_battery=5", Self.headers
            ).text
            #expect(text.contains("Battery below 10%: 20 stories at most (instead of all 30)"))
        }

        @Test("A reason that brings pictures back says so") func picturesBack() async throws {
            let text = try await SharedSite.site.get(
                "/ws/explain?network=2g&last_update=5&" + Self.phone, Self.headers
            ).text
            #expect(text.contains("half an hour ago: pictures all the same, pictures at most 480 pixels wide"))
        }

        @Test("There is data to spare only where something limits the page") func spare() async throws {
            let whole = try await why("/lite/", "network=wifi")
            #expect(whole.contains("You have all the stories.") && !whole.contains("There is data to spare"))
            #expect(try await why("/m/", "network=3g&battery=60").contains("There is data to spare"))
        }

        @Test("A page about another device leads to the same about one's own") func ownDevice() async throws {
            let text = try await why("/m/", "network=3g&tag=x")
            let own = try #require(text.firstMatch(of: /<a href="([^"]+)">The same for your own device/)?.output.1)
            #expect(own.hasSuffix("why=1") && !own.contains("network"))
            #expect(
                try await SharedSite.site.get(String(own).replacing("&amp;", with: "&"), Self.headers).status == 200)
        }

        @Test("Each of the three devices leads to the reasons for its page") func devices() async throws {
            let text = try await SharedSite.site.get("/ws/form", Self.headers).text
            let links = text.matches(of: /<a href="([^"]+)">Why, and how to get more<\/a>/).map(\.output.1)
            #expect(links.count == 3)
            for link in links {
                let page = try await SharedSite.site.get(String(link).replacing("&amp;", with: "&"), Self.headers).text
                #expect(page.contains("What decides this version?"))
            }
        }
    }
}

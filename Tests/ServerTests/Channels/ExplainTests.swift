import Foundation
import News
import Testing

extension DemoSiteTests {
    /// `/ws/explain` and `/ws/form`.
    struct ExplainTests {
        struct Explained: Decodable {
            struct Budget: Decodable { var bytes: Int }
            struct Used: Decodable {
                var bytes: Int
                var document: Int
                var pictures: Int
            }
            struct Story: Decodable {
                var id: Int
                var title: String
                var text: String
                var thumbnail: String
                var picture: String
                var bytes: Int
                var more: [More]
            }
            struct More: Decodable {
                var part: String
                var rendition: String?
                var bytes: Int
            }
            var isComplete: Bool
            var context: [String: String]
            var plan: ChannelContent.Plan
            var budget: Budget
            var used: Used
            var reasons: [String]
            var stories: [Story]
        }

        @Test(
            arguments: [
                "network=edge&battery=15&client=iphone", "network=4g&screen_width=390&dpr=3", "",
                "network=wifi&sections=city&items=4", "network=3g&edition=1",
            ], ["identity", "gzip"])
        func itAgreesWithTheChannel(_ form: String, _ coding: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                let headers = ["Accept-Encoding": coding]
                let asked = try await wire.get("/ws?" + form, headers)
                let channel = try asked.channel
                for answer in try await [
                    wire.get("/ws/explain?" + form, headers), wire.post("/ws/explain", form: form, headers),
                ] {
                    #expect(answer.status == 200 && answer["content-type"] == "application/json")
                    let explained: Explained = try answer.json()
                    var plan = explained.plan
                    plan.reasons = []
                    #expect(plan == channel.plan)
                    #expect(explained.plan.reasons.map(\.rule) == asked.rules)
                    #expect(explained.reasons.starts(with: explained.plan.reasons.map(\.reason)))
                    #expect(explained.budget.bytes == channel.plan.budget)
                    #expect(explained.used.document == asked.body.count)
                    #expect(explained.used.pictures == channel.files.map(\.bytes).reduce(0, +))
                    #expect(explained.used.bytes == explained.used.document + explained.used.pictures)
                    #expect(explained.stories.prefix { $0.text != "none" }.map(\.id) == channel.items.map(\.id))
                    #expect(explained.stories.starts(with: channel.items) { $0.title == $1.title })
                    #expect(explained.isComplete == explained.stories.allSatisfy(\.more.isEmpty))
                    for (story, item) in zip(explained.stories, channel.items) {
                        #expect(story.bytes == (item.image?.bytes ?? 0) + (item.thumbnail?.bytes ?? 0))
                        #expect(
                            (story.picture == "none") == (item.image == nil)
                                && (story.thumbnail == "none") == (item.thumbnail == nil))
                        #expect((story.text == "html" || story.text == "plain") == (item.text != nil))
                    }
                }
            }
        }

        @Test func itRepeatsWhatItUnderstood() async throws {
            let form =
                "network=edge&battery=0.15&latitude=41.15234&longitude=-8.61&orientation=90&light=50000&moving=1&silent=0&local_time=2009-05-31T21:30:00%2B01:00&nonsense=1&dpr=x"
            let answer = try await SharedSite.site.post("/ws/explain", form: form)
            let context = try answer.json(Explained.self).context
            #expect(context["network"] == "edge" && context["battery"] == "15" && context["orientation"] == "landscape")
            #expect(context["latitude"] == "41.15", "a place is never kept finer than a kilometre")
            #expect(context["light"] == "50000" && context["moving"] == "1" && context["silent"] == "0")
            #expect(context["local_time"] == "2009-05-31T21:30+01:00")
            #expect(context["nonsense"] == nil && context["dpr"] == nil)
            #expect(answer["n4md-ignored"] == "dpr")
        }

        @Test func aZoneThatDoesNotExistIsNamedAndOneThatDoesTellsTheHour() async throws {
            let answer = try await SharedSite.site.get("/ws/explain?timezone=Mars/Olympus&network=wifi")
            #expect(answer["n4md-ignored"] == "timezone")
            #expect(try await SharedSite.site.get("/ws?timezone=etc/passwd&strict=1").status == 400)
            let zone = try await SharedSite.site.get("/ws/explain?timezone=Asia/Kolkata&network=wifi")
            #expect(zone["n4md-ignored"] == nil)
            #expect(try zone.json(Explained.self).context["local_time"]?.hasSuffix("+05:30") == true)
        }

        @Test func peopleGetAPage() async throws {
            let answer = try await SharedSite.site.get(
                "/ws/explain?network=edge&battery=x", ["Accept": "text/html,*/*;q=0.8"])
            #expect(answer.status == 200 && answer["content-type"] == "text/html; charset=utf-8")
            let text = try answer.text
            for word in [
                "What an app gets, and why", "EDGE or 2G", "8\u{A0}kB", "Ignored: <b>battery</b>: “x”.",
                "/ws?network=edge",
            ] {
                #expect(text.contains(word), "\(word)")
            }
        }

        @Test("The page names the first part that did not fit, with its cost, or says that all was sent")
        func theFirstPartLeftOut() async throws {
            let headers = ["Accept": "text/html"]
            let cut = try await SharedSite.site.get("/ws/explain?network=gprs&items=all&client=feature", headers).text
            let first = try #require(
                cut.firstMatch(of: /Here that was: (.+) for “[^”]+”, ([0-9.]+\u{A0}kB) more\./))
            #expect(cut.contains("Left out: \(first.output.1), \(first.output.2) more"))
            #expect(cut.contains("A page needs more than that, so its reader waits longer: 8\u{A0}kB."))
            #expect(cut.contains("Headline") && cut.components(separatedBy: "the story has no picture").count < 12)
            let saving = try await SharedSite.site.get(
                "/ws/explain?client=android&network=3g&save_data=1&screen_width=390&screen_height=844&dpr=3", headers
            ).text
            let part = try #require(saving.firstMatch(of: /Here that was: (.+) for “[^”]+”, ([0-9.]+\u{A0}kB) more\./))
            #expect(saving.contains("Left out: \(part.output.1), \(part.output.2) more"))
            let whole = try await SharedSite.site.get("/ws/explain?network=wifi&items=3", headers).text
            #expect(whole.contains("Every story came with all that the reasons above allow."))
        }

        @Test("The page promises what the device gets in better circumstances, and no more")
        func waysToMore() async throws {
            let headers = ["Accept": "text/html"]
            let path = "/ws/explain?client=android&screen_width=390&screen_height=844&network=3g&battery=15&charging=0"
            let text = try await SharedSite.site.get(path, headers).text
            let ways = text.matches(of: /<li><a href="([^"]+)">([^<]+)<\/a>: \d+ stories, ([^<]+)<\/li>/).map(\.output)
            #expect(ways.map { String($0.2) }.contains("On Wi-Fi"))
            for way in ways {
                let there = try await SharedSite.site.get(String(way.1).replacing("&amp;", with: "&"), headers).text
                #expect(there.contains("<b>\(way.3)</b>"), "\(way.2)")
            }
            let best = path.replacing("3g", with: "wifi").replacing("charging=0", with: "charging=1")
            #expect(try await SharedSite.site.get(best, headers).text.contains("no more on Wi-Fi or while charging"))
        }

        @Test("Each story is on the list, or counted below it", arguments: ["edge", "gprs"], ["identity", "br"])
        func noStoryIsHidden(_ network: String, _ coding: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                let query = "network=\(network)&client=feature"
                let text = try await wire.get(
                    "/ws/explain?" + query, ["Accept": "text/html", "Accept-Encoding": coding]
                ).text
                let listed = text.matches(of: /<li[^>]*><a href="\/articles\//).count
                let further = text.firstMatch(of: /And (\d+) more stor/).flatMap { Int($0.output.1) } ?? 0
                let sent = try await wire.get("/ws?" + query).channel.items.count
                #expect(listed + further == sent && !text.contains("No stories here yet"))
                if coding == "br" { #expect(further == 0) }
            }
        }

        @Test func faultsAreToldHereToo() async throws {
            #expect(try await SharedSite.site.get("/ws/explain?strict=1&network=6g").status == 400)
            #expect(try await SharedSite.site.get("/ws/explain?sections=nowhere").status == 404)
        }

        @Test func theFormHasEveryField() async throws {
            let answer = try await SharedSite.site.get("/ws/form", ["Accept": "text/html"])
            #expect(answer.status == 200 && answer["content-type"] == "text/html; charset=utf-8")
            let text = try answer.text
            for field in ContextForm.fields.map(\.name) + ["device"] {
                #expect(text.contains("name=\"\(field)\""), "\(field)")
            }
            for preset in [
                "Feature phone, GPRS", "2009 iPhone, EDGE", "2009 iPhone, 3G", "4G", "Tablet, Wi-Fi", "Low battery",
            ] { #expect(text.contains(preset), "\(preset)") }
            #expect(text.contains("/sections/city") && text.contains("/static/form."))
            #expect(text.matches(of: /<script(?! src="\/static\/)/).isEmpty, "no script but our own files")
            #expect(text.matches(of: #/ on[a-z]+=/#).isEmpty)
        }

        @Test(arguments: [
            ("form.js", "text/javascript; charset=utf-8"), ("form.css", "text/css; charset=utf-8"),
            ("icon.svg", "image/svg+xml"),
        ])
        func itsFilesAreThere(_ name: String, _ type: String) async throws {
            let answer = try await SharedSite.site.get("/static/" + name)
            #expect(answer.status == 200 && answer["content-type"] == type && !answer.body.isEmpty)
        }

        @Test(arguments: [
            "/static/nothing.css", "/static/../schema/001_newspaper.sql", "/static/..%2fschema%2f001_newspaper.sql",
            "/static/%2e%2e/Package.swift", "/static/",
        ])
        func nothingElseIsThere(_ path: String) async throws {
            #expect(try await SharedSite.site.get(path).status == 404)
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// The panel for publishing, and undoing it within ten seconds.
    @Suite("Publishing")
    struct PublishingTests {
        private struct Story {
            let site: TestSite
            let browser: RoomBrowser
            let path: String
            let id: Int
            let headline = "Panel \(UUID().uuidString.lowercased())"

            init(_ site: TestSite, body: String = "A text.", _ more: [String: String] = [:]) async throws {
                self.site = site
                browser = try await Room.person(site, .editor).browser()
                path = try await browser.beginArticle()
                id = try #require(path.split(separator: "/").last.flatMap { Int($0) })
                let text = ["headline": headline, "body": body, "do": "ready"]
                let ready = try await browser.send(path, text.merging(more) { $1 })
                try #require(ready.status == 303 && ready["location"]?.hasPrefix(path + "/publish?seen=") == true)
            }

            var panel: String { get async throws { try await browser.get(path + "/publish").text } }

            func publish(_ more: [String: String] = [:]) async throws -> Answer {
                let revision = try await site.number("select revision from articles where id = \(id)")
                let fields = ["do": "publish", "when": "now", "at": "", "revision": "\(revision)"]
                return try await browser.post(path + "/publish", fields.merging(more) { $1 })
            }

            func undo(_ was: String = "", state: String = "") async throws -> Answer {
                try await browser.post(path + "/publish", ["do": "undo", "was": was, "state": state])
            }

            var workflow: String {
                get async throws {
                    try await site.backend.archive.read { [id] in
                        try $0.connection.query("select workflow::text from articles where id = \(id)")[0].get(0)
                    }
                }
            }

            var status: String {
                get async throws {
                    try await site.backend.archive.read { [id] in
                        try $0.connection.query("select status::text from articles where id = \(id)")[0].get(0)
                    }
                }
            }

            /// Lets its time come at once.
            func come() async throws {
                try await site.backend.archive.write { [id] in
                    _ = try $0.connection.query(
                        "update articles set publish_at = now() where id = \(id) and publish_at is not null")
                }
                try #require(try await eventually { try await status == "published" })
            }

            var isSeen: Bool {
                get async throws {
                    let slug = try #require(Slug.make(headline))
                    return try await site.get("/articles/" + slug).status == 200
                }
            }
        }

        @Test("What somebody else saved since the article was opened is shown before it goes out") func unseen()
            async throws
        {
            let story = try await Story(SharedSite.site)
            #expect(try await story.browser.send(story.path, ["do": "save"]).status == 303)
            let seen = try await SharedSite.site.number("select revision from articles where id = \(story.id)")
            let other = try await Room.person(SharedSite.site, .editor).browser()
            let saved = try await other.send(story.path, ["do": "save", "body": "A text with a rumour."])
            #expect(saved.status == 303)
            _ = try await other.post(
                story.path + "/working-copy", try await other.fields(story.path, ["body": "A text with more."]))
            let panel = try await story.browser.get(story.path + "/publish?seen=\(seen)").text
            #expect(panel.contains("Changed since you opened the article, by ") && panel.contains("rumour"))
            #expect(panel.contains("has text in this article that is not saved"))
            let known = try await story.panel
            #expect(!known.contains("Changed since you opened"))
            let late = try await story.publish(["revision": "\(seen)"])
            #expect(try late.text.contains("rumour") && late.status == 422)
            #expect(try await story.status == "unpublished")
        }

        @Test("What is published goes out ten seconds later, by the clock") func now() async throws {
            let story = try await Story(SharedSite.site)
            #expect(try await story.status == "unpublished", "asking changes nothing")
            let answer = try await story.publish()
            #expect(answer.status == 303 && answer["location"]?.hasPrefix(story.path + "?state=") == true)
            let left = try await story.site.number(
                "select ceil(extract(epoch from publish_at - now()))::int from articles where id = \(story.id)")
            #expect((1...10).contains(left))
            #expect(try await !story.isSeen)
            let page = try await story.browser.get(story.path).text
            #expect(page.contains(#"id="going""#) && page.contains(#"value="undo" autofocus"#))
            try await story.come()
            #expect(try await eventually { try await story.isSeen })
            #expect(try await !story.browser.get(story.path).text.contains(#"id="going""#))
        }

        @Test("Undone in time, nothing has gone out, and what was typed since stays") func undone() async throws {
            let story = try await Story(SharedSite.site)
            #expect(try await story.publish().status == 303)
            let typed = try await story.browser.fields(story.path, ["standfirst": "Typed since"])
            #expect(try await story.browser.post(story.path + "/working-copy", typed).status == 200)
            #expect(try await story.undo()["location"] == story.path + "?done=undone")
            #expect(try await story.status == "unpublished")
            #expect(try await !story.isSeen)
            let page = try await story.browser.get(story.path + "?done=undone").text
            #expect(page.contains("Nothing has gone out") && page.contains("Typed since"))
        }

        @Test(
            "Undone, the newsroom is as far with it as before",
            arguments: ["draft", "submitted", "in review", "approved", "x"])
        func restored(_ state: String) async throws {
            let story = try await Story(SharedSite.site)
            let answer = try await story.publish()
            #expect(answer["location"] == story.path + "?state=draft")
            #expect(
                try await story.browser.get(story.path + "?state=draft").text.contains("name=\"state\" value=\"draft\"")
            )
            #expect(try await story.undo(state: state)["location"] == story.path + "?done=undone")
            #expect(try await story.workflow == (state == "x" ? "approved" : state))
        }

        @Test("The panel lists what others found: links that do not answer, and open tasks") func doubts() async throws
        {
            let story = try await Story(SharedSite.site, body: "See [the figures](http://no.such.host.invalid/).")
            #expect(try await story.browser.get(story.path + "/links").status == 200)
            let other = try await Room.person(story.site, .journalist)
            let task = ["comment": "Check the 4,118 flats", "comment_for": "\(other.id)"]
            #expect(try await story.browser.post(story.path + "/comments", task).status == 303)
            let panel = try await story.panel
            #expect(panel.contains("http://no.such.host.invalid/: ") && panel.contains(": Check the 4,118 flats"))
        }

        @Test("What was scheduled and is published at once is scheduled again when that is undone")
        func undoneUntilDue() async throws {
            let story = try await Story(SharedSite.site)
            let nextMonth = Date().addingTimeInterval(30 * 86_400).formatted(.iso8601).prefix(16)
            #expect(try await story.publish(["when": "later", "at": String(nextMonth)]).status == 303)
            let answer = try await story.publish()
            let query = try #require(answer["location"]?.split(separator: "?").last)
            let due = String(try #require(query.firstMatch(of: /due=(\d+)/)).output.1)
            #expect(
                try await story.browser.get("\(story.path)?\(query)").text.contains("name=\"due\" value=\"\(due)\""))
            let undone = try await story.browser.post(story.path + "/publish", ["do": "undo", "was": "", "due": due])
            #expect(undone["location"] == story.path + "?done=undone")
            #expect(try await story.status == "scheduled")
            let kept = try await story.site.number(
                "select extract(epoch from publish_at)::int from articles where id = \(story.id)")
            #expect("\(kept)" == due && Double(kept) > Date().addingTimeInterval(86_400).timeIntervalSince1970)
        }

        @Test("It is too late once readers have it", arguments: ["", "none", "0", "x", "-5"])
        func tooLate(_ was: String) async throws {
            let story = try await Story(SharedSite.site)
            #expect(try await story.publish().status == 303)
            try await story.come()
            #expect(try await story.undo(was)["location"] == story.path + "?done=tooLate")
            #expect(try await story.status == "published")
        }

        @Test("What must not be missing is named, and nothing goes out without it") func gaps() async throws {
            let story = try await Story(SharedSite.site, ["headline": "", "latitude": "91", "longitude": "<b>"])
            let panel = try await story.panel
            for field in ["headline", "latitude"] {
                #expect(panel.contains("href=\"\(story.path)#\(field)\""), "\(field)")
            }
            #expect(!panel.contains(#"value="publish""#) && panel.contains("There is no lead picture."))
            let answer = try await story.publish()
            #expect(try answer.status == 422 && answer.text.contains("#headline"))
            #expect(try await story.status == "unpublished")
        }

        @Test("A headline alone goes out only by who says so") func withoutText() async throws {
            let story = try await Story(SharedSite.site, body: " ")
            #expect(try await story.panel.contains(#"value="publish-anyway""#))
            #expect(try await story.publish().status == 422)
            #expect(try await story.publish(["do": "publish-anyway"]).status == 303)
            #expect(try await story.status == "scheduled")
        }

        private static let tomorrow = String(Date().addingTimeInterval(86_400).ISO8601Format().prefix(16))

        @Test(
            "A time is taken only if it is clear",
            arguments: [
                ("later", tomorrow, 303), ("later", "", 422), ("later", "soon", 422),
                ("later", "2020-02-03T04:05", 422),
                ("now", tomorrow, 422), ("", tomorrow, 422), ("", "", 303),
            ])
        func time(_ when: String, _ at: String, _ status: Int) async throws {
            let story = try await Story(SharedSite.site)
            let answer = try await story.publish(["when": when, "at": at])
            #expect(answer.status == status)
            guard status == 422 else { return #expect(try await story.status == "scheduled") }
            let text = try answer.text
            #expect(text.contains(#"id="fault-at""#) && text.contains("value=\"\(at)\""))
            #expect(try await story.status == "unpublished")
        }

        @Test("Under embargo it goes out after that") func embargo() async throws {
            let story = try await Story(SharedSite.site, ["embargo": Self.tomorrow])
            let panel = try await story.panel
            #expect(panel.contains(#"value="later" checked"#) && panel.contains("value=\"\(Self.tomorrow)\""))
            #expect(try await story.publish().status == 422)
            let later = try await story.publish(["when": "later", "at": Self.tomorrow])
            #expect(later["location"] == story.path + "?done=schedule")
        }

        @Test("Who looks at an old state publishes nothing") func outdated() async throws {
            let story = try await Story(SharedSite.site)
            #expect(try await story.publish(["revision": "99"]).status == 422)
            let other = try await Room.person(story.site, .editor).browser()
            #expect(try await other.send(story.path, ["headline": "Of another \(story.id)"]).status == 303)
            let answer = try await story.publish()
            #expect(answer.status == 303 && answer["location"] == story.path, "the page shows both texts")
            #expect(try await story.status == "unpublished")
        }

        @Test("It takes its place on the front page, and undoing restores that", .timeLimit(.minutes(3)))
        func front() async throws {
            try await TestSite.use { site in
                try await Desk(site, .editor).section("city")
                func front() async throws -> [Int] {
                    try await site.backend.archive.read { holdings in
                        let number = try #require(
                            try holdings.editions.list(limit: 1, onlyPublished: false).first?.number)
                        return try holdings.editions.frontPage(of: number, onlyPublished: false).stories
                    }
                }
                let first = try await Story(site)
                #expect(try await !first.panel.contains(#"name="front""#), "there is no front page yet")
                #expect(
                    try await first.publish(["front": "lead"])["location"]?.hasPrefix(first.path + "?was=none&") == true
                )
                try await first.come()
                let second = try await Story(site)
                #expect(try await second.panel.contains(#"value="placed""#))
                #expect(try await second.publish(["front": "placed"]).status == 303)
                #expect(try await front() == [first.id, second.id])
                let third = try await Story(site)
                #expect(
                    try await third.publish(["front": "lead"])["location"]?.hasPrefix(third.path + "?was=none&") == true
                )
                #expect(try await front() == [third.id, first.id, second.id])
                #expect(try await third.undo("none").status == 303)
                #expect(try await front() == [first.id, second.id])
                // Published once more, from the place that it has.
                #expect(try await second.undo().status == 303)
                #expect(try await second.panel.contains(#"value="placed" checked"#))
                #expect(
                    try await second.publish(["front": "lead"])["location"]?.hasPrefix(second.path + "?was=1&") == true)
                #expect(try await front() == [second.id, first.id])
                #expect(try await second.undo("1").status == 303)
                #expect(try await front() == [first.id, second.id])
                #expect(
                    try await second.publish(["front": "time"])["location"]?.hasPrefix(second.path + "?was=1&") == true)
                #expect(try await front() == [first.id])
            }
        }

        @Test("In a new week the front page stays, unless the editor begins another edition", .timeLimit(.minutes(3)))
        func newWeek() async throws {
            try await TestSite.use { site in
                let desk = try await Desk(site, .editor)
                try await desk.section("city")
                let past = Date().addingTimeInterval(-8 * 86_400).ISO8601Format()
                let old = try await desk.write(
                    #"{"headline":"Last week","section":"city","status":"published","publishedAt":"\#(past)"}"#)
                func edition(_ id: Int) async throws -> Int {
                    try await site.number("select coalesce(edition, 0)::int from articles where id = \(id)")
                }
                let present = try await edition(old.id)
                let kept = try await Story(site)
                let panel = try await kept.panel
                #expect(panel.contains(#"name="edition" value="keep" checked"#))
                #expect(try await kept.publish(["edition": "keep", "front": "lead"]).status == 303)
                try await kept.come()
                #expect(try await edition(kept.id) == present)
                let begun = try await Story(site)
                #expect(try await begun.publish(["edition": "new"]).status == 303)
                try await begun.come()
                #expect(try await edition(begun.id) != present)
                #expect(try await !Story(site).panel.contains(#"name="edition""#), "there is one of this week now")
            }
        }

        @Test("Who may only write has no panel") func journalist() async throws {
            let browser = try await Room.person(try SharedSite.site, .journalist).browser()
            let path = try await browser.beginArticle()
            let page = try await browser.get(path).text
            #expect(!page.contains(#"value="ready""#) && page.contains(#"class="main" name="do" value="submit""#))
            #expect(try await browser.send(path, ["do": "ready", "headline": "Mine"])["location"] == path)
            #expect(try await browser.post(path + "/publish", ["do": "publish"]).status == 403)
        }
    }
}

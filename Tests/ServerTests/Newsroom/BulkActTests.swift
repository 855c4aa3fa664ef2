import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// Things done with several articles at once.
    @Suite("Bulk acts")
    struct BulkActTests {
        /// An article in some state, by somebody.
        struct Story: Sendable {
            let id: Int
            let headline: String
        }

        let word = "zb" + UUID().uuidString.prefix(8).lowercased()

        private func story(_ name: String, by desk: Desk, _ more: String = "", body: String = "<p>T.</p>") async throws
            -> Story
        {
            let headline = "\(name) \(word)"
            let json = #"{"headline":"\#(headline)","section":"city","body":"\#(body)"\#(more)}"#
            return Story(id: try await desk.write(json).id, headline: headline)
        }

        private func revision(_ story: Story) async throws -> Int {
            try await SharedSite.site.number("select revision from articles where id = \(story.id)")
        }

        private func ticks(_ stories: [Story]) async throws -> [String] {
            var ticks: [String] = []
            for story in stories { ticks.append("\(story.id).\(try await revision(story))") }
            return ticks
        }

        /// Sends the form with these boxes ticked.
        private func send(
            _ browser: RoomBrowser, _ act: String, _ ticks: [String], _ more: [String: String] = [:], all: Bool = false
        ) async throws -> Answer {
            let fields =
                [("form_token", try await browser.token()), ("act", act), ("list", "q=\(word)")]
                + ticks.map { (all ? "listed" : "article", $0) } + (all ? [("all", "1")] : []) + more.map { ($0, $1) }
            let form = fields.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            return try await SharedSite.site.post(
                "/admin/articles/selected", form: form.joined(separator: "&"), ["Cookie": browser.cookie])
        }

        private func value(_ column: SQL, _ story: Story) async throws -> String {
            try await SharedSite.site.backend.archive.read {
                try $0.connection.query(
                    """
                    select (\(column))::text from articles a join sections s on s.id = a.section_id where a.id = \(story.id)
                    """
                )[0].get(0)
            }
        }

        @Test(
            "Each act changes what it says, with a revision and an entry in the audit trail",
            arguments: [
                ("section", ["section": "culture"], "s.slug", "culture", "article.save", "moved"),
                (
                    "category", ["category": "Ferries & <quays>"],
                    "select name from categories where id = a.category_ids[1]",
                    "Ferries & <quays>", "article.save", "got the category"
                ),
                ("plan", ["day": "2031-03-09"], "a.planned", "2031-03-09", "article.save", "planned"),
                (
                    "edition", ["edition": "opened"],
                    "(a.edition = (select number from editions where date = '2037-03-05'))", "true",
                    "article.save", "in that edition"
                ),
                ("submit", [:], "a.workflow", "submitted", "article.submit", "submitted"),
                ("approve", [:], "a.workflow", "approved", "article.approve", "approved"),
                ("publish", [:], "a.status", "published", "article.publish", "published"),
                ("delete", [:], "a.status", "killed", "article.kill", "deleted"),
            ])
        func acts(
            _ act: String, _ details: [String: String], _ column: String, _ expected: String, _ action: String,
            _ told: String
        ) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            for section in ["city", "culture"] { try await desk.section(section) }
            let browser = try await Room.person(site, .editor).browser()
            let stories = [try await story("One", by: desk), try await story("Two", by: desk)]
            if act == "edition" {
                let opened = try await desk.send(.post, "editions", #"{"date":"2037-03-05","state":"open"}"#)
                #expect(opened.status == 201)
            }
            let number = try await site.number(
                "select coalesce(max(number), 0) from editions where date = '2037-03-05'")
            let details = details.mapValues { $0 == "opened" ? "\(number)" : $0 }
            let ticks = try await ticks(stories)
            let asked = try await send(browser, act, ticks)
            let page = try asked.text
            #expect(asked.status == 200 && stories.allSatisfy { page.contains($0.headline) } && page.contains("2 "))
            #expect(try await revision(stories[0]) == 1, "asking changes nothing")
            let made = try await send(browser, act, ticks, details.merging(["do": "make"]) { $1 })
            let text = try made.text
            #expect(
                made.status == 200 && text.contains("2 ") && text.contains(told) && !text.contains("class=\"fault\""))
            for story in stories {
                #expect(try await value(SQL(script: column), story) == expected)
                #expect(try await revision(story) == 2)
                let subject = "article/\(story.id)"
                #expect(
                    try await site.number(
                        "select count(*) from audit where subject = \(subject) and action = \(action)") == 1)
            }
            // The page sent again finds that all has been done.
            let again = try await send(browser, act, ticks, details.merging(["do": "make"]) { $1 })
            #expect(try again.text.contains("Somebody changed it meanwhile"))
            #expect(try await revision(stories[0]) == 2)
        }

        @Test("Readers get a withdrawal with its note, and events are noted") func withdraw() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let browser = try await Room.person(site, .editor).browser()
            let stories = [
                try await story("Out", by: desk, #","status":"published""#), try await story("Draft", by: desk),
            ]
            let asked = try await send(browser, "withdraw", try await ticks(stories)).text
            #expect(
                asked.contains("Withdraw 1 article")
                    && asked.contains("1 is published; readers will see the change at once."))
            #expect(asked.contains("1 article cannot be changed") && asked.contains("Possible: "))
            let made = try await send(
                browser, "withdraw", try await ticks(stories), ["do": "make", "note": "It was <wrong>."])
            #expect(try made.text.contains("1 article was withdrawn."))
            #expect(try await value("a.withdrawal_note", stories[0]) == "It was <wrong>.")
            #expect(try await value("a.status", stories[1]) == "unpublished")
        }

        @Test("One that is stale, gone, not yours or not whole holds up no other, and says why") func mixed()
            async throws
        {
            let site = try SharedSite.site
            let (desk, writer) = (try await Desk(site, .editor), try await Room.person(site, .journalist))
            let browser = try await writer.browser()
            let good = try await story("Good", by: desk)
            let stale = try await story("Stale", by: desk)
            let out = try await story("Out", by: desk, #","status":"published""#)
            let submitted = try await story("Handed", by: desk)
            let noWords = try await story("Gap", by: desk)
            let ticks = try await ticks([good, stale, out, submitted, noWords]) + ["999999999.1"]
            _ = try await desk.send(
                .put, "articles/\(stale.id)", #"{"headline":"Stale \#(word)!","section":"city"}"#, ["If-Match": "*"])
            _ = try await desk.send(.post, "articles/\(submitted.id)/moves", #"{"move":"submit"}"#, ["If-Match": "*"])
            try await site.run("update articles set headline = '' where id = \(noWords.id)")
            let text = try await send(browser, "submit", ticks, ["do": "make"]).text
            #expect(text.contains("1 article was submitted.") && text.contains("5 articles cannot be changed"))
            for reason in [
                "Somebody changed it meanwhile", "This cannot be done with the article in its current state",
                "Enter a headline", "There is no article with this number.",
            ] { #expect(text.contains(reason), "\(reason)") }
            #expect(try await value("a.workflow", good) == "submitted")
            for story in [stale, noWords] { #expect(try await value("a.workflow", story) == "draft") }
        }

        @Test(
            "Who may not do it alone may not do it with many",
            arguments: [
                (EditorRole.contributor, "section", true), (.contributor, "delete", true), (.contributor, "plan", true),
                (.contributor, "submit", true), (.contributor, "publish", false), (.journalist, "publish", false),
                (.journalist, "withdraw", false), (.journalist, "delete", true), (.journalist, "approve", false),
            ])
        func roles(_ role: EditorRole, _ act: String, _ isOffered: Bool) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let browser = try await Room.person(site, role).browser()
            let others = try await story("Other", by: desk)
            let list = try await browser.get("/admin/articles?q=\(word)").text
            #expect(list.contains("<option value=\"\(act)\"") == isOffered)
            let answer = try await send(
                browser, act, try await ticks([others]), ["do": "make", "section": "culture", "day": "2031-01-01"])
            if isOffered, role == .contributor || act == "delete" {
                #expect(try answer.status == 200 && answer.text.contains("editors can do this"))
            } else {
                #expect(answer.status == (isOffered ? 200 : 400))
            }
            if role == .contributor || !isOffered || act == "delete" { #expect(try await revision(others) == 1) }
        }

        @Test("What cannot go out says so before and after: no text, an embargo, unsaved changes") func publishing()
            async throws
        {
            let site = try SharedSite.site
            let (desk, person) = (try await Desk(site, .editor), try await Room.person(site, .editor))
            let browser = try await person.browser()
            let empty = try await story("Empty", by: desk, body: "")
            let until = Date().addingTimeInterval(7200).ISO8601Format()
            let held = try await story("Held", by: desk, #","embargoUntil":"\#(until)""#)
            let typed = try await story("Typed", by: desk)
            let path = "/admin/articles/\(typed.id)"
            _ = try await browser.post(
                path + "/working-copy", ["base": "1", "version": "0", "headline": "Typed", "section": "city"])
            let ticks = try await ticks([empty, held, typed])
            for more in [[:], ["do": "make"]] {
                let text = try await send(browser, "publish", ticks, more).text
                for reason in ["It has no text", "It is under embargo until", "changes in it that are not saved"] {
                    #expect(text.contains(reason), "\(reason)")
                }
                #expect(text.contains("3 articles cannot be changed") && !text.contains("value=\"make\""))
            }
        }

        @Test(
            "What is missing in the act itself is asked again, and nothing is done",
            arguments: [
                ("section", ["section": "nowhere"]), ("section", [:]), ("category", ["category": ""]),
                ("category", ["category": "…"]), ("category", ["category": String(repeating: "c", count: 101)]),
                ("plan", ["day": "2031-02-30"]), ("plan", ["day": "<b>"]),
            ])
        func faults(_ act: String, _ details: [String: String]) async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let browser = try await Room.person(site, .editor).browser()
            let one = try await story("One", by: desk)
            let answer = try await send(
                browser, act, try await ticks([one]), details.merging(["do": "make"]) { $1 })
            #expect(try answer.status == 422 && answer.text.contains("id=\"fault\""))
            #expect(try await revision(one) == 1)
        }

        @Test("All on the page are those listed, and none or more than fifty are refused") func counts() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let browser = try await Room.person(site, .editor).browser()
            let stories = [try await story("One", by: desk), try await story("Two", by: desk)]
            let ticks = try await ticks(stories)
            #expect(try await send(browser, "delete", ticks + ticks, all: true).text.contains("Delete 2 drafts"))
            let none = try await send(browser, "delete", [])
            #expect(try none.status == 422 && none.text.contains("Tick one article or more."))
            #expect(try none.text.contains(stories[0].headline), "the list is still the same")
            let many = try await send(browser, "delete", (1...51).map { "\($0).1" })
            #expect(try many.status == 422 && many.text.contains("Tick at most 50 articles."))
        }

        @Test(
            "A form that is not ours is refused",
            arguments: [
                ("delete", "1"), ("delete", "1.x"), ("delete", "-1.1"), ("delete", "1.1.1"),
                ("delete", "99999999999999999999.1"),
                ("explode", "1.1"), ("", "1.1"),
            ])
        func hostile(_ act: String, _ tick: String) async throws {
            let browser = try await Room.person(try SharedSite.site, .chief).browser()
            #expect(try await send(browser, act, [tick], ["do": "make"]).status == 400)
        }
    }
}

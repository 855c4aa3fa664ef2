import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

extension NewsroomSiteTests {
    /// Authors learn that somebody took back a move of theirs.
    @Suite("Notices")
    struct NoticesTests {
        private struct Story {
            let writer: Room
            let browser: RoomBrowser
            let editor: Room
            let atDesk: RoomBrowser
            let headline = "Told \(UUID().uuidString)"
            let path: String
            let id: Int

            /// Begins an article by a new person.
            init(by role: EditorRole = .journalist) async throws {
                let site = try SharedSite.site
                writer = try await Room.person(site, role)
                editor = try await Room.person(site, .editor)
                (browser, atDesk) = (try await writer.browser(), try await editor.browser())
                path = try #require(try await browser.post("/admin/articles")["location"])
                id = try #require(path.split(separator: "/").last.flatMap { Int($0) })
                try await move("save", browser)
            }

            func move(_ name: String, _ who: RoomBrowser, _ more: [String: String] = [:]) async throws {
                let revision = try await SharedSite.site.number("select revision from articles where id = \(id)")
                var fields = ["do": name, "revision": "\(revision)", "base": "\(revision)"]
                if name == "save" {
                    fields.merge(["headline": headline, "body": "Text.", "section": "city", "language": "en"]) { $1 }
                }
                if name == "send-back" { fields["text_send-back"] = "Shorter." }
                let address = name == "schedule" ? path + "/publish" : path
                let answer = try await who.post(address, fields.merging(more) { $1 })
                try #require(answer.status == 303, "\(name): \(answer.status)")
            }

            /// The "For you" part of a person's first page if it names this story.
            func told(_ who: RoomBrowser) async throws -> String? {
                let page = try await who.get("/admin/").text
                guard let start = page.range(of: #"id="h-told""#)?.upperBound else { return nil }
                let part = page[start...].prefix { $0 != "\u{0}" }
                guard let end = part.range(of: "</section>")?.lowerBound else { return nil }
                return part[..<end].contains(headline) ? String(part[..<end]) : nil
            }
        }

        @Test("Who wrote it is told that it was sent back, by whom, when and why, until it is opened")
        func sentBack() async throws {
            let story = try await Story()
            let why = ["text_send-back": "Who says <so>?"]
            try await story.move("submit", story.browser)
            #expect(try await story.told(story.browser) == nil)
            try await story.move("send-back", story.atDesk, why)

            let told = try #require(try await story.told(story.browser))
            #expect(told.contains("Sent back by \(story.editor.name)") && told.contains("Who says &lt;so&gt;?"))
            #expect(told.contains(String(Date().ISO8601Format().prefix(4))))
            #expect(try await story.told(story.atDesk) == nil, "who did it knows")
            let stranger = try await Room.person(try SharedSite.site, .journalist).browser()
            #expect(try await story.told(stranger) == nil)
            // Others who open it see why it is a draft again, but that does not use up the author's notice.
            #expect(try await stranger.get(story.path).text.contains("Who says &lt;so&gt;?"))
            #expect(try await story.told(story.browser) != nil)

            let opened = try await story.browser.get(story.path).text
            #expect(opened.contains("Who says &lt;so&gt;?") && !opened.contains("Optional("))
            #expect(try await story.told(story.browser) == nil, "opened")
            // It stays marked until it is submitted again.
            let mark = "<strong>Sent back by \(story.editor.name)</strong>"
            for path in ["/admin/", "/admin/articles?state=mine", "/admin/articles"] {
                let text = try await story.browser.get(path).text
                #expect(text.contains(mark) && !text.contains("<q"), "\(path)")
            }
            try await story.move("save", story.browser, ["headline": story.headline + "!"])
            #expect(try await story.browser.get(story.path).text.contains("Who says &lt;so&gt;?"))
            try await story.move("submit", story.browser)
            #expect(try await !story.browser.get("/admin/articles?state=mine").text.contains(mark))
            #expect(try await !story.browser.get(story.path).text.contains("Who says"))
        }

        @Test("It is over for who hands it in again without having opened it") func resubmitted() async throws {
            let story = try await Story()
            try await story.move("submit", story.browser)
            try await story.move("send-back", story.atDesk)
            #expect(try await story.told(story.browser) != nil)
            try await story.move("submit", story.browser)
            #expect(try await story.told(story.browser) == nil)
        }

        @Test("Who submitted another's article is told too") func submitter() async throws {
            let story = try await Story(by: .contributor)
            let journalist = try await Room.person(try SharedSite.site, .journalist).browser()
            try await story.move("submit", journalist)
            try await story.move("send-back", story.atDesk)
            for who in [story.browser, journalist] { #expect(try await story.told(who) != nil) }
            _ = try await journalist.get(story.path)
            #expect(try await story.told(journalist) == nil)
            #expect(try await story.told(story.browser) != nil)
        }

        @Test(
            "What else takes an article back is told once",
            arguments: [
                (["submit"], "recall", "Taken back to the drafts by"), (["publish"], "withdraw", "Withdrawn by"),
                (["submit"], "kill", "Removed by"), (["schedule"], "unschedule", "Taken off the schedule by"),
            ])
        func others(_ before: [String], _ move: String, _ words: String) async throws {
            let story = try await Story()
            let tomorrow = String(Date().addingTimeInterval(86_400).ISO8601Format().prefix(16))
            let at = ["when": "later", "at": tomorrow]
            for name in before { try await story.move(name, name == "submit" ? story.browser : story.atDesk, at) }
            try await story.move(move, story.atDesk, ["text_withdraw": "Not so."])
            let told = try #require(try await story.told(story.browser))
            #expect(told.contains("\(words) \(story.editor.name)"))
            #expect(try await story.browser.get(story.path).text.contains(words))
            #expect(try await story.told(story.browser) == nil)
            #expect(try await !story.browser.get(story.path).text.contains(words))
        }

        @Test("Writers are told that their article was approved and published, but not by themselves")
        func goodNews() async throws {
            let story = try await Story()
            try await story.move("submit", story.browser)
            try await story.move("approve", story.atDesk)
            let approved = try #require(try await story.told(story.browser))
            #expect(approved.contains("Approved by \(story.editor.name)"))
            try await story.move("save", story.atDesk, ["standfirst": "Good news stays until it is read."])
            #expect(try await story.told(story.browser) != nil)
            try await story.move("publish", story.atDesk)
            #expect(try await story.told(story.browser)?.contains("Published by \(story.editor.name)") == true)
            let page = try await story.browser.get(story.path).text
            #expect(page.contains("<div class=\"note\">\n<p>Published by \(story.editor.name)"))
            #expect(try await story.told(story.browser) == nil)
            let own = try await Story(by: .editor)
            try await own.move("publish", own.browser)
            #expect(try await own.told(own.browser) == nil)
        }

        @Test("A publication that is undone within seconds was none: nobody is told") func undone() async throws {
            let story = try await Story()
            try await story.move("schedule", story.atDesk, ["do": "publish", "when": "now"])
            #expect(try await story.browser.get(story.path).text.contains("Publishing in a few seconds"))
            let undone = try await story.atDesk.post(story.path + "/publish", ["do": "undo", "state": "draft"])
            #expect(undone["location"] == story.path + "?done=undone")
            #expect(try await story.told(story.browser) == nil)
            #expect(try await !story.browser.get(story.path).text.contains("Taken off the schedule"))
        }

        @Test("Nothing is sent back without saying what has to change") func reason() async throws {
            let story = try await Story(by: .editor)
            try await story.move("submit", story.browser)
            let revision = try await SharedSite.site.number("select revision from articles where id = \(story.id)")
            let answer = try await story.browser.post(
                story.path,
                ["do": "send-back", "revision": "\(revision)", "base": "\(revision)", "text_send-back": " \r\n "])
            #expect(answer.status == 422)
            #expect(try answer.text.contains("id=\"fault-text\""))
            #expect(
                try await SharedSite.site.number("select revision from articles where id = \(story.id)") == revision)
        }

        @Test("Nobody is told of what they did themselves") func oneself() async throws {
            let story = try await Story(by: .editor)
            for move in ["submit", "send-back", "submit", "recall", "kill"] {
                try await story.move(move, story.browser)
            }
            #expect(try await story.told(story.browser) == nil)
        }

        @Test("Programs read it too") func api() async throws {
            struct Output: Decodable {
                struct SentBack: Decodable { var by: String?; var at: String; var text: String }
                var sentBack: SentBack?
            }
            let story = try await Story()
            let desk = try await Desk(SharedSite.site, .editor)
            try await story.move("submit", story.browser)
            let move = #"{"move":"send-back","text":"Shorter."}"#
            let answer = try await desk.send(.post, "articles/\(story.id)/moves", move, ["If-Match": "*"])
            let sent = try #require(try answer.json(Output.self).sentBack)
            #expect(sent.by == desk.name && sent.text == "Shorter.")
            #expect(try await story.told(story.browser)?.contains("Shorter.") == true)
            _ = try await desk.send(
                .post, "articles/\(story.id)/moves", #"{"move":"approve"}"#, ["If-Match": "*"])
            #expect(try await desk.send(.get, "articles/\(story.id)").json(Output.self).sentBack == nil)
        }
    }
}

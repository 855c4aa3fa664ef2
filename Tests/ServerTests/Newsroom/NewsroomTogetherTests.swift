import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// Whom comments reach, and who is there now.
    @Suite("Working together")
    struct TogetherTests {
        private typealias Story = CommentsTests.Story

        @Test("Who is mentioned is told on the first page, until the story is opened") func mentioned() async throws {
            let story = try await Story()
            let text =
                "Please @\(story.contributor.name.uppercased()), look at <this>. "
                + String(repeating: "word ", count: 60)
            let number = try await story.say(text, story.atEditor)
            #expect(try await story.talk(story.atEditor).contains("Notified: \(story.contributor.name)"))
            #expect(try await story.told(story.atEditor) == [], "who wrote it knows")
            let line = try #require(try await story.told(story.atContributor).first)
            #expect(line.contains("Mentioned by \(story.editor.name)") && line.contains("look at &lt;this&gt;."))
            #expect(line.contains("word…") && line.contains(String(Date().ISO8601Format().prefix(4))))
            #expect(line.contains(#"href="\#(story.path)?comments=1#comment-\#(number)""#))
            #expect(try await story.unread(story.atContributor) == 1)
            // The page that shows it does not count it any more.
            #expect(try await story.unread(story.atContributor, on: story.path) == 0)
            #expect(try await story.told(story.atContributor) == [])
            #expect(try await story.unread(story.atContributor) == 0)
        }

        @Test("The writers of the story are told of comments; others are not") func replies() async throws {
            let story = try await Story()
            let submitter = try await Room.person(try SharedSite.site, .journalist).browser()
            let revision = try await SharedSite.site.number("select revision from articles where id = \(story.id)")
            let submit = ["do": "submit", "revision": "\(revision)", "base": "\(revision)"]
            #expect(try await submitter.post(story.path, submit).status == 303)
            _ = try await story.say("Good lead", story.atEditor)
            for who in [story.atWriter, submitter] {
                let line = try #require(try await story.told(who).first)
                #expect(line.contains("Comment by \(story.editor.name)") && line.contains("Good lead"))
            }
            #expect(try await story.told(story.atContributor) == [])
            #expect(try await story.talk(submitter).contains("<strong>New</strong>"))
            #expect(try await !story.talk(submitter).contains("<strong>New</strong>"), "once")
            #expect(try await story.told(submitter) == [])
            #expect(try await story.told(story.atWriter).count == 1)
        }

        @Test("A comment that is done or deleted is no news") func settled() async throws {
            let story = try await Story()
            let one = try await story.say("One", story.atEditor)
            let other = try await story.say("Other", story.atEditor)
            #expect(try await story.told(story.atWriter).count == 2)
            _ = try await story.act("done", one, story.atContributor)
            _ = try await story.act("delete", other, story.atEditor)
            #expect(try await story.told(story.atWriter) == [])
            #expect(try await story.unread(story.atWriter) == 0)
        }

        @Test("A task stays with whom it was given to until it is done, opened or not") func task() async throws {
            let story = try await Story()
            let day = String(Date().addingTimeInterval(3 * 86_400).ISO8601Format().prefix(10))
            let fields = ["comment_for": "\(story.contributor.id)", "comment_due": day]
            let number = try await story.say("Call the harbour", story.atEditor, fields)
            #expect(try await story.talk(story.atWriter).contains("For \(story.contributor.name) by "))
            let due = try #require(Int(day.suffix(2)))
            for count in [1, 0] {
                #expect(try await story.unread(story.atContributor) == count)
                let line = try #require(try await story.told(story.atContributor).first)
                #expect(
                    line.contains("Task from \(story.editor.name), by \(due) ") && line.contains("Call the harbour"))
                _ = try await story.atContributor.get(story.path)
            }
            _ = try await story.act("done", number, story.atContributor)
            #expect(try await story.told(story.atContributor) == [])
            _ = try await story.act("reopen", number, story.atEditor)
            #expect(try await story.told(story.atContributor).count == 1)
        }

        @Test("Whoever was shut out is neither named nor given anything") func shutOut() async throws {
            let story = try await Story()
            let gone = try await Room.person(try SharedSite.site, .journalist)
            try await SharedSite.site.backend.archive.write { holdings in
                _ = try holdings.connection.query("update editors set disabled_at = now() where id = \(gone.id)")
            }
            #expect(try await !story.talk(story.atEditor).contains(gone.name))
            let answer = try await story.atEditor.post(
                story.path + "/comments", ["comment": "x", "comment_for": "\(gone.id)", "part": "1"])
            #expect(answer.status == 422)
        }

        @Test(
            "Names are offered by the beginnings of their words",
            arguments: [
                ("zacharias pi", true), ("PÍRÂ", true), ("zacharias", true), ("harias", false), ("%", false),
                ("", false),
            ])
        func names(_ words: String, _ isFound: Bool) async throws {
            let site = try SharedSite.site
            let name = "Zacharias Pira-\(UUID().uuidString.prefix(6))"
            _ = try await site.backend.archive.write { try $0.people.insert(name: name, role: .journalist) }
            let browser = try await Room.person(site, .contributor).browser()
            let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let answer = try await browser.get("/admin/names.json?q=" + query)
            #expect(try answer.status == 200 && answer.text.contains("Zacharias Pira-") == isFound)
        }

        @Test("A page says who else has it open, and who types; not oneself, and not who may only read") func present()
            async throws
        {
            let story = try await Story()
            func others(_ who: RoomBrowser) async throws -> String { try await who.post(story.path + "/presence").text }
            _ = try await story.atContributor.get(story.path)
            #expect(
                try await others(story.atContributor).contains("\(story.writer.name) has had this article open since "))
            #expect(try await !others(story.atWriter).contains("open"))
            let fields = try await story.atEditor.fields(story.path, ["headline": "Typed"])
            #expect(try await story.atEditor.post(story.path + "/working-copy", fields).status == 200)
            #expect(
                try await story.atWriter.get(story.path).text.contains(
                    "\(story.editor.name) has been writing here since "))
            #expect(try await others(story.atWriter).contains(story.editor.name))
            #expect(try await !others(story.atWriter).contains(story.contributor.name))
        }

        @Test("A page that is open learns that others have saved the article, but not of what it has itself")
        func savedByOthers() async throws {
            let story = try await Story()
            func told(_ who: RoomBrowser, since base: Int) async throws -> String {
                try await who.post(story.path + "/presence", ["base": "\(base)"]).text
            }
            let before = try #require(Int(try await story.atWriter.fields(story.path, [:])["revision"] ?? ""))
            let fields = try await story.atEditor.fields(story.path, ["headline": "Saved meanwhile", "do": "save"])
            #expect(try await story.atEditor.post(story.path, fields).status == 303)
            let text = try await told(story.atWriter, since: before)
            #expect(text.contains("Saved by \(story.editor.name), ") && text.contains("<a href=\"\(story.path)\">"))
            #expect(try await !told(story.atWriter, since: before + 1).contains("Saved by"))
            #expect(try await !told(story.atEditor, since: before).contains("Saved by"))
        }

        @Test("Whoever hands on an article of which somebody has unsaved text is asked first")
        func unsavedOfOthers() async throws {
            let story = try await Story()
            let typed = try await story.atEditor.fields(story.path, ["headline": "Typed, not saved"])
            #expect(try await story.atEditor.post(story.path + "/working-copy", typed).status == 200)
            let fields = try await story.atWriter.fields(story.path, ["do": "submit"])
            let asked = try await story.atWriter.post(story.path, fields)
            #expect(asked.status == 422)
            #expect(try asked.text.contains("Unsaved text by \(story.editor.name) would not be included."))
            #expect(try asked.text.contains("value=\"submit-anyway\">Submit without it"))
            let anyway = try await story.atWriter.fields(story.path, ["do": "submit-anyway"])
            #expect(try await story.atWriter.post(story.path, anyway)["location"] == story.path + "?done=submit")
        }

        @Test("Whoever publishes learns that the writer has not submitted the story, or has taken it back")
        func publishedUnsubmitted() async throws {
            let story = try await Story()
            let words = "\(story.writer.name) is still writing this story"
            func panel(_ who: RoomBrowser) async throws -> String {
                try await who.get(story.path + "/publish").text
            }
            #expect(try await panel(story.atEditor).contains(words))
            let submitted = try await story.atWriter.fields(story.path, ["do": "submit"])
            #expect(try await story.atWriter.post(story.path, submitted).status == 303)
            #expect(try await !panel(story.atEditor).contains(words))
            let base = try await story.atEditor.fields(story.path, [:])["revision"] ?? ""
            let back = try await story.atWriter.fields(story.path, ["do": "recall"])
            #expect(try await story.atWriter.post(story.path, back).status == 303)
            #expect(try await panel(story.atEditor).contains(words))
            let told = try await story.atEditor.post(story.path + "/presence", ["base": base]).text
            let takenBack = "Taken back by \(story.writer.name), "
            #expect(told.contains(takenBack), "\(told)")
            // Whoever still sees the submitted story learns that there is nothing new to read.
            let outdated = try await story.atEditor.get(story.path + "/publish?seen=" + base).text
            #expect(outdated.contains("<p>" + takenBack) && !outdated.contains("This goes out too"))
            var approval = try await story.atEditor.fields(story.path, ["do": "approve"])
            approval["revision"] = base
            let asked = try await story.atEditor.post(story.path, approval).text
            #expect(asked.contains("<p>" + takenBack) && !asked.contains("Read what is new"))
        }

        @Test("Whoever approves sees first what others saved since the page was opened") func approvedUnseen()
            async throws
        {
            let story = try await Story()
            let open = try await story.atEditor.fields(story.path, ["do": "approve"])
            let later = try await story.atWriter.fields(
                story.path, ["do": "save", "body": "Text, and thirteen degrees."])
            #expect(try await story.atWriter.post(story.path, later).status == 303)
            let asked = try await story.atEditor.post(story.path, open)
            let text = try asked.text
            #expect(asked.status == 422)
            #expect(text.contains("\(story.writer.name) changed this article since you opened it."))
            #expect(text.contains("thirteen degrees.</ins>"))
            #expect(try await !story.atEditor.get(story.path).text.contains("These are your changes"))
            let read = try await story.atEditor.fields(story.path, ["do": "approve"])
            #expect(try await story.atEditor.post(story.path, read)["location"] == story.path + "?done=approve")
        }

        @Test("Who was not heard of for a minute is gone, and begins anew when back") func absent() async throws {
            let story = try await Story()
            let site = try SharedSite.site
            func others(_ who: RoomBrowser) async throws -> String { try await who.post(story.path + "/presence").text }
            func age(_ seconds: Int) async throws {
                try await site.backend.archive.write { holdings in
                    _ = try holdings.connection.query(
                        "update article_presence set seen_at = now() - make_interval(secs => \(seconds)), since = now() - interval '1 day' where article_id = \(story.id)"
                    )
                }
            }
            _ = try await story.atWriter.get(story.path)
            try await age(50)
            let yesterday = try await others(story.atEditor)
            #expect(
                yesterday.contains(story.writer.name) && yesterday.contains(String(Date().ISO8601Format().prefix(4))))
            try await age(70)
            #expect(try await !others(story.atEditor).contains(story.writer.name))
            _ = try await others(story.atWriter)
            let since: SQL =
                "select count(*) from article_presence where editor_id = \(story.writer.id) and since > now() - interval '1 minute'"
            #expect(try await site.number(since) == 1)
            func page() async throws -> String {
                try #require(try await story.atWriter.get(story.path).text.firstMatch(of: /data-page="([\w-]+)"/))
                    .output.1.description
            }
            let (former, present) = (try await page(), try await page())
            _ = try await story.atWriter.post(story.path + "/presence", ["leave": "1", "page": former])
            #expect(try await others(story.atEditor).contains(story.writer.name), "the page was only loaded anew")
            _ = try await story.atWriter.post(story.path + "/presence", ["leave": "1", "page": present])
            #expect(
                try await !others(story.atEditor).contains(story.writer.name), "who closes the page is gone at once")
        }
    }
}

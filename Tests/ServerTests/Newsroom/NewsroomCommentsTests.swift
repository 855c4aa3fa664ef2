import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// What people of the newsroom write to each other about a story.
    @Suite("Comments")
    struct CommentsTests {
        /// A story by a journalist, whom an editor and a contributor write to.
        struct Story {
            let writer: Room
            let editor: Room
            let contributor: Room
            let atWriter: RoomBrowser
            let atEditor: RoomBrowser
            let atContributor: RoomBrowser
            let headline = "Talked about \(UUID().uuidString)"
            let path: String
            let id: Int

            init() async throws {
                let site = try SharedSite.site
                (writer, editor) = (try await Room.person(site, .journalist), try await Room.person(site, .editor))
                contributor = try await Room.person(site, .contributor)
                (atWriter, atEditor) = (try await writer.browser(), try await editor.browser())
                atContributor = try await contributor.browser()
                path = try await atWriter.beginArticle()
                id = try #require(path.split(separator: "/").last.flatMap { Int($0) })
                let saved = try await atWriter.send(path, ["do": "save", "headline": headline, "body": "Text."])
                try #require(saved.status == 303)
            }

            /// Writes a comment; returns its number.
            func say(_ text: String, _ who: RoomBrowser, _ more: [String: String] = [:]) async throws -> Int {
                let answer = try await who.post(path + "/comments", ["comment": text].merging(more) { $1 })
                try #require(answer.status == 303, "\(answer.status)")
                let place = try #require(answer["location"])
                #expect(place.hasPrefix("\(path)?done=comment#comment-"))
                return try #require(place.split(separator: "-").last.flatMap { Int($0) })
            }

            func act(_ name: String, _ comment: Int, _ who: RoomBrowser) async throws -> Answer {
                try await who.post("\(path)/comments/\(comment)", ["do": name])
            }

            /// The list of comments that a person finds.
            func talk(_ who: RoomBrowser, _ query: String = "") async throws -> String {
                let text = try await who.get(path + query).text
                let start = try #require(text.range(of: #"<details class="panel" id="comments""#)?.lowerBound)
                let end = try #require(text.range(of: #"id="comments-said""#)?.lowerBound)
                return String(text[start..<end])
            }

            /// The lines about this story under "For you".
            func told(_ who: RoomBrowser) async throws -> [String] {
                let page = try await who.get("/admin/").text
                guard let start = page.range(of: #"id="h-told""#)?.upperBound,
                    let end = page[start...].range(of: "</section>")?.lowerBound
                else { return [] }
                return page[start..<end].split(separator: "<li>").map(String.init).filter { $0.contains(headline) }
            }

            /// The number beside *Today*.
            func unread(_ who: RoomBrowser, on page: String = "/admin/account") async throws -> Int {
                let text = try await who.get(page).text
                return text.firstMatch(of: /<b class="count">([0-9]+)</).flatMap { Int($0.1) } ?? 0
            }
        }

        @Test("Everybody may comment; paragraphs stay, addresses become links, markup does not") func written()
            async throws
        {
            let story = try await Story()
            let text =
                "One <b>\r\nline & another.\r\n\r\nSee (https://example.org/a_(b)), javascript:alert(1) and http://."
            let number = try await story.say(text, story.atContributor)
            for who in [story.atWriter, story.atEditor, story.atContributor] {
                let talk = try await story.talk(who)
                #expect(talk.contains("<summary>Comments (1)</summary>"))
                #expect(
                    talk.contains(#"<li id="comment-\#(number)""#) && talk.contains("<b>\(story.contributor.name)</b>"))
                #expect(talk.contains("<p class=\"said\">One &lt;b&gt;&#10;line &amp; another.</p>"))
                #expect(
                    talk.contains(
                        #"See (<a href="https://example.org/a_(b)" rel="noopener noreferrer nofollow">https://example.org/a_(b)</a>), javascript:alert(1) and http://.</p>"#
                    ))
            }
        }

        @Test("Words of the article that a comment quotes stand apart from its own") func passage() async throws {
            let story = try await Story()
            _ = try await story.say("> Text <i>\r\n\r\nWhose?\r\n\r\n> a\r\nb", story.atContributor)
            let talk = try await story.talk(story.atWriter)
            #expect(talk.contains("<blockquote class=\"said\"><span class=\"words\">Text &lt;i&gt;</span>"))
            #expect(talk.contains("<p class=\"said\">Whose?</p>") && talk.contains("<p class=\"said\">&gt; a"))
        }

        @Test("Words are no link once the story has a page") func published() async throws {
            let story = try await Story()
            _ = try await story.say("Nothing but words", story.atWriter)
            try await SharedSite.site.backend.archive.write { [id = story.id] in
                _ = try $0.connection.query(
                    "update articles set status = 'published', published_at = now() where id = \(id)")
            }
            #expect(try await story.talk(story.atEditor).contains("<p class=\"said\">Nothing but words</p>"))
        }

        @Test("The newest is the last") func order() async throws {
            let story = try await Story()
            for word in ["alpha", "beta", "gamma"] { _ = try await story.say("Word \(word)", story.atEditor) }
            let talk = try await story.talk(story.atWriter)
            let places = try ["alpha", "beta", "gamma"].map { try #require(talk.range(of: "Word " + $0)?.lowerBound) }
            #expect(places == places.sorted())
        }

        @Test(
            "What is not accepted is said in words, and stays in the form",
            arguments: [
                (["comment": " \r\n "], "Write something first."),
                (["comment": String(repeating: "á", count: 2001)], "longer than 2000 characters"),
                (["comment": "Due", "comment_due": "2031-02-03"], "Choose for whom it is"),
                (["comment": "Due", "comment_for": "1", "comment_due": "tomorrow"], "Write the day like"),
                (["comment": "Due", "comment_for": "1", "comment_due": "2027-02-30"], "Write the day like"),
                (["comment": "Due", "comment_for": "1", "comment_due": "2009-05-31"], "The day is past"),
                (["comment": "Due", "comment_for": "1", "comment_due": "9999-05-31"], "The day is past"),
                (["comment": "For nobody", "comment_for": "999999999"], "Choose somebody from the list."),
                (["comment": "For nobody", "comment_for": "' or 1"], "Choose somebody from the list."),
                (["comment": "@contributor do it"], "Who is @contributor? It may be contributor "),
            ])
        func refused(_ fields: [String: String], _ words: String) async throws {
            let story = try await Story()
            _ = try await Room.person(try SharedSite.site, .contributor)
            for part in ["", "1"] {
                let answer = try await story.atEditor.post(
                    story.path + "/comments", fields.merging(["part": part]) { $1 })
                let text = try answer.text
                #expect(answer.status == 422)
                #expect(text.contains(words) && text.contains(#"aria-invalid="true""#))
                let typed = (fields["comment"] ?? "").prefix(60).trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(typed.isEmpty || text.contains(typed))
                #expect(text.contains("<html") == (part == ""))
            }
            #expect(
                try await SharedSite.site.number("select count(*) from article_comments where article_id = \(story.id)")
                    == 0)
        }

        @Test("2000 characters are not too many, whatever they are") func longest() async throws {
            let story = try await Story()
            for letter in ["á", "👩‍🚀", "\n@"] {
                let text = String(
                    String.UnicodeScalarView(String(repeating: letter, count: 2000).unicodeScalars.prefix(2000)))
                _ = try await story.say(text, story.atEditor)
            }
        }

        @Test("A body that is larger than an article's form is refused unread") func hugeBody() async throws {
            let story = try await Story()
            let text = String(repeating: "a", count: 9_000_000)
            #expect(try await story.atEditor.post(story.path + "/comments", ["comment": text]).status == 413)
        }

        @Test("Another site's form, and one without the session's token, write nothing") func foreign() async throws {
            let story = try await Story()
            #expect(
                try await story.atEditor.post(story.path + "/comments", ["comment": "Hi"], token: "x").status == 403)
            let number = try await story.say("Hello", story.atEditor)
            #expect(
                try await story.atEditor.post("\(story.path)/comments/\(number)", ["do": "delete"], token: "").status
                    == 403)
            #expect(try await story.talk(story.atEditor).contains("Hello"))
        }

        @Test("Without a script, the article's text is kept with the comment, and shown beside a refused one")
        func unscripted() async throws {
            let story = try await Story()
            let changes = ["headline": story.headline + " typed", "comment": "With text", "comment_for": ""]
            let answer = try await story.atWriter.post(
                story.path + "/comments", try await story.atWriter.fields(story.path, changes))
            #expect(answer.status == 303)
            let page = try await story.atWriter.get(story.path).text
            #expect(
                page.contains(story.headline + " typed") && page.contains("autosaved") && page.contains("With text"))
            let empty = changes.merging(["comment": "", "headline": story.headline + " again"]) { $1 }
            let refused = try await story.atWriter.post(
                story.path + "/comments", try await story.atWriter.fields(story.path, empty))
            #expect(try refused.status == 422 && refused.text.contains(story.headline + " again"))
            // Who may not write the article leaves no text of it.
            let foreign = try await story.atContributor.fields(
                story.path, ["headline": "Not mine", "section": "city", "comment": "Still"])
            #expect(try await story.atContributor.post(story.path + "/comments", foreign).status == 303)
            let copies: SQL =
                "select count(*) from working_copies where article_id = \(story.id) and editor_id = \(story.contributor.id)"
            #expect(try await SharedSite.site.number(copies) == 0)
        }

        @Test("Anybody marks one as done and opens it again; who and when is said") func done() async throws {
            let story = try await Story()
            let number = try await story.say("Check the quote", story.atEditor)
            let answer = try await story.act("done", number, story.atContributor)
            #expect(
                answer.status == 303 && answer["location"]?.hasSuffix("?done=commentDone#comment-\(number)") == true)
            var talk = try await story.talk(story.atWriter)
            #expect(talk.contains("Done by \(story.contributor.name)") && talk.contains("<summary>Comments</summary>"))
            #expect(try await story.act("done", number, story.atWriter).status == 303, "twice is once")
            #expect(try await story.talk(story.atWriter).contains("Done by \(story.contributor.name)"))
            #expect(try await story.act("reopen", number, story.atWriter).status == 303)
            talk = try await story.talk(story.atWriter)
            #expect(!talk.contains("Done:") && talk.contains("<summary>Comments (1)</summary>"))
            #expect(try await story.act("shout", number, story.atWriter).status == 400)
        }

        @Test("Only its author and editors delete a comment") func deleted() async throws {
            let story = try await Story()
            let (first, second) = (
                try await story.say("First", story.atWriter), try await story.say("Second", story.atWriter)
            )
            #expect(try await story.act("delete", first, story.atContributor).status == 403)
            #expect(try await !story.talk(story.atContributor).contains(#"value="delete""#))
            #expect(try await story.act("delete", first, story.atWriter).status == 303)
            #expect(try await story.act("delete", second, story.atEditor).status == 303)
            #expect(try await !story.talk(story.atWriter).contains("<li id="))
            let gone = try await story.act("done", first, story.atWriter)
            #expect(gone["location"]?.hasSuffix("?done=commentGone#comments") == true)
        }

        @Test("A comment is found only by its own story") func elsewhere() async throws {
            let (one, other) = (try await Story(), try await Story())
            let number = try await one.say("Here", one.atWriter)
            let answer = try await other.act("delete", number, other.atEditor)
            #expect(answer["location"]?.contains("commentGone") == true)
            #expect(try await one.talk(one.atWriter).contains("Here"))
            #expect(try await one.atEditor.post("/admin/articles/999999999/comments", ["comment": "x"]).status == 404)
        }

        @Test("500 comments are enough") func full() async throws {
            let story = try await Story()
            try await SharedSite.site.backend.archive.write { holdings in
                _ = try holdings.connection.query(
                    "insert into article_comments (article_id, author_id, text) select \(story.id), \(story.editor.id), 'Many' from generate_series(1, 499)"
                )
            }
            let last = try await story.say("The last", story.atEditor)
            let answer = try await story.atEditor.post(story.path + "/comments", ["comment": "Too many", "part": "1"])
            #expect(answer.status == 422)
            let page = try await story.talk(story.atEditor)
            #expect(page.contains("This article has 500 comments") && !page.contains(#"name="comment""#))
            _ = try await story.act("delete", last, story.atEditor)
            _ = try await story.say("Room again", story.atEditor)
        }

        @Test("They go when the story is deleted for good, and none can be added") func killed() async throws {
            let story = try await Story()
            _ = try await story.say("@\(story.writer.name) look", story.atEditor)
            let revision = try await SharedSite.site.number("select revision from articles where id = \(story.id)")
            let kill = ["do": "kill", "revision": "\(revision)", "base": "\(revision)"]
            #expect(try await story.atEditor.post(story.path, kill).status == 303)
            #expect(
                try await SharedSite.site.number("select count(*) from article_comments where article_id = \(story.id)")
                    == 0)
            let answer = try await story.atEditor.post(story.path + "/comments", ["comment": "Late", "part": "1"])
            #expect(try answer.status == 422 && answer.text.contains("removed for good"))
        }

        @Test("Neither readers nor revisions nor exports have them") func secret() async throws {
            let story = try await Story()
            let word = "Secret\(UUID().uuidString)"
            _ = try await story.say("\(word) https://\(word).example/", story.atEditor)
            let revision = try await SharedSite.site.number("select revision from articles where id = \(story.id)")
            let publish = ["do": "publish", "revision": "\(revision)", "base": "\(revision)"]
            let answer = try await story.atEditor.post(story.path, publish)
            #expect(answer.status == 303)
            let site = try SharedSite.site
            let slug: String = try await site.backend.archive.read {
                try $0.connection.query("select slug from articles where id = \(story.id)")[0].get(0)
            }
            for path in [
                "/articles/\(slug)", "/lite/articles/\(slug)", "/rss.xml", "/feed.json", "/ws?network=wifi&items=200",
                "/search?q=\(word)",
            ] {
                let text = try await site.get(path).text
                #expect(!text.replacing("value=\"\(word)\"", with: "").contains("\(word) http"), "\(path)")
            }
            for path in ["\(story.path)/revisions", "\(story.path)/revisions/1", "/admin/audit.csv"] {
                #expect(try await !story.atEditor.get(path).text.contains(word), "\(path)")
            }
            let revisions: SQL =
                "select count(*) from article_revisions where article_id = \(story.id) and content::text like \("%" + word + "%")"
            #expect(try await site.number(revisions) == 0)
        }

        @Test("The audit trail says who did what, without the words") func audited() async throws {
            let story = try await Story()
            let number = try await story.say("Hush", story.atWriter, ["comment_for": "\(story.editor.id)"])
            for act in ["done", "reopen", "delete"] { _ = try await story.act(act, number, story.atEditor) }
            let rows: [String] = try await SharedSite.site.backend.archive.read { holdings in
                try holdings.connection.query(
                    "select action || ' ' || editor_id || ' ' || detail::text from audit where subject = \("article/\(story.id)") and action like 'comment.%' order by id"
                ).map { try $0.get(0) }
            }
            let (who, editor) = (story.writer.id, story.editor)
            #expect(
                rows == [
                    #"comment.create \#(who) {"for": "\#(editor.name)", "comment": "\#(number)"}"#,
                    #"comment.done \#(editor.id) {"comment": "\#(number)"}"#,
                    #"comment.reopen \#(editor.id) {"comment": "\#(number)"}"#,
                    #"comment.delete \#(editor.id) {"comment": "\#(number)"}"#,
                ])
        }
    }
}

import Archive
@testable import Editorial
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    @Suite("Writing")
    struct WritingTests {
        @Test("Related stories are found by their headlines, chosen and removed") func related() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let other = try await browser.beginArticle()
            _ = try await browser.send(
                other, ["do": "publish", "headline": "Quay <b>reopens</b>", "body": "At noon."])
            let path = try await browser.beginArticle()
            let found = try await browser.send(
                path, ["do": "find-related", "related_q": "quay reopens", "headline": "Kept"]
            ).text
            let button = #"value="relate-quay-b-reopens-b" formnovalidate>Quay &lt;b&gt;reopens"#
            #expect(found.contains(button) && found.contains("Kept"))
            let chosen = try await browser.send(path, ["do": "relate-quay-b-reopens-b", "headline": "Kept"])
            #expect(chosen["location"] == path + "#related")
            #expect(try await browser.get(path).text.contains(#"value="unrelate-quay-b-reopens-b""#))
            #expect(try await browser.send(path, [:])["location"] == path + "?done=save")
            #expect(try await browser.get(path + "/revisions/1").text.contains("quay-b-reopens-b"))
            let wrong = try await browser.send(path, ["related": "https://news.example.org/articles/never-was"])
            #expect(try wrong.status == 422 && wrong.text.contains("Enter the address of one other article"))
            _ = try await browser.send(path, ["do": "unrelate-never-was", "related": "never-was quay-b-reopens-b"])
            #expect(try await !browser.get(path).text.contains("unrelate-never-was"))
            struct List: Decodable {
                struct Story: Decodable { var slug: String; var title: String }; var stories: [Story]
            }
            let list = try await browser.get("/admin/articles.json?q=quay").json(List.self)
            #expect(list.stories.contains { $0.slug == "quay-b-reopens-b" && $0.title == "Quay <b>reopens</b>" })
            #expect(try await site.get("/admin/articles.json?q=quay").status == 401)
        }

        @Test("The rich editor gets a text in blocks, sanitised") func blocks() async throws {
            struct Reply: Decodable {
                struct Block: Decodable { var html: String; var text: String }; var blocks: [Block]
            }
            let browser = try await Room.person(SharedSite.site, .contributor).browser()
            let answer = try await browser.post(
                "/admin/text", ["body": "# A <b onclick=x>b</b>\r\n\r\n<script>x</script>\0- c\n\n![](picture:x)"])
            #expect(answer.status == 200 && answer["content-type"] == "application/json")
            #expect(answer["cache-control"] == "no-store" && answer["x-content-type-options"] == "nosniff")
            let blocks = try answer.json(Reply.self).blocks
            #expect(
                blocks.map(\.html) == ["<h2>A <b>b</b></h2>", "<p>- c</p>"]
                    && blocks.map(\.text) == ["## A **b**", "\\- c"])
            #expect(try await browser.post("/admin/text", token: "wrong").status == 403)
        }

        @Test("From the first line to the last", .timeLimit(.minutes(2))) func day() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            let saved = try await browser.send(
                path,
                ["headline": "Low\0 tide", "body": "**Water** & mud.\n\n<script>x</script>", "categories": "Sea, Mud"])
            #expect(saved.status == 303 && saved["location"] == path + "?done=save")
            #expect(try await site.get("/articles/low-tide").status == 404)
            let published = try await browser.send(path, ["do": "publish", "standfirst": "At noon."])
            #expect(published["location"] == path + "?done=publish")
            let page = try await site.get("/articles/low-tide", ["Accept": "text/html"]).text
            #expect(
                page.contains("<strong>Water</strong> &amp; mud.") && page.contains("At noon.")
                    && !page.contains("<script>x"))
            #expect(try await browser.send(path, ["do": "correct", "text_correct": ""]).status == 422)
            for move in ["save", "correct", "withdraw"] {
                let whole = try await browser.send(path, ["do": move, "headline": "", "text_correct": "So."])
                #expect(try whole.status == 422 && whole.text.contains("fault-headline"), "\(move)")
            }
            _ = try await browser.send(path, ["do": "discard"])
            #expect(try await browser.send(path, ["do": "correct", "text_correct": "High, not low."]).status == 303)
            #expect(try await site.get("/articles/low-tide").text.contains("High, not low."))
            #expect(try await browser.send(path, ["do": "withdraw", "text_withdraw": "Wrong sea."]).status == 303)
            let gone = try await site.get("/articles/low-tide", ["Accept": "text/html"])
            #expect(try gone.status == 410 && gone.text.contains("Wrong sea."))
            #expect(try await browser.send(path, ["do": "publish"]).status == 409)
            let revisions = try await browser.get(path + "/revisions").text
            for words in ["Created", "Saved", "Published", "Corrected", "Withdrawn", "Wrong sea."] {
                #expect(revisions.contains(words), "\(words)")
            }
        }

        @Test("Every faulty field is named at its place, and nothing typed is lost") func faults() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            let typed = [
                "headline": "", "standfirst": String(repeating: "s", count: 2001), "body": "Kept & <b>whole</b>",
                "latitude": "91",
                "longitude": "0", "radius": "x", "language": "english", "slug": "Not a slug",
                "translation_of": "nowhere",
                "categories": "ok, \(String(repeating: "c", count: 101))", "embargo": "soon", "picture": "zz",
                "alt": "",
            ]
            let answer = try await browser.send(path, typed.merging(["do": "publish"]) { $1 })
            #expect(answer.status == 422)
            let text = try answer.text
            for name in ["standfirst", "latitude", "language", "slug", "categories", "embargo", "picture"] {
                #expect(text.contains("id=\"fault-\(name)\"") && text.contains("href=\"#\(name)\""), "\(name)")
            }
            #expect(text.contains("Kept &amp; &lt;b&gt;whole&lt;/b&gt;") && text.contains("value=\"Not a slug\""))
            #expect(
                try await browser.get(path).text.contains("value=\"Not a slug\""), "it is there after coming back too")
            #expect(
                try await site.number("select count(*) from articles where headline = '' and status = 'published'") == 0
            )
            // Faults that only the archive can find.
            let second = try await browser.beginArticle()
            let unknown = try await browser.send(
                second,
                [
                    "headline": "H", "translation_of": "nowhere", "picture": String(repeating: "a", count: 64),
                    "alt": "A",
                ])
            #expect(unknown.status == 422)
            for name in ["translation_of", "picture"] {
                #expect(try unknown.text.contains("id=\"fault-\(name)\""), "\(name)")
            }
        }

        @Test("What is typed is kept, and of two browsers none writes over the other") func keeping() async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .contributor)
            let (one, other) = (try await room.browser(), try await room.browser())
            let path = try await one.beginArticle()
            let first = try await one.post(
                path + "/working-copy", try await one.fields(path, ["headline": "Typed here"]))
            #expect(first.status == 200 && first["n4md-version"] == "1")
            #expect(
                try first.text.contains("How devices show it") && first.text.contains("Typed here")
                    && !first.text.contains("<html")
            )
            #expect(try await other.get(path).text.contains(">\nTyped here</textarea>"))
            let second = try await other.post(
                path + "/working-copy", try await other.fields(path, ["headline": "Typed there"]))
            #expect(second["n4md-version"] == "2")
            let late = try await one.post(
                path + "/working-copy", try await one.fields(path, ["headline": "Typed late", "version": "1"]))
            #expect(late.status == 409)
            #expect(try await one.get(path).text.contains(">\nTyped there</textarea>"))
            let today = try await one.get("/admin/").text
            #expect(
                today.contains("Your unsaved changes") && today.components(separatedBy: "href=\"\(path)\"").count == 2)
            #expect(try await one.send(path, ["do": "discard"]).status == 303)
            #expect(try await !one.get(path).text.contains("Typed there"))
            let stranger = try await Room.person(site, .contributor).browser()
            #expect(try await stranger.post(path + "/working-copy", ["headline": "Mine"]).status == 423)
            // Whoever saves after the article has moved on gets the text back to copy it.
            let tooLate = try await stranger.send(path, ["do": "save", "headline": "Mine", "body": "My own words"])
            #expect(try tooLate.status == 403 && tooLate.text.contains("Mine&#10;&#10;My own words</textarea>"))
        }

        @Test(
            "The browser is told which of its copies came here, by a name of its own making alone",
            arguments: [("mi3k9x0a", "?copy=mi3k9x0a"), ("", ""), ("A\r\nX: y", ""), ("a&done=save", "")])
        func received(copy: String, query: String) async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            let typed = ["headline": "Typed", "copy": copy]
            let place = typed.merging(["do": "relate-no-such-story"]) { $1 }
            #expect(try await browser.send(path, place)["location"] == path + query + "#related")
            let refused = try await browser.send(path, typed.merging(["latitude": "91"]) { $1 })
            #expect(try refused.text.contains("data-received=\"\(copy)\"") == !query.isEmpty)
            #expect(try await browser.get(path).text.contains("91"), "which it kept")
            let discarded = try await browser.send(path, typed.merging(["do": "discard"]) { $1 })
            #expect(discarded["location"] == path + query)
            #expect(try await browser.get(path + query).text.contains("data-received") == !query.isEmpty)
        }

        @Test(
            "A base that the article never had is that of now",
            arguments: ["-1", "0", "7", "99999999999999999999", "x"]
        )
        func base(number: String) async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            for version in ["0", "99999999999", "-1"] {
                let typed = ["headline": "Typed", "base": number, "version": version]
                let kept = try await browser.post(path + "/working-copy", try await browser.fields(path, typed))
                #expect(kept.status == (version == "0" ? 200 : 409), "\(version)")
            }
            #expect(try await browser.get(path).text.contains("name=\"base\" value=\"1\""))
        }

        @Test("Revisions are compared, and brought back") func revisions() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            _ = try await browser.send(path, ["headline": "Old words", "body": "One two three"])
            _ = try await browser.send(path, ["headline": "New words", "body": "One 2 three"])
            let text = try await browser.get(path + "/revisions/2").text
            #expect(
                text.contains("<del>Old </del><ins>New </ins>words")
                    && text.contains("One <del>two </del><ins>2 </ins>three"))
            #expect(try await browser.post(path + "/revisions/2").status == 303)
            #expect(try await browser.get(path).text.contains(">\nOld words</textarea>"))
            #expect(try await browser.send(path, [:]).status == 303)
            #expect(try await browser.get(path + "/revisions/2").text.contains("The text is the same."))
            // The current one shows what it changed itself.
            let current = try await browser.get(path + "/revisions/4").text
            #expect(
                current.contains("This is the current version. Red:") && current.contains("<ins>Old </ins>"))
            #expect(try await browser.get(path + "/revisions/99").status == 404)
        }

        @Test("Each device's page shows what is not saved yet, to its writer alone") func preview() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let other = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            _ = try await browser.send(path, ["headline": "Saved before", "body": "Text"])
            let typed = ["headline": "Typed & not saved", "body": "It **rains** <script>alert(1)</script>."]
            let kept = try await browser.post(path + "/working-copy", try await browser.fields(path, typed))
            #expect(kept.status == 200)
            for device in SeenAs.devices.map(\.key) {
                let page = try await browser.get("\(path)/preview/\(device)")
                #expect(page.status == 200 && page["cache-control"] == "no-store" && page["etag"] == nil, "\(device)")
                let text = try page.text
                #expect(text.contains("Typed &amp; not saved") && text.contains("<strong>rains</strong>"), "\(device)")
                #expect(!text.contains("<script>alert"), "\(device)")
                #expect(try await other.get("\(path)/preview/\(device)").text.contains("Saved before"), "\(device)")
                #expect(try await browser.get(path).text.contains("href=\"\(path)/preview/\(device)\""), "\(device)")
            }
            #expect(try await browser.get(path + "/preview/none").status == 404)
            #expect(try await browser.get("/admin/articles/999999/preview/old").status == 404)
        }

        @Test("What was typed with a move that is refused is still there") func refusedMove() async throws {
            let browser = try await Room.person(try SharedSite.site, .editor).browser()
            let path = try await browser.beginArticle()
            let changes = ["do": "publish", "headline": "Out", "body": "Text"]
            #expect(try await browser.send(path, changes)["location"] == path + "?done=publish")
            #expect(try await browser.get(path).text.contains("Publish changes"))
            let empty = try await browser.send(path, ["do": "correct", "headline": "Out", "body": "Other"])
            let told = try empty.text
            #expect(empty.status == 422 && told.contains("<details class=\"panel\" open>"))
            #expect(told.contains("href=\"#text_correct\""))
            #expect(told.contains("id=\"fault-text\"") && told.contains(">\nOther</textarea>"))
            let saved = try await browser.get(path + "?done=saveOut").text
            #expect(saved.contains("Readers have the new text."))
            // The way back is one tap away.
            let former =
                path + "/revisions/\(Int(try await browser.fields(path, [:])["revision"] ?? "").map { $0 - 1 } ?? 0)"
            #expect(saved.contains(#"href="\#(former)""#))
            #expect(try await browser.get(former).status == 200)
        }

        @Test("Published changes can be undone, unless somebody has changed the story since") func undoChanges()
            async throws
        {
            let browser = try await Room.person(try SharedSite.site, .editor).browser()
            let path = try await browser.beginArticle()
            let headline = "Undone \(UUID().uuidString)"
            _ = try await browser.send(path, ["do": "publish", "headline": headline, "body": "First"])
            #expect(try await browser.send(path, ["body": "Second"])["location"] == path + "?done=saveOut")
            let page = try await browser.get(path + "?done=saveOut").text
            let form = try #require(
                page.firstMatch(of: /(?s)action="([^"]+\/revisions\/\d+)">.*?name="revision" value="(\d+)"/))
            let undo = ["do": "undo", "revision": String(form.2)]
            #expect(try await browser.post(String(form.1), undo)["location"] == path + "?done=changeUndone")
            #expect(try await browser.get(path).text.contains(">\nFirst</textarea>"))
            #expect(try await browser.post(String(form.1), undo)["location"] == path + "?done=notUndone")
            #expect(try await browser.get(path).text.contains(">\nFirst</textarea>"))
            // Another's change is not offered to be undone, even where the address still says that something was saved.
            let other = try await Room.person(try SharedSite.site, .editor).browser()
            #expect(try await other.send(path, ["body": "Third"]).status == 303)
            #expect(try await !browser.get(path + "?done=saveOut").text.contains("value=\"undo\""))
        }

        @Test("Who may not write sees what it says, and what can be done") func readOnly() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .journalist).browser()
            let path = try await browser.beginArticle()
            _ = try await browser.send(path, ["headline": "Handed in", "body": "Text"])
            #expect(try await browser.send(path, ["do": "submit"])["location"] == path + "?done=submit")
            let text = try await browser.get(path).text
            #expect(
                !text.contains("name=\"headline\"") && text.contains("Handed in") && text.contains("value=\"recall\"")
                    && text.contains("take it back"))
            let editor = try await Room.person(site, .editor).browser()
            let seen = try await editor.get(path).text
            #expect(!seen.contains("take it back"))
            for move in ["review", "send-back", "approve"] { #expect(seen.contains("value=\"\(move)\""), "\(move)") }
            #expect(
                try await browser.post(path, ["headline": "Changed", "section": "city", "revision": "3", "base": "3"])
                    .status == 403)
            #expect(try await browser.post(path, ["do": "recall", "revision": "3"]).status == 303)
            #expect(try await browser.post(path, ["do": "publish", "revision": "4"]).status == 409)
        }

        @Test("Script in any field comes out as text") func hostile() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let path = try await browser.beginArticle()
            let bad = "\"'></textarea><script>alert(1)</script>"
            var typed: [String: String] = [:]
            for name in ArticleForm.names { typed[name] = bad }
            let refused = try await browser.send(path, typed)
            _ = try await browser.post(path + "/working-copy", try await browser.fields(path, typed))
            for text in [try refused.text, try await browser.get(path).text] {
                #expect(!text.contains("<script>alert") && !text.contains("\"'>"))
            }
        }
    }
}

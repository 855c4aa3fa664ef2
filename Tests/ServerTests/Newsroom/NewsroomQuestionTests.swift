import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// The newsroom asks for confirmation before publishing a headline with no text.
    @Suite("Questions")
    struct QuestionTests {
        private struct Writer {
            let browser: RoomBrowser
            let path: String

            init(_ role: EditorRole) async throws {
                browser = try await Room.person(try SharedSite.site, role).browser()
                path = try #require(try await browser.post("/admin/articles")["location"])
            }

            /// Sends the form as a browser showing the article's current revision would.
            func send(_ name: String, _ headline: String, body: String, _ more: [String: String] = [:]) async throws
                -> Answer
            {
                let page = try await browser.get(path).text
                let revision = String(try #require(page.firstMatch(of: /name="revision" value="(\d+)"/)).1)
                let fields = [
                    "do": name, "headline": headline, "body": body, "section": "city", "language": "en",
                    "revision": revision, "base": revision,
                    "out": page.contains("name=\"out\" value=\"1\"") ? "1" : "",
                ]
                return try await browser.post(path, fields.merging(more) { $1 })
            }

            var status: String {
                get async throws {
                    let id = Int(path.split(separator: "/").last ?? "") ?? 0
                    return try await SharedSite.site.backend.archive.read { holdings in
                        try holdings.connection.query("select status::text from articles where id = \(id)")[0].get(0)
                    }
                }
            }
        }

        private static let tomorrow = String(Date().addingTimeInterval(86_400).ISO8601Format().prefix(16))

        @Test("A headline without a text is published only by who says so", arguments: ["", " \n\n ", "&nbsp;"])
        func asked(_ body: String) async throws {
            let writer = try await Writer(.editor)
            let headline = "Nothing below \(UUID().uuidString)"
            let more = ["standfirst": "Kept & whole"]
            let answer = try await writer.send("publish", headline, body: body, more)
            let text = try answer.text
            #expect(answer.status == 422 && text.contains("There is no text"), "\(answer.status)")
            #expect(text.contains(#"value="publish-anyway""#))
            #expect(text.contains(headline) && text.contains("Kept &amp; whole"), "what was typed is there")
            #expect(try await writer.status == "unpublished")
            #expect(try await writer.browser.get(writer.path).text.contains("Kept &amp; whole"), "and kept")

            let said = try await writer.send("publish-anyway", headline, body: body, more)
            #expect(said.status == 303 && said["location"] == writer.path + "?done=publish")
            #expect(try await writer.status == "published")
        }

        @Test("A text is not asked for twice, and not of who only hands in", arguments: ["submit", "approve", "save"])
        func notAsked(_ name: String) async throws {
            let writer = try await Writer(.editor)
            let answer = try await writer.send(name, "Line \(UUID().uuidString)", body: "")
            #expect(answer["location"] == writer.path + "?done=\(name)")
        }

        @Test("What readers have keeps its text unless somebody says otherwise", arguments: ["save", "correct"])
        func textTakenAway(_ name: String) async throws {
            let writer = try await Writer(.editor)
            let headline = "Had a text \(UUID().uuidString)"
            #expect(try await writer.send("publish", headline, body: "A text.").status == 303)
            let why = ["text_correct": "It was wrong."]
            let answer = try await writer.send(name, headline, body: "", why)
            let text = try answer.text
            #expect(answer.status == 422 && text.contains(#"value="\#(name)-anyway""#))
            if name == "correct" { #expect(text.contains("It was wrong.")) }
            let said = try await writer.send(name + "-anyway", headline, body: "", why)
            #expect(said["location"] == writer.path + "?done=\(name == "save" ? "saveOut" : name)")
            // The answer still holds for later saves.
            #expect(try await writer.send("save", headline + "!", body: "").status == 303)
            #expect(try await writer.send("withdraw", headline + "!", body: "").status == 303)
            #expect(try await writer.send("restore", headline + "!", body: "").status == 422)
            #expect(try await writer.send("restore-anyway", headline + "!", body: "").status == 303)
        }

        @Test("A text goes to readers at once only if its writer can know that they have the article")
        func publishedMeanwhile() async throws {
            let writer = try await Writer(.editor)
            let headline = "Out meanwhile \(UUID().uuidString)"
            #expect(try await writer.send("save", headline, body: "A text.").status == 303)
            #expect(try await writer.send("publish", headline, body: "A text.").status == 303)
            // The page of somebody who opened the article before that.
            let answer = try await writer.send("save", headline, body: "A text. CHECK THIS", ["out": ""])
            let text = try answer.text
            #expect(answer.status == 422 && text.contains("Somebody published this article after you had opened it"))
            #expect(text.contains(#"value="save-anyway">Publish changes"#) && text.contains("CHECK THIS"))
            let slug = try #require(text.firstMatch(of: /\/articles\/(out-meanwhile-[a-z0-9-]+)/)).output.1
            #expect(try await !SharedSite.site.get("/articles/\(slug)").text.contains("CHECK THIS"))
            let said = try await writer.send("save-anyway", headline, body: "A text. Checked.", ["out": ""])
            #expect(said["location"] == writer.path + "?done=saveOut")
            #expect(try await SharedSite.site.get("/articles/\(slug)").text.contains("Checked."))
        }

        @Test("The edition desk says how many approved articles have no text") func edition() async throws {
            let site = try SharedSite.site
            let (desk, browser) = (
                try await Desk(site, .editor), try await Room.person(site, .editor).browser()
            )
            let day = "20\(Int.random(in: 30...89))-0\(Int.random(in: 1...9))-1\(Int.random(in: 0...9))"
            let made = try await desk.send(.post, "editions", #"{"date":"\#(day)","state":"open"}"#)
            let number = try made.json(EditionDeskTests.Edition.self).number
            for (headline, body) in [("With", "<p>Text.</p>"), ("Without", ""), ("Without too", "")] {
                let article = try await desk.write(
                    #"{"headline":"\#(headline)","body":"\#(body)","section":"city","edition":\#(number)}"#)
                _ = try await desk.send(
                    .post, "articles/\(article.id)/moves", #"{"move":"approve"}"#, ["If-Match": "*"])
                if headline != "Without too" {
                    let page = try await browser.get("/admin/editions/\(number)").text
                    #expect(page.contains("1 of them has no text") == (headline == "Without"))
                }
            }
            #expect(try await browser.get("/admin/editions/\(number)").text.contains("2 of them have no text"))
        }

        /// Programs may publish a headline alone, such as breaking news, but get a warning.
        @Test("The API publishes it and warns") func warned() async throws {
            struct Warned: Decodable {
                struct Warning: Decodable { var field: String; var detail: String }
                var status: String
                var warnings: [Warning]?
            }
            let desk = try await Desk(SharedSite.site, .editor)
            func write(_ body: String, _ status: String) async throws -> (Warned, Int) {
                let answer = try await desk.send(
                    .post, "articles",
                    #"{"headline":"Line","section":"city","body":"\#(body)","status":"\#(status)","publishAt":"\#(Self.tomorrow):00Z"}"#
                )
                #expect(answer.status == 201)
                return (try answer.json(), try answer.json(WrittenArticle.self).id)
            }
            #expect(try await write("<p>Text.</p>", "published").0.warnings == nil)
            #expect(try await write("", "unpublished").0.warnings == nil)
            #expect(try await write("", "scheduled").0.warnings?.map(\.field) == ["body"])
            let (line, id) = try await write("", "published")
            #expect(line.status == "published" && line.warnings?.map(\.field) == ["body"])
            #expect(try await desk.send(.get, "articles/\(id)").json(Warned.self).warnings?.count == 1)
            let put = #"{"headline":"Line","section":"city","body":"<p>More.</p>"}"#
            let mended = try await desk.send(.put, "articles/\(id)", put, ["If-Match": "*"])
            #expect(try mended.json(Warned.self).warnings == nil)
        }
    }
}

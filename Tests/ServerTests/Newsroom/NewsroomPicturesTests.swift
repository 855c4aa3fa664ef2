import Archive
import Foundation
import HTTPTypes
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// The picture pages, used by a browser without scripts.
    @Suite("Pictures")
    struct PicturesTests {
        func browser(_ role: EditorRole) async throws -> RoomBrowser {
            try await Room.person(SharedSite.site, role).browser()
        }

        /// Uploads a picture; returns its page.
        func upload(_ shade: UInt32, _ browser: RoomBrowser) async throws -> String {
            let bytes = try ResumableUploadTests.picture(shade, 400 + Int(shade & 0xFF))
            let answer = try await browser.send("/admin/pictures", files: [ChosenFile(name: "p.jpg", bytes: bytes)])
            try #require(answer.status == 303)
            return "/admin/pictures/" + PictureStore.hash(of: bytes)
        }

        func picture(_ path: String) async throws -> LibraryPicture {
            let hash = String(path.suffix(64))
            return try #require(try await SharedSite.site.backend.archive.read { try $0.pictures.libraryPicture(hash) })
        }

        func revision(_ path: String) async throws -> String { "\(try await picture(path).revision)" }

        @Test("Several at once; what is refused is told, and the rest is taken") func several() async throws {
            let browser = try await browser(.contributor)
            let (one, two) = (try ResumableUploadTests.picture(0x110011), try ResumableUploadTests.picture(0x441144))
            let files = [
                ChosenFile(name: "C:\\photos\\quay \"<b>\".jpg", bytes: one),
                ChosenFile(name: "text.jpg", bytes: Array("text".utf8)),
                ChosenFile(name: "two.jpg", bytes: two),
            ]
            let answer = try await browser.send("/admin/pictures", files: files)
            #expect(answer.status == 422)
            let text = try answer.text
            #expect(text.contains("text.jpg: This is not a JPEG") && text.contains("two.jpg"))
            #expect(text.contains("quay &quot;&lt;b&gt;&quot;.jpg") && !text.contains("<b>\""))
            for bytes in [one, two] {
                let path = "/admin/pictures/" + PictureStore.hash(of: bytes)
                #expect(text.contains("href=\"\(path)\""))
                #expect(try await browser.get(path).status == 200)
            }
            let good = try await browser.send("/admin/pictures", files: [files[2]])
            #expect(
                good.status == 303
                    && good["location"] == "/admin/pictures/\(PictureStore.hash(of: two))?done=uploaded")
            // Browsers send the field like this if no file is chosen.
            #expect(try await browser.send("/admin/pictures", files: [ChosenFile(name: "", bytes: [])]).status == 422)
            #expect(try await browser.send("/admin/pictures", files: [files[2]], token: "x").status == 403)
        }

        @Test("Words are kept, or nothing typed is lost") func words() async throws {
            let (owner, other) = (try await browser(.contributor), try await browser(.contributor))
            let path = try await upload(0x220010, owner)
            let words = ["title": " T\u{7} ", "alt": "One\r\nline </textarea><b>", "caption": "C", "credit": "<P>"]
            let sent = words.merging(["revision": try await revision(path)]) { $1 }
            #expect(try await other.post(path, sent).status == 403)
            #expect(try await owner.post(path, sent)["location"] == path + "?done=changed")
            let kept = try await picture(path).words
            #expect((kept.title, kept.alt, kept.credit) == ("T", "One\nline </textarea><b>", "<P>"))
            let outdated = try await owner.post(path, sent.merging(["alt": "Typed meanwhile"]) { $1 })
            #expect(outdated.status == 422)
            let now = try await revision(path)
            #expect(try outdated.text.contains("Typed meanwhile") && outdated.text.contains("value=\"\(now)\""))
            let long = try await owner.post(
                path,
                ["revision": try await revision(path), "alt": String(repeating: "x", count: 1001), "title": "Kept"])
            #expect(long.status == 422)
            #expect(try long.text.contains("Too long: Image description (alt text)"))
            #expect(try long.text.contains("value=\"Kept\""))
            let page = try await other.get(path).text
            #expect(page.contains("line &lt;/textarea&gt;&lt;b&gt;") && !page.contains("name=\"alt\""))
        }

        @Test(
            "The focal point is where the picture was pressed, or what two numbers say",
            arguments: [
                (["at.x": "72", "at.y": "108", "width": "288", "height": "216"], (25, 50)),
                (["at.x": "288", "at.y": "0", "width": "288", "height": "216"], (100, 0)),
                (["at.x": "999", "at.y": "-5", "width": "288", "height": "216"], (100, 0)),
                (["x": "70", "y": "40"], (70, 40)), (["x": "0", "y": "100"], (0, 100)),
                // A press of a key, and positions that are invalid.
                (["at.x": "0", "at.y": "0", "width": "288", "height": "216"], nil), (["x": "101", "y": "0"], nil),
                (["at.x": "5", "at.y": "5", "width": "0", "height": "nan"], nil), (["x": "", "y": "1"], nil),
                (["at.x": "5", "at.y": "5"], nil), ([:], nil),
            ] as [([String: String], (Int, Int)?)])
        func focus(_ fields: [String: String], _ point: (Int, Int)?) async throws {
            let browser = try await browser(.journalist)
            let path = try await upload(0x330020, browser)
            let before = try await picture(path).record.focus
            let answer = try await browser.post(path + "/focus", fields)
            #expect(answer.status == (point == nil ? 422 : 303))
            let after = try await picture(path).record.focus
            #expect(after == (point.map { PictureFocus(x: $0.0, y: $0.1, isSet: true) } ?? before))
            // The crops shown on the page exist.
            let page = try await browser.get(path).text
            for match in page.matches(of: /<img src="([^"]+)"/) {
                #expect(try await browser.get(String(match.1)).status == 200)
            }
        }

        @Test("Another in its place, and its end") func replaceAndDelete() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await desk.section("city")
            let browser = try await browser(.editor)
            let (old, named) = (try await upload(0x550030, browser), try await upload(0x550040, browser))
            let article = try await desk.write(
                #"{"headline":"Shown","section":"city","status":"published","picture":{"hash":"\#(old.suffix(64))","alt":"A"}}"#
            )
            let page = try await browser.get(old).text
            #expect(page.contains("href=\"/admin/articles/\(article.id)\"") && !page.contains(old + "/delete"))
            let form = ["revision": try await revision(old)]
            #expect(try await browser.post(old + "/delete", form).status == 422)

            let text = ChosenFile(name: "x.jpg", bytes: Array("no picture".utf8))
            #expect(try await browser.send(old + "/replace", form, files: [text]).status == 422)
            #expect(try await browser.post(old + "/replace", form).status == 422)
            let new = ChosenFile(name: "new.jpg", bytes: try ResumableUploadTests.picture(0x550050))
            let wrong = ["revision": "77"]
            #expect(try await browser.send(old + "/replace", wrong, files: [new]).status == 422)
            let replaced = try await browser.send(old + "/replace", form, files: [new])
            let path = "/admin/pictures/" + PictureStore.hash(of: new.bytes)
            #expect(replaced.status == 303 && replaced["location"] == path + "?done=replaced")
            #expect(try await browser.get(old)["location"] == path)
            #expect(try await site.get("/articles/shown").text.contains(String(path.suffix(64))))

            let known = try await upload(0x550070, browser)
            let words = ["revision": try await revision(known), "alt": "A picture of its own"]
            #expect(try await browser.post(known, words).status == 303)
            let swallowed = ["revision": try await revision(path), "hash": String(known.suffix(64))]
            let refused = try await browser.post(path + "/replace", swallowed)
            #expect(try refused.status == 422 && refused.text.contains("in the library already"))
            #expect(try await browser.get(known).text.contains("A picture of its own"))

            let byName = ["revision": try await revision(path), "hash": String(named.suffix(64))]
            #expect(try await browser.post(path + "/replace", byName)["location"] == named + "?done=replaced")
            let unused = try await upload(0x550060, browser)
            let gone = try await browser.post(unused + "/delete", ["revision": try await revision(unused)])
            #expect(gone["location"] == "/admin/pictures?done=deleted")
            #expect(try await browser.get(unused).status == 404)
        }

        @Test("A picture in text that is not saved yet is in use") func unsaved() async throws {
            let browser = try await Room.person(try SharedSite.site, .editor).browser()
            let picture = try await upload(0x552030, browser)
            let article = try await browser.beginArticle()
            let fields = try await browser.fields(article, ["picture": String(picture.suffix(64))])
            #expect(try await browser.post(article + "/working-copy", fields).status == 200)
            let page = try await browser.get(picture).text
            #expect(page.contains("href=\"\(article)\"") && !page.contains(picture + "/delete"))
            let refused = try await browser.post(picture + "/delete", ["revision": try await revision(picture)])
            #expect(refused.status == 422)
            // So is the part that takes its place, which the text will have once it is saved. It keeps the focal point that was set.
            _ = try await browser.post(picture + "/focus", ["x": "40", "y": "30"])
            let part = [
                "left": "0", "top": "0", "width": "50", "height": "100", "revision": try await revision(picture),
            ]
            let cropped = try await browser.post(picture + "/crop", part)
            let new = try #require(cropped["location"]?.split(separator: "?").first.map(String.init))
            let record = try await SharedSite.site.backend.archive.read { try $0.pictures.find(String(new.suffix(64))) }
            #expect(record?.focus == PictureFocus(x: 80, y: 30, isSet: true))
            let now = try await browser.get(new).text
            #expect(now.contains("href=\"\(article)\"") && !now.contains(new + "/delete"))
            let again = try await browser.post(new + "/delete", ["revision": try await self.revision(new)])
            #expect(again.status == 422)
        }

        @Test("A former picture is shown with who and when, and comes back") func formers() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            try await desk.section("city")
            let browser = try await browser(.editor)
            let (old, new) = (try await upload(0x551030, browser), try await upload(0x551040, browser))
            let (former, present) = (String(old.suffix(64)), String(new.suffix(64)))
            _ = try await desk.write(
                #"{"headline":"Was replaced","section":"city","status":"published","picture":{"hash":"\#(former)","alt":"A"}}"#
            )
            let byName = ["revision": try await revision(old), "hash": present]
            #expect(try await browser.post(old + "/replace", byName)["location"] == new + "?done=replaced")

            let page = try await browser.get(new).text
            #expect(
                page.contains("Former pictures") && page.contains("kept until") && page.contains(old + "/preview.jpg"))
            let journalist = try await self.browser(.journalist)
            #expect(try await !journalist.get(new).text.contains("Bring back"))
            let preview = try await journalist.get(old + "/preview.jpg")
            #expect(preview["cache-control"]?.hasPrefix("private") == true)
            #expect(try ImageHeader.read(preview.body).format == .jpeg)
            #expect(
                try await site.get(old + "/preview.jpg")["content-type"] != "image/jpeg", "only the newsroom sees it")

            let form = ["revision": try await revision(new), "former": former]
            #expect(try await journalist.post(new + "/former", form).status == 403)
            #expect(try await browser.post(new + "/former", form.merging(["revision": "77"]) { $1 }).status == 422)
            for wrong in ["", present, String(repeating: "0", count: 64)] {
                #expect(try await browser.post(new + "/former", form.merging(["former": wrong]) { $1 }).status == 422)
            }
            // Its file is needed for that.
            let file = site.backend.pictures.originalPath(former, "jpeg")
            let bytes = try #require(FileManager.default.contents(atPath: file))
            try FileManager.default.removeItem(atPath: file)
            let lost = try await browser.post(new + "/former", form)
            #expect(try lost.status == 422 && lost.text.contains("no longer on the server"))
            try bytes.write(to: URL(fileURLWithPath: file))
            #expect(try await browser.post(new + "/former", form)["location"] == old + "?done=broughtBack")
            #expect(try await site.get("/articles/was-replaced").text.contains(former))
            #expect(try await browser.get(old).text.contains(new + "/preview.jpg"))
        }

        @Test("A picture takes the words that it lacks from the first article that has them") func described()
            async throws
        {
            let browser = try await browser(.journalist)
            let path = try await upload(0x335577, browser)
            let (hash, editor) = (String(path.suffix(64)), try await self.browser(.editor))
            for (alt, credit) in [("A quay by night", ""), ("Another", "Rita Pinto"), ("A third", "Another")] {
                let article = try await editor.beginArticle()
                let fields = ["headline": "Shown", "body": "Text.", "picture": hash, "alt": alt, "credit": credit]
                #expect(try await editor.send(article, fields).status == 303)
                let words = try await picture(path).words
                #expect(words.alt == "A quay by night" && words.credit == (credit.isEmpty ? "" : "Rita Pinto"))
            }
        }

        @Test("A picture in a text gives its description to the library, which follows its corrections")
        func describedInText() async throws {
            let browser = try await browser(.editor)
            let path = try await upload(0x335588, browser)
            let article = try await browser.beginArticle()
            func write(_ alt: String) async throws -> String {
                let body = "![\(alt)](picture:\(path.suffix(64)))"
                #expect(try await browser.send(article, ["headline": "Shown in the text", "body": body]).status == 303)
                return try await picture(path).words.alt
            }
            for alt in ["A \"quay\" & boats", "A pier"] { #expect(try await write(alt) == alt) }
            let own = ["alt": "Somebody knows better", "revision": try await revision(path)]
            #expect(try await browser.send(path, own).status == 303)
            #expect(try await write("A bridge") == "Somebody knows better")
        }

        @Test("The words of a lead picture do not describe another one") func wordsOfAnother() async throws {
            let browser = try await browser(.journalist)
            let (one, two) = (try await upload(0x335599, browser), try await upload(0x33559A, browser))
            let article = try await browser.beginArticle()
            func choose(_ hash: Substring) async throws -> String {
                let words = ["alt": "Of the first", "caption": "At six", "credit": "Ana"]
                let fields = words.merging(["picture": String(one.suffix(64)), "do": "picture-\(hash)"]) { $1 }
                #expect(try await browser.send(article, fields).status == 303)
                return try await browser.get(article).text
            }
            let other = try await choose(two.suffix(64))
            #expect(
                other.contains(two.suffix(64)) && !other.contains("Of the first") && other.contains("value=\"Ana\""))
            let none = try await choose("")
            #expect(!none.contains("Of the first") && !none.contains("At six") && !none.contains("value=\"Ana\""))
        }

        @Test("An editor of articles has something to choose from") func choice() async throws {
            struct Choice: Decodable {
                struct Picture: Decodable {
                    var hash: String
                    var thumbnail: String
                    var alt: String
                    var caption: String
                    var credit: String
                }
                var pictures: [Picture]
                var next: String?
            }
            let browser = try await browser(.contributor)
            let path = try await upload(0x660070, browser)
            let words = [
                "revision": try await revision(path), "title": "Zweibrücken", "alt": "A", "caption": "C", "credit": "D",
            ]
            #expect(try await browser.post(path, words).status == 303)
            let answer = try await browser.get("/admin/pictures.json?q=zweibruck")
            #expect(answer["content-type"] == "application/json" && answer["cache-control"] == "no-store")
            let choice: Choice = try answer.json()
            let first = try #require(choice.pictures.first)
            #expect(choice.pictures.count == 1 && choice.next == nil && first.hash == path.suffix(64))
            #expect((first.alt, first.caption, first.credit) == ("A", "C", "D"))
            let known: Choice = try await browser.get("/admin/pictures.json?hash=" + first.hash).json()
            #expect(known.pictures.map(\.alt) == ["A"])
            let none: Choice = try await browser.get(
                "/admin/pictures.json?hash=" + String(repeating: "0", count: 64)
            ).json()
            #expect(none.pictures.isEmpty)
            #expect(try await browser.get("/admin/pictures.json?hash=x%27").status == 200)
            #expect(try await browser.get(first.thumbnail).status == 200)
            #expect(try await browser.get("/admin/pictures?q=zweibruck").text.contains("src=\"\(first.thumbnail)\""))
        }
    }
}

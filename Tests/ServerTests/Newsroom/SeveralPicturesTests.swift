import Archive
import Foundation
import HTTPTypes
import News
@testable import Pictures
@testable import Server
import Testing

extension NewsroomSiteTests.PicturesTests {
    private func hash(_ path: String) -> String { String(path.suffix(64)) }

    /// The fields of the rows of pictures, as a browser sends them, and those that were typed.
    private func rows(_ paths: [String], _ typed: [(String, String)] = []) async throws -> [(String, String)] {
        var fields: [(String, String)] = []
        for path in paths {
            let (hash, picture) = (hash(path), try await picture(path))
            fields += [
                ("picture", hash), ("revision-" + hash, "\(picture.revision)"), ("alt-" + hash, picture.words.alt),
            ]
            fields += [("caption-" + hash, picture.words.caption), ("credit-" + hash, picture.words.credit)]
        }
        return fields.filter { field in !typed.contains { $0.0 == field.0 } } + typed
    }

    private func post(_ path: String, _ fields: [(String, String)], _ browser: RoomBrowser) async throws -> Answer {
        let all = fields + [("form_token", try await browser.token())]
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let body = all.map { "\(escaped($0.0))=\(escaped($0.1))" }.joined(separator: "&")
        return try await browser.site.send(
            .post, path, ["Cookie": browser.cookie, "Content-Type": "application/x-www-form-urlencoded"],
            body: Array(body.utf8))
    }

    @Test("Several uploaded at once are described and credited together") func wordsOfSeveral() async throws {
        let browser = try await browser(.journalist)
        let bytes = try (0..<3).map { try NewsroomSiteTests.ResumableUploadTests.picture(0x770000 + $0, 410) }
        let files = bytes.enumerated().map { ChosenFile(name: "series \($0.offset).jpg", bytes: $0.element) }
        let uploaded = try await browser.send("/admin/pictures", files: files)
        let paths = bytes.map { "/admin/pictures/" + PictureStore.hash(of: $0) }
        let place = try #require(uploaded["location"])
        #expect(uploaded.status == 303 && paths.allSatisfy { place.contains("picture=" + hash($0)) })
        let page = try await browser.get(place).text
        #expect(paths.allSatisfy { page.contains("name=\"alt-\(hash($0))\"") })

        let (first, second) = (hash(paths[0]), hash(paths[1]))
        let typed = [
            ("credit", "Ana Lopes"), ("alt-" + first, "One\r\nline </textarea>"), ("credit-" + second, "Rui Sá"),
            ("q", "series"), ("filter", "undescribed"),
        ]
        let saved = try await post("/admin/pictures/words", try await rows(paths, typed), browser)
        #expect(saved.status == 303)
        #expect(saved["location"] == "/admin/pictures?filter=undescribed&q=series&done=changed")
        var words: [PictureWords] = []
        for path in paths { words.append(try await picture(path).words) }
        #expect(words.map(\.credit) == ["Ana Lopes", "Rui Sá", "Ana Lopes"])
        #expect(words.map(\.alt) == ["One\nline </textarea>", "", ""])

        let library = try await browser.get("/admin/pictures?q=series").text
        #expect(library.components(separatedBy: "<b>no description</b>").count == 3)
        #expect(!library.contains("<b>no credit</b>") && library.contains("<i>not used</i>"))
        let lacking = try await browser.get("/admin/pictures?q=series&filter=undescribed").text
        #expect(!lacking.contains(first) && lacking.contains(second))
        #expect(try await !browser.get("/admin/pictures?q=series&filter=uncredited").text.contains(first))
    }

    @Test("If one row has a fault, nothing is saved and nothing typed is lost") func wordsWithFaults() async throws {
        let (browser, other) = (try await browser(.journalist), try await browser(.contributor))
        let paths = [try await upload(0x771010, browser), try await upload(0x771020, browser)]
        let (first, second) = (hash(paths[0]), hash(paths[1]))
        let long = String(repeating: "x", count: 1001)
        let refused = try await post(
            "/admin/pictures/words", try await rows(paths, [("alt-" + first, "A quay"), ("alt-" + second, long)]),
            browser)
        #expect(refused.status == 422)
        let text = try refused.text
        #expect(text.contains("Too long: Image description") && text.contains("A quay") && text.contains(long))
        #expect(try await picture(paths[0]).words.alt == "")

        // Somebody else saves meanwhile: their words are shown, and saving again replaces them.
        let stale = try await rows(paths, [("alt-" + first, "Mine"), ("caption-" + second, "Kept")])
        let theirs = ["revision": try await revision(paths[0]), "alt": "Theirs"]
        #expect(try await browser.post(paths[0], theirs).status == 303)
        let outdated = try await post("/admin/pictures/words", stale, browser)
        #expect(try outdated.status == 422 && outdated.text.contains("Theirs") && outdated.text.contains("Mine"))
        #expect(try await picture(paths[1]).words.caption == "", "all are saved together")
        let again = try await rows(paths, [("alt-" + first, "Mine"), ("caption-" + second, "Kept")])
        #expect(try await post("/admin/pictures/words", again, browser).status == 303)
        #expect(try await picture(paths[0]).words.alt == "Mine")
        #expect(try await picture(paths[1]).words.caption == "Kept")

        // Contributors see the words of others, and cannot change them.
        let page = try await other.get("/admin/pictures/words?picture=\(first)").text
        #expect(page.contains("Mine") && !page.contains("name=\"alt-"))
        let foreign = try await rows(paths, [("alt-" + first, "Not mine")])
        #expect(try await post("/admin/pictures/words", foreign, other).status == 422)
        #expect(try await picture(paths[0]).words.alt == "Mine")

        #expect(
            try await browser.get("/admin/pictures/words?picture=x&picture=\(String(repeating: "0", count: 64))").status
                == 200)
        #expect(try await post("/admin/pictures/words", [("picture", "'"), ("alt-'", "x")], browser).status == 303)
    }

    @Test("Several are deleted at once, but for those that something shows") func deleteSeveral() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        let browser = try await browser(.editor)
        let paths = [
            try await upload(0x772010, browser), try await upload(0x772020, browser),
            try await upload(0x772030, browser),
        ]
        let shown = hash(paths[2])
        _ = try await desk.write(#"{"headline":"S","section":"city","picture":{"hash":"\#(shown)","alt":"A"}}"#)
        let query = paths.map { "picture=" + hash($0) }.joined(separator: "&")
        let page = try await browser.get("/admin/pictures/delete?filter=unused&" + query).text
        #expect(page.contains("Delete 2 pictures for good") && !page.contains("name=\"picture\" value=\"\(shown)\""))
        #expect(try await self.browser(.journalist).get("/admin/pictures/delete?" + query).status == 403)

        let fields = paths.map { ("picture", hash($0)) } + [("filter", "unused")]
        let some = try await post("/admin/pictures/delete", fields, browser)
        #expect(try some.status == 422 && some.text.contains("These stay"))
        for path in paths { #expect(try await browser.get(path).status == (path == paths[2] ? 200 : 404)) }
        let gone = try await post("/admin/pictures/delete", Array(fields.prefix(2)) + [("filter", "unused")], browser)
        #expect(gone["location"] == "/admin/pictures?filter=unused&done=deletedSeveral")
    }
}

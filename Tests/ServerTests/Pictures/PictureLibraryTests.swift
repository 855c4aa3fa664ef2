import Archive
import Foundation
import HTTPTypes
import Imaging
import News
import PostgreSQL
import Testing

/// The library of pictures through the API.
@Suite(
    .serialized,
    SharedSite { site in
        try await Desk(site, .editor).section("city")
    })
struct PictureLibraryTests {
    struct Picture: Decodable, Equatable {
        struct Use: Decodable, Equatable {
            var article: Int
            var headline: String
            var status: String
            var isLead: Bool
        }
        struct File: Decodable, Equatable { var url: String }
        var hash: String
        var revision: Int
        var title: String
        var alt: String
        var caption: String
        var credit: String
        var fileName: String
        var replacedBy: String?
        var usedIn: [Use]?
        var renditions: [File]?
    }
    private struct List: Decodable { var pictures: [Picture] }

    /// Varies the width too, since similar shades make the same JPEG.
    func bytes(_ shade: UInt32) throws -> [UInt8] {
        try NewsroomSiteTests.ResumableUploadTests.picture(shade, 400 + Int(shade & 0xFF))
    }

    func upload(_ shade: UInt32, by desk: Desk, name: String = "a.jpg") async throws -> Picture {
        let head = "--m\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
        let answer = try await desk.send(
            .post, "pictures", ["Content-Type": "multipart/form-data; boundary=m"],
            bytes: Array(head.utf8) + bytes(shade) + Array("\r\n--m--\r\n".utf8))
        try #require(answer.status == 201)
        return try answer.json()
    }

    func show(_ hash: String, _ desk: Desk) async throws -> Picture {
        try await desk.send(.get, "pictures/\(hash)").json()
    }

    func describe(_ hash: String, _ json: String, _ desk: Desk, ifMatch: String = "*") async throws -> Answer {
        try await desk.send(.put, "pictures/\(hash)", json, ["If-Match": ifMatch])
    }

    func found(_ query: String, _ desk: Desk) async throws -> [String] {
        try await desk.send(.get, "pictures?\(query)").json(List.self).pictures.map(\.hash)
    }

    func path(_ hash: String) throws -> String {
        "\(try SharedSite.site.folder)/renditions/\(hash.prefix(2))/\(hash)"
    }

    // MARK: Words and search

    @Test("Contributors describe their own, journalists any") func rights() async throws {
        let site = try SharedSite.site
        let (owner, stranger) = (try await Desk(site, .contributor), try await Desk(site, .contributor))
        let journalist = try await Desk(site, .journalist)
        let picture = try await upload(0x010000, by: owner)
        #expect(try await describe(picture.hash, "{}", stranger).status == 403)
        let own = try await describe(picture.hash, #"{"alt":" A quay "}"#, owner, ifMatch: "\"\(picture.revision)\"")
        #expect(own.status == 200 && own["etag"] == "\"\(picture.revision + 1)\"")
        #expect(try own.json(Picture.self).alt == "A quay")
        #expect(try await describe(picture.hash, "{}", owner, ifMatch: "\"\(picture.revision)\"").status == 412)
        #expect(try await owner.send(.put, "pictures/\(picture.hash)", "{}").status == 428)
        let all = #"{"title":"T","alt":"A","caption":"C","credit":"P"}"#
        let any = try await describe(picture.hash, all, journalist).json(Picture.self)
        #expect((any.title, any.alt, any.caption, any.credit) == ("T", "A", "C", "P"))
        #expect(try await show(picture.hash, stranger) == any)
        let acts = [("", HTTPRequest.Method.delete), ("/replacement", .post), ("/crop", .post), ("/former", .post)]
        let crop = #"{"left":0,"top":0,"width":50,"height":100}"#
        func status(_ act: (String, HTTPRequest.Method), _ hash: String, _ desk: Desk) async throws -> Int {
            try await desk.send(
                act.1, "pictures/\(hash)\(act.0)", act.1 == .post ? crop : nil, ["If-Match": "*"]
            ).status
        }
        for act in acts { #expect(try await status(act, picture.hash, journalist) == 403, "\(act)") }
        for act in acts.dropFirst() { #expect(try await status(act, picture.hash, owner) == 403, "\(act)") }
        let own2 = try await upload(0x010001, by: journalist)
        #expect(try await status(acts[2], own2.hash, journalist) == 201, "journalists crop their own")
        #expect(try await status(acts[0], picture.hash, stranger) == 403)
        #expect(try await status(acts[0], picture.hash, owner) == 204, "and everybody deletes their own")
        #expect(try await describe(String(repeating: "0", count: 64), "{}", journalist).status == 404)
        #expect(try await describe("x", "{}", journalist).status == 404)
    }

    @Test("Words are bounded, and all faults are told at once") func bounds() async throws {
        let desk = try await Desk(SharedSite.site, .journalist)
        let hash = try await upload(0x020000, by: desk).hash
        func text(_ count: Int) -> String { String(repeating: "é", count: count) }
        func json(_ more: Int) -> String {
            #"{"title":"\#(text(300 + more))","alt":"\#(text(1000 + more))","caption":"\#(text(2000 + more))","credit":"\#(text(500 + more))"}"#
        }
        #expect(try await describe(hash, json(0), desk).status == 200)
        let answer = try await describe(hash, json(1), desk)
        #expect(answer.status == 422)
        #expect(try answer.problem().fields == ["title", "alt", "caption", "credit"])
    }

    @Test(
        "Words are found by how they begin, whatever their accents",
        arguments: [
            ("sao", true), ("SÃO joã", true), ("ferry.boat", true), ("ferry boat_2041", true), ("2041", true),
            ("night ferri", true), ("lopes", true), ("boat ana", true), ("xjoao", false), ("ferry zeppelin", false),
            ("'", false), ("&|!:*()", false), ("a' | zq:*", false), ("\\", false), ("\0", false),
        ])
    func search(_ words: String, _ isFound: Bool) async throws {
        let desk = try await Desk(SharedSite.site, .journalist)
        let hash = try await upload(0x030000, by: desk, name: "Ferry-Boat_2041.JPG").hash
        let json = #"{"title":"São João","alt":"A night ferries' crowd","caption":"On the quay","credit":"Ana Lopes"}"#
        #expect(try await describe(hash, json, desk).status == 200)
        let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let answer = try await desk.send(.get, "pictures?limit=200&q=" + query)
        #expect(answer.status == 200)
        // A search without any letter or digit finds all pictures.
        let isVague = !words.contains { $0.isLetter || $0.isNumber }
        #expect(try answer.json(List.self).pictures.contains { $0.hash == hash } == (isFound || isVague))
    }

    @Test("Pages follow each other without gaps") func pages() async throws {
        let desk = try await Desk(SharedSite.site, .contributor)
        var made: [String] = []
        for shade: UInt32 in 0..<7 {
            made.append(try await upload(0x040000 + shade, by: desk, name: "paging \(shade).jpg").hash)
        }
        var (seen, next): ([String], String?) = ([], "/api/v1/pictures?limit=3&q=paging")
        while let path = next {
            let answer = try await desk.send(.get, String(path.dropFirst("/api/v1/".count)))
            seen += try answer.json(List.self).pictures.map(\.hash)
            next = answer.link()
            // A picture added meanwhile does not shift the pages.
            if seen.count == 3 { _ = try await upload(0x048000, by: desk, name: "paging later.jpg") }
        }
        #expect(seen == made.reversed())
    }

    @Test("The unused and the undescribed are found") func filters() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        var hashes: [String] = []
        for shade: UInt32 in 0..<3 {
            hashes.append(try await upload(0x050000 + shade, by: desk, name: "filtered.jpg").hash)
        }
        let lead = #"{"headline":"L","section":"city","picture":{"hash":"\#(hashes[0])","alt":"A"}}"#
        _ = try await desk.write(lead)
        _ = try await desk.write(
            #"{"headline":"B","section":"city","body":"<p>x</p><img src='picture:\#(hashes[1])' alt='b'>"}"#)
        #expect(try await describe(hashes[2], #"{"alt":"A"}"#, desk).status == 200)
        #expect(try await found("q=filtered&filter=unused", desk) == [hashes[2]])
        #expect(try await Set(found("q=filtered&filter=undescribed", desk)) == Set(hashes.prefix(2)))
        #expect(try await describe(hashes[0], #"{"credit":"Ana"}"#, desk).status == 200)
        #expect(try await Set(found("q=filtered&filter=uncredited", desk)) == Set(hashes.suffix(2)))
        #expect(try await show(hashes[0], desk).usedIn?.map(\.isLead) == [true])
        #expect(try await show(hashes[1], desk).usedIn?.map(\.isLead) == [false])
    }

    // MARK: Replacement

    func article(_ headline: String, lead: String?, body: String?, status: String) -> String {
        let lead = lead.map { #","picture":{"hash":"\#($0)","alt":"A quay","caption":"C"}"# } ?? ""
        let text =
            body.map { "<p>Text</p><figure><img src='picture:\($0)' alt='In the text'></figure>" } ?? "<p>Text</p>"
        return #"{"headline":"\#(headline)","section":"city","status":"\#(status)","body":"\#(text)"\#(lead)}"#
    }

    @Test("What is used stays, and it is said where") func deletion() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        var hashes: [String] = []
        for shade: UInt32 in 0..<4 { hashes.append(try await upload(0x090000 + shade, by: desk).hash) }
        func delete(_ hash: String, _ headers: [String: String] = ["If-Match": "*"]) async throws -> Answer {
            try await desk.send(.delete, "pictures/\(hash)", nil, headers)
        }
        let lead = try await desk.write(article("Keeps", lead: hashes[0], body: hashes[1], status: "unpublished"))
        for hash in hashes.prefix(2) {
            let answer = try await delete(hash)
            #expect(answer.status == 409)
            #expect(try answer.problem().available == ["/api/v1/articles/\(lead.id)"])
        }
        // Removes the pictures from the article; its first revision still has them.
        let put = try await desk.send(
            .put, "articles/\(lead.id)", article("Keeps", lead: nil, body: nil, status: "unpublished"),
            ["If-Match": "*"])
        #expect(put.status == 200)
        for hash in hashes.prefix(2) {
            let answer = try await delete(hash)
            #expect(answer.status == 409)
            #expect(try answer.problem().detail.contains("revisions"))
        }
        #expect(try await delete(hashes[2], [:]).status == 428)
        #expect(try await delete(hashes[2], ["If-Match": "\"7\""]).status == 412)
        let rendition = "/media/\(hashes[2])/240q60.jpg"
        #expect(try await delete(hashes[2]).status == 204)
        #expect(try await delete(hashes[2]).status == 404)
        #expect(!FileManager.default.fileExists(atPath: try path(hashes[2])))
        #expect(try await site.withNode { try await $0.get(rendition).status } == 404)
        // A replacement may be deleted, which brings the replaced picture back.
        let replaced = try await desk.send(
            .post, "pictures/\(hashes[0])/replacement", #"{"hash":"\#(hashes[3])"}"#, ["If-Match": "*"])
        #expect(replaced.status == 201)
        #expect(try await delete(hashes[3]).status == 204)
        #expect(try await show(hashes[0], desk).replacedBy == nil)
        // Until it is made again, a busy server asks for patience (503).
        #expect(try await eventually { try await site.get("/media/\(hashes[0])/240q60.jpg").status == 200 })
    }
}

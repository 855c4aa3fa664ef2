import Archive
import Foundation
import HTTPTypes
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import Testing

extension PictureLibraryTests {
    @Test("Every article that shows a picture shows the new one, and the old renditions go") func replacement()
        async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let (old, other) = (try await upload(0x060000, by: desk), try await upload(0x060001, by: desk).hash)
        #expect(try await describe(old.hash, #"{"alt":"A quay","credit":"Ana"}"#, desk).status == 200)
        let lead = try await desk.write(article("Lead", lead: old.hash, body: nil, status: "published"))
        let inText = try await desk.write(article("In text", lead: other, body: old.hash, status: "published"))
        let both = try await desk.write(article("Both", lead: old.hash, body: old.hash, status: "unpublished"))
        let neither = try await desk.write(article("Neither", lead: other, body: nil, status: "published"))
        let rendition = try #require(old.renditions?.first { $0.url.hasSuffix("/240q60.jpg") }?.url)
        #expect(try await site.get(rendition).status == 200)
        #expect(try await site.get("/articles/in-text").text.contains(old.hash))

        let bytes = try bytes(0x060002)
        let new = PictureStore.hash(of: bytes)
        try await site.withNode { node in
            #expect(try await node.get(rendition).status == 200)
            let before = try await site.number("select revision::int from newspaper")
            let headers = ["If-Match": "*", "Idempotency-Key": UUID().uuidString]
            let answer = try await desk.send(.post, "pictures/\(old.hash)/replacement", headers, bytes: bytes)
            #expect(answer.status == 201 && answer["location"] == "/api/v1/pictures/\(new)")
            #expect(try await site.number("select revision::int from newspaper") > before)
            let again = try await desk.send(.post, "pictures/\(old.hash)/replacement", headers, bytes: bytes)
            #expect(again["idempotency-replayed"] == "true" && again.body == answer.body)

            // The old address redirects to the new picture on every node, whatever it has cached.
            let target = rendition.replacing(old.hash, with: new)
            #expect(try await site.get(rendition)["location"] == target)
            #expect(try await eventually { try await node.get(rendition)["location"] == target })
        }
        let shown = try await show(new, desk)
        #expect((shown.alt, shown.credit) == ("A quay", "Ana"), "it is described by the words of the old one")
        #expect(Set(shown.usedIn?.map(\.article) ?? []) == [lead.id, inText.id, both.id])
        for (article, isLead, isInText) in [(lead, true, false), (inText, false, true), (both, true, true)] {
            let now: WrittenArticle = try await desk.send(.get, "articles/\(article.id)").json()
            #expect(now.revision == article.revision + 1)
            #expect(now.picture?.hash == (isLead ? new : other) && now.picture?.alt == "A quay")
            #expect(now.body.contains("picture:\(new)") == isInText && !now.body.contains(old.hash))
            let id = article.id
            #expect(
                try await site.number(
                    """
                    select count(*)::int from article_revisions r join editors e on e.id = r.editor_id
                    where article_id = \(id) and e.name like 'editor-%' and r.revision = \(now.revision)
                    """) == 1)
        }
        #expect(try await desk.send(.get, "articles/\(neither.id)").json(WrittenArticle.self) == neither)
        #expect(try await site.get("/articles/in-text").text.contains(new))
        #expect(!FileManager.default.fileExists(atPath: try path(old.hash)))
        #expect(
            try await site.number("select count(*)::int from renditions where picture = decode(\(old.hash), 'hex')")
                == 0)
        #expect(try await show(old.hash, desk).replacedBy == new)
        let all = try await found("limit=200", desk)
        #expect(!all.contains(old.hash) && all.contains(new))
        // The original stays for the revisions that name it.
        #expect(
            FileManager.default.fileExists(atPath: "\(site.folder)/pictures/\(old.hash.prefix(2))/\(old.hash).jpeg"))
        #expect(try await site.backend.pictures.collect(dryRun: true).pictures.map(\.hash).contains(old.hash) == false)
    }

    @Test("Who saves with the old picture gets the new one; the old one may come back") func savedMeanwhile()
        async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        var hashes: [String] = []
        for shade: UInt32 in 0..<3 { hashes.append(try await upload(0x070000 + shade, by: desk).hash) }
        func replace(_ old: String, _ new: String) async throws -> Int {
            try await desk.send(
                .post, "pictures/\(old)/replacement", #"{"hash":"\#(new)"}"#, ["If-Match": "*"]
            ).status
        }
        #expect(try await replace(hashes[0], hashes[1]) == 201)
        #expect(try await replace(hashes[1], hashes[2]) == 201)
        #expect(try await show(hashes[0], desk).replacedBy == hashes[2], "it leads to the last at once")
        #expect(try await replace(hashes[0], hashes[2]) == 404)
        #expect(try await replace(hashes[2], hashes[2]) == 422)
        #expect(try await replace(hashes[2], hashes[0]) == 422)
        #expect(try await replace(hashes[2], String(repeating: "0", count: 64)) == 422)
        #expect(try await replace(hashes[2], "x") == 422)
        let saved = try await desk.write(article("Late", lead: hashes[0], body: hashes[1], status: "published"))
        #expect(saved.picture?.hash == hashes[2] && saved.body.contains("picture:\(hashes[2])"))

        let again = try await upload(0x070000, by: desk)
        #expect(again.replacedBy == nil && again.renditions?.isEmpty == false)
        #expect(try await site.get("/media/\(hashes[0])/240q60.jpg").status == 200)
        #expect(try await replace(hashes[2], hashes[0]) == 201)
        #expect(try await show(hashes[1], desk).replacedBy == hashes[0])
        #expect(try await site.get("/media/\(hashes[1])/240q60.jpg")["location"] == "/media/\(hashes[0])/240q60.jpg")
    }

    @Test("A part of a picture takes its place, with its words; the whole one can be brought back") func cropped()
        async throws
    {
        let site = try SharedSite.site
        let (desk, journalist) = (try await Desk(site, .editor), try await Desk(site, .journalist))
        let whole = try await upload(0x072000, by: journalist)
        #expect(try await describe(whole.hash, #"{"alt":"A quay","credit":"Ana"}"#, desk).status == 200)
        let shown = try await desk.write(article("Cropped", lead: whole.hash, body: whole.hash, status: "published"))
        func crop(_ json: String, _ headers: [String: String] = ["If-Match": "*"], by: Desk? = nil) async throws
            -> Answer
        {
            try await (by ?? desk).send(.post, "pictures/\(whole.hash)/crop", json, headers)
        }
        for (json, status) in [
            (#"{"left":0,"top":0,"width":100,"height":100}"#, 422),
            (#"{"left":50,"top":0,"width":60,"height":50}"#, 422),
            (#"{"left":0,"top":0,"width":1,"height":1}"#, 422), (#"{"left":-1,"top":0,"width":50,"height":50}"#, 422),
            (#"{"left":0,"top":0,"width":1e400,"height":50}"#, 400), (#"{"left":0,"top":0}"#, 400), ("x", 400),
        ] {
            #expect(try await crop(json).status == status, "\(json)")
        }
        let part = #"{"left":25,"top":50,"width":50,"height":50}"#
        #expect(try await crop(part, ["If-Match": "\"77\""]).status == 412)
        #expect(try await crop(part, [:]).status == 428)
        #expect(try await crop(part, by: journalist).status == 403, "readers see it, so an editor decides")
        let headers = ["If-Match": "*", "Idempotency-Key": UUID().uuidString]
        let answer = try await crop(part, headers)
        #expect(answer.status == 201)
        let again = try await crop(part, headers)
        #expect(again["idempotency-replayed"] == "true" && again.body == answer.body)

        let new = try #require(answer["location"]?.suffix(64)).description
        let (old, record) = try await site.backend.archive.read { holdings in
            (try holdings.pictures.find(whole.hash), try holdings.pictures.find(new))
        }
        let (before, after) = (try #require(old), try #require(record))
        #expect((after.width, after.height) == ((before.width + 1) / 2, (before.height + 1) / 2))
        let picture = try await show(new, desk)
        #expect((picture.alt, picture.credit) == ("A quay", "Ana"))
        #expect(picture.usedIn?.map(\.article) == [shown.id])
        #expect(try await show(whole.hash, desk).replacedBy == new)
        let back = try await desk.send(
            .post, "pictures/\(new)/former", #"{"hash":"\#(whole.hash)"}"#, ["If-Match": "*"])
        #expect(back.status == 201)
        // The same once more brings the part back, and makes no second one.
        let second = try await crop(part)
        #expect(second.status == 201 && second["location"] == answer["location"])
        #expect(try await show(whole.hash, desk).replacedBy == new)
        #expect(try await show(new, desk).alt == "A quay")
    }

    @Test("A picture that articles show already does not take the place of another") func inUse() async throws {
        let desk = try await Desk(try SharedSite.site, .editor)
        let (old, shown) = (try await upload(0x071000, by: desk).hash, try await upload(0x071001, by: desk).hash)
        let first = try await desk.write(article("Of the old picture", lead: old, body: nil, status: "published"))
        _ = try await desk.write(article("Of the picture that is shown", lead: shown, body: nil, status: "unpublished"))
        let answer = try await desk.send(
            .post, "pictures/\(old)/replacement", #"{"hash":"\#(shown)"}"#, ["If-Match": "*"])
        #expect(answer.status == 422)
        #expect(try await show(old, desk).replacedBy == nil)
        #expect(try await desk.send(.get, "articles/\(first.id)").json(WrittenArticle.self) == first)
    }

    @Test("A rendition that was being made when its picture was replaced is not kept") func madeMeanwhile() async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let (old, new) = (try await upload(0x080000, by: desk).hash, try await upload(0x080001, by: desk).hash)
        let record = try #require(try await site.backend.archive.read { try $0.pictures.find(old) })
        let answer = try await desk.send(
            .post, "pictures/\(old)/replacement", #"{"hash":"\#(new)"}"#, ["If-Match": "*"])
        #expect(answer.status == 201)
        let specs = Array(PictureStore.ladder(.jpeg, record).prefix(2))
        #expect(try await site.backend.pictures.make(specs, of: record) == false)
        #expect(!FileManager.default.fileExists(atPath: try path(old)))
    }

    // MARK: Deletion
}

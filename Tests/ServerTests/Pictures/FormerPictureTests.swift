import Archive
import Foundation
import HTTPTypes
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import Testing

extension PictureLibraryTests {
    private struct Formers: Decodable {
        struct Former: Decodable {
            var hash: String
            var replacer: String?
            var keptUntil: String
        }
        var formers: [Former]
    }

    private func formers(_ hash: String, _ desk: Desk) async throws -> [Formers.Former] {
        try await desk.send(.get, "pictures/\(hash)").json(Formers.self).formers
    }

    private func replace(_ old: String, _ new: String, _ desk: Desk) async throws {
        let answer = try await desk.send(
            .post, "pictures/\(old)/replacement", #"{"hash":"\#(new)"}"#, ["If-Match": "*"])
        try #require(answer.status == 201)
    }

    private func bringBack(_ former: String, _ present: String, _ desk: Desk, ifMatch: String = "*") async throws
        -> Answer
    {
        try await desk.send(
            .post, "pictures/\(present)/former", #"{"hash":"\#(former)"}"#, ["If-Match": ifMatch])
    }

    @Test("A replaced picture can be brought back, as it was, and so can the other one") func broughtBack() async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let (old, new) = (try await upload(0x0A0000, by: desk).hash, try await upload(0x0A0001, by: desk).hash)
        #expect(try await describe(old, #"{"alt":"A quay","credit":"Ana"}"#, desk).status == 200)
        #expect(try await desk.send(.put, "pictures/\(old)/focus", #"{"x":20,"y":30}"#).status == 200)
        let shown = try await desk.write(article("Comes back", lead: old, body: old, status: "published"))
        try await replace(old, new, desk)
        #expect(try await describe(new, #"{"alt":"A pier"}"#, desk).status == 200)

        let former = try #require(try await formers(new, desk).first)
        #expect(former.hash == old && former.replacer?.hasPrefix("editor-") == true && !former.keptUntil.isEmpty)
        #expect(try await bringBack(old, new, Desk(site, .journalist)).status == 403)
        #expect(try await bringBack(old, new, desk, ifMatch: "\"77\"").status == 412)
        #expect(try await bringBack(new, new, desk).status == 422)
        #expect(try await bringBack(String(repeating: "0", count: 64), new, desk).status == 422)
        #expect(try await bringBack("x", new, desk).status == 422)

        let answer = try await bringBack(old, new, desk)
        #expect(answer.status == 201 && answer["location"] == "/api/v1/pictures/\(old)")
        let back = try await show(old, desk)
        #expect(back.replacedBy == nil && (back.alt, back.credit) == ("A quay", "Ana"))
        #expect(back.usedIn?.map(\.article) == [shown.id] && back.renditions?.isEmpty == false)
        let focus = try await site.backend.archive.read { try $0.pictures.find(old)?.focus }
        #expect(focus == PictureFocus(x: 20, y: 30, isSet: true))
        let now: WrittenArticle = try await desk.send(.get, "articles/\(shown.id)").json()
        #expect(now.picture?.hash == old && now.body.contains("picture:\(old)") && now.revision == shown.revision + 2)
        // Nobody waits for its renditions; the other one leads to it.
        for picture in [old, new] {
            let answer = try await site.get("/media/\(picture)/240q60.jpg")
            #expect(picture == old ? answer.status == 200 : answer["location"] == "/media/\(old)/240q60.jpg")
        }
        #expect(!FileManager.default.fileExists(atPath: try path(new)))

        #expect(try await formers(old, desk).map(\.hash) == [new])
        #expect(try await bringBack(new, old, desk).status == 201)
        #expect(try await show(new, desk).alt == "A pier")
    }

    @Test("Each of several former pictures can be brought back; the others follow") func earlierFormer() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        var hashes: [String] = []
        for shade: UInt32 in 0..<3 { hashes.append(try await upload(0x0B0000 + shade, by: desk).hash) }
        try await replace(hashes[0], hashes[1], desk)
        try await replace(hashes[1], hashes[2], desk)
        #expect(try await formers(hashes[2], desk).map(\.hash) == [hashes[1], hashes[0]])
        #expect(try await bringBack(hashes[0], hashes[2], desk).status == 201)
        #expect(try await formers(hashes[0], desk).map(\.hash) == [hashes[2], hashes[1]])
        #expect(try await bringBack(hashes[0], hashes[2], desk).status == 422, "that one is a former picture itself")
    }

    @Test("The file of a replaced picture is kept for a month") func keptForAMonth() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let (old, new) = (try await upload(0x0C0000, by: desk).hash, try await upload(0x0C0001, by: desk).hash)
        try await replace(old, new, desk)
        for (days, isKept) in [(29, true), (31, false)] {
            try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query(
                    """
                    update pictures set created_at = now() - interval '99 days', replaced_at = now() - make_interval(days => \(days))
                    where hash = decode(\(old), 'hex')
                    """)
            }
            let unused = try await site.backend.pictures.collect(dryRun: true).pictures.map(\.hash)
            #expect(unused.contains(old) != isKept)
        }
    }
}

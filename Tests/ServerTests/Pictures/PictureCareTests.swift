import Archive
import Foundation
import HTTPTypes
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import TestSupport
import Testing
@testable import Web

/// The commands for operators to check and clean up stored pictures.
@Suite(.serialized, SharedSite())
struct PictureCareTests {
    private func picture(_ shade: UInt32) throws -> [UInt8] {
        let canvas = try #require(Canvas(width: 300, height: 200))
        canvas.shade(shade, 0xFFFFFF)
        return canvas.jpeg()
    }

    private func store(_ shade: UInt32) async throws -> (hash: String, bytes: [UInt8]) {
        let bytes = try picture(shade)
        let stored = try await SharedSite.site.backend.pictures.add(bytes, by: nil)
        return (stored.record.hash, bytes)
    }

    private func path(_ hash: String, _ name: String) throws -> String {
        "\(try SharedSite.site.folder)/renditions/\(hash.prefix(2))/\(hash)/\(name).jpg"
    }

    private func check() async throws -> [String] {
        try await SharedSite.site.backend.pictures.check { _ in }
    }

    @Test func whatIsMissingOrDamagedIsTold() async throws {
        let site = try SharedSite.site
        let (hash, bytes) = try await store(0x112233)
        let (other, otherBytes) = try await store(0x445566)
        #expect(try await check() == [])

        let (cut, longer, gone) = (try path(hash, "120q30"), try path(hash, "160q60"), try path(hash, "240q90"))
        let whole = try #require(FileManager.default.contents(atPath: cut))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: cut))
        try (whole + Data([0xFF, 0xD9])).write(to: URL(fileURLWithPath: longer))
        try FileManager.default.removeItem(atPath: gone)
        let original = "\(site.folder)/pictures/\(other.prefix(2))/\(other).jpeg"
        var damaged = Data(otherBytes)
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: URL(fileURLWithPath: original))

        let problems = try await check()
        #expect(problems.count == 4, "\(problems)")
        for name in ["120q30.jpg was damaged", "160q60.jpg was damaged", "240q90.jpg is missing"] {
            #expect(problems.contains { $0.hasPrefix(hash) && $0.contains(name) }, "\(name)")
        }
        #expect(problems.contains { $0.hasPrefix(other) && $0.contains("original is damaged") })

        // Requests make renditions again; an original must be uploaded again.
        for name in ["120q30", "160q60", "240q90"] {
            #expect(try await site.rendition("/media/\(hash)/\(name).jpg").status == 200)
        }
        #expect(try ImageHeader.read([UInt8](Data(contentsOf: URL(fileURLWithPath: cut)))).width == 120)
        try Data(otherBytes).write(to: URL(fileURLWithPath: original))
        #expect(try await check() == [])
        #expect(bytes != otherBytes)
    }

    /// Readers never get half a file, which a crash of the machine may leave.
    @Test func aRenditionCutShortIsMadeAgain() async throws {
        let (hash, _) = try await store(0x778899)
        let file = try path(hash, "160q30")
        let whole = try #require(FileManager.default.contents(atPath: file))
        for part in [whole.prefix(whole.count - 7), Data(count: whole.count), Data()] {
            try part.write(to: URL(fileURLWithPath: file))
            // Asks another node, which has not cached it.
            let body = try await SharedSite.site.withNode { try await $0.rendition("/media/\(hash)/160q30.jpg").body }
            #expect(body == [UInt8](whole))
        }
    }

    /// A byte that turned over on the disk makes no file shorter.
    @Test func aFlippedByteIsFoundAndNeverSent() async throws {
        let site = try SharedSite.site
        let (hash, _) = try await store(0x335577)
        let files = [try path(hash, "160q30"), try path(hash, "240q30")]
        let wholes = try files.map { try #require(FileManager.default.contents(atPath: $0)) }
        for (file, whole) in zip(files, wholes) {
            var damaged = whole
            damaged[damaged.count * 2 / 3] ^= 4
            try damaged.write(to: URL(fileURLWithPath: file))
        }
        let answer = try await site.withNode { try await $0.rendition("/media/\(hash)/160q30.jpg") }
        #expect(answer.status == 200 && answer.body.count <= wholes[0].count)
        #expect(try ImageHeader.read(answer.body).width == 160)
        let problems = try await check()
        #expect(problems.count == 1 && problems.first?.contains("240q30.jpg was damaged") == true, "\(problems)")
        #expect(try await site.rendition("/media/\(hash)/240q30.jpg").body.count <= wholes[1].count)
        #expect(try await check() == [])
    }

    /// Renditions of an earlier version have no checksum until they are checked.
    @Test func earlierRenditionsGetChecksums() async throws {
        let site = try SharedSite.site
        let (hash, _) = try await store(0x446688)
        try await site.backend.archive.write { holdings in
            _ = try holdings.connection.query(
                "update renditions set checksum = null where picture = decode(\(hash), 'hex')")
        }
        #expect(try await site.get("/media/\(hash)/240q30.jpg").status == 200)
        #expect(try await check() == [])
        #expect(
            try await site.number(
                "select count(*) from renditions where picture = decode(\(hash), 'hex') and checksum is null") == 0)
    }

    @Test func theSameAtOnceIsOnePicture() async throws {
        let site = try SharedSite.site
        let bytes = try picture(0x3366CC)
        let hashes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<12 { group.addTask { try await site.backend.pictures.add(bytes, by: nil).record.hash } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(hashes.count == 12 && Set(hashes).count == 1)
        let subject = "picture/\(hashes[0])"
        #expect(try await site.number("select count(*) from audit where subject = \(subject)") == 1)
        #expect(try await check() == [])
    }

    /// Files left by a server that crashed, or by an earlier version that did not clean up.
    @Test func filesOfNoPictureAreFoundAndRemoved() async throws {
        let site = try SharedSite.site
        let pictures = site.backend.pictures
        let (hash, _) = try await store(0x99AA11)
        let none = PictureStore.hash(of: [1, 2, 3])
        let (other, fourth) = (PictureStore.hash(of: [4]), String(none.prefix(2)))
        func days(_ count: Double, _ path: String) throws -> String {
            let full = "\(site.folder)/\(path)"
            try pictures.write([1, 2, 3], to: full)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -count * 86_400)], ofItemAtPath: full)
            return path
        }
        let old = try [
            days(2, "pictures/\(fourth)/\(none).jpeg"), days(2, "pictures/\(fourth)/.draft"),
            days(2, "renditions/\(fourth)/\(none)/120q30.jpg"), days(2, "renditions/\(hash.prefix(2))/\(hash)/.draft"),
        ]
        let young = try days(0.5, "pictures/\(other.prefix(2))/\(other).png")
        let underWay = try days(0, "renditions/\(other.prefix(2))/\(other)/120q30.jpg")
        // A crop for an earlier focal point, which is still served.
        let kept = try days(2, "renditions/\(hash.prefix(2))/\(hash)/320q60-square99.jpg")

        let problems = try await check()
        #expect(problems.count == old.count + 1, "\(problems)")
        for path in old + [young] { #expect(problems.contains { $0.hasPrefix(path + " belongs to no picture") }) }
        #expect(Set(try await pictures.collect(dryRun: true).files.map(\.path)) == Set(old))
        let strays = try await pictures.strays(olderThan: 86_400)
        #expect(Set(try await pictures.collect(dryRun: false).files.map(\.path)) == Set(old))
        func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(site.folder)/\(path)") }
        #expect(!old.contains(where: isThere) && [young, underWay, kept].allSatisfy(isThere))
        #expect(!isThere("renditions/\(fourth)/\(none)"))
        #expect(strays.count == old.count)
        for path in [young, underWay] { try FileManager.default.removeItem(atPath: "\(site.folder)/\(path)") }
    }

    /// Somebody adds the picture between the search and the removal.
    @Test func whatIsAddedMeanwhileStays() async throws {
        let site = try SharedSite.site
        let bytes = try picture(0x99AA22)
        let hash = PictureStore.hash(of: bytes)
        let path = site.backend.pictures.originalPath(hash, "jpeg")
        try site.backend.pictures.write(bytes, to: path)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -200_000)], ofItemAtPath: path)
        let strays = try await site.backend.pictures.strays(olderThan: 86_400)
        #expect(strays.map(\.bytes) == [bytes.count])
        _ = try await store(0x99AA22)
        #expect(try await site.backend.pictures.remove(strays).isEmpty)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    /// Many unknown files suggest the folder of another database, or a backup not restored yet.
    @Test func manyUnknownOriginalsAreLeftAlone() async throws {
        let pictures = try SharedSite.site.backend.pictures
        let known = try await pictures.archive.read { try $0.pictures.count() }
        let paths = (0..<(7 + known / 10)).map { number in
            pictures.originalPath(PictureStore.hash(of: Array("foreign \(number)".utf8)), "jpeg")
        }
        for path in paths {
            try pictures.write([0xFF, 0xD8], to: path)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -200_000)], ofItemAtPath: path)
        }
        let error = await #expect(throws: OptionError.self) { try await pictures.collect(dryRun: false) }
        #expect(error?.description.contains("--force") == true)
        #expect(paths.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        let removed = try await pictures.collect(dryRun: false, force: true).files
        #expect(removed.count >= paths.count && !paths.contains { FileManager.default.fileExists(atPath: $0) })
    }

    @Test func onlyWhatNobodyUsesIsRemoved() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await desk.section("city")
        var hashes: [String] = []
        for shade: UInt32 in [0xAA0000, 0xBB0000, 0xCC0000, 0xDD0000] { hashes.append(try await store(shade).hash) }
        func article(_ picture: String) -> String {
            #"{"headline":"H","section":"city","status":"published","picture":{"hash":"\#(picture)","alt":"A"}}"#
        }
        _ = try await desk.write(article(hashes[0]))
        // This picture is now only in an earlier revision.
        let changed = try await desk.write(article(hashes[1]))
        let answer = try await desk.send(
            .put, "articles/\(changed.id)", article(hashes[0]), ["If-Match": "*"])
        #expect(answer.status == 200)
        let young = hashes[3]
        try await site.backend.archive.write { holdings in
            _ = try holdings.connection.query(
                "update pictures set created_at = now() - interval '2 days' where hash <> decode(\(young), 'hex')")
        }
        // Pictures stored by other tests are unused too.
        let pictures = site.backend.pictures
        let unused = try await pictures.collect(dryRun: true).pictures.map(\.hash)
        #expect(unused.contains(hashes[2]) && Set(unused).isDisjoint(with: [hashes[0], hashes[1], hashes[3]]))
        #expect(FileManager.default.fileExists(atPath: try path(hashes[2], "120q30")))

        #expect(Set(try await pictures.collect(dryRun: false).pictures.map(\.hash)) == Set(unused))
        #expect(!FileManager.default.fileExists(atPath: try path(hashes[2], "120q30")))
        #expect(try await site.withNode { try await $0.get("/media/\(hashes[2])/120q30.jpg").status } == 404)
        for hash in [hashes[0], hashes[1], hashes[3]] {
            #expect(try await site.get("/media/\(hash)/120q30.jpg").status == 200)
        }
        #expect(try await pictures.collect(dryRun: true).pictures.isEmpty)
        #expect(try await store(0xCC0000).hash == hashes[2])
        #expect(try await check() == [])
    }
}

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

/// Formats made in the background, and how devices get them.
@Suite(.serialized, SharedSite(options: ["picture_formats": "avif"], watchesCluster: false))
struct PictureFormatsTests {
    /// A picture with many colours, and its subject on the right.
    private static func photograph(_ seed: UInt64 = 1) throws -> [UInt8] {
        let canvas = try #require(Canvas(width: 400, height: 220))
        canvas.shade(0xB0C8E0, 0x405060)
        canvas.ellipse(310, 110, 50, 70, 0xC03020)
        canvas.grain(0.01, seed: seed)
        return canvas.jpeg()
    }

    private func publish(_ hash: String) async throws -> String {
        let desk = try await Desk(SharedSite.site, .chief)
        try await desk.section("news")
        return try await desk.write(
            #"{"headline": "A disc", "section": "news", "status": "published", "body": "<p>Text</p>", "picture": {"hash": "\#(hash)", "alt": "A red disc"}}"#
        ).slug
    }

    private func store(_ seed: UInt64) async throws -> PictureStore.Stored {
        try await SharedSite.site.backend.pictures.add(try Self.photograph(seed), by: nil)
    }

    private func makeAll() async throws {
        let site = try SharedSite.site
        try await PictureLadders(store: site.backend.pictures, log: TestSite.log).makeAll { _ in }
    }

    @Test func otherFormatsFollowTheUpload() async throws {
        let site = try SharedSite.site
        let stored = try await store(1)
        let slug = try await publish(stored.record.hash)
        let accept = ["Accept": "application/xml, image/avif, image/webp"]
        let path = "/ws?network=4g&client=android"
        let before = try await site.get(path, accept).channel
        #expect(before.files.count == 2 && before.files.allSatisfy { $0.path.hasSuffix(".jpg") })

        try await makeAll()
        let known = try #require(try await site.backend.pictures.known(stored.record.hash))
        #expect(known.record.made == [.jpeg, .webp, .avif])
        for format in PictureFormat.ladders {
            let made = known.renditions.filter { $0.name.format == format }
            #expect(made.contains { $0.spec.width == 480 && $0.spec.shape == .whole }, "\(format)")
            #expect(made.contains { $0.spec.width == 320 && $0.spec.shape == .square }, "\(format)")
            for one in made {
                let wider = made.first {
                    $0.spec.shape == one.spec.shape && $0.spec.quality == one.spec.quality
                        && $0.spec.width > one.spec.width
                }
                #expect(one.bytes <= wider?.bytes ?? .max, "\(one.name.text)")
            }
        }

        // Readers now get them: each device the smallest format that it supports.
        // A server learns of new files a moment after they are there.
        var after = before
        let isTold = try await eventually {
            after = try await site.get(path, accept).channel
            return !after.files.contains { $0.path.hasSuffix(".jpg") }
        }
        #expect(isTold)
        #expect(after.plan.formats == "webp-avif-gif")
        #expect(after.files.count == 2)
        for file in after.files {
            let ready = known.renditions.filter { $0.width == file.width && $0.height == file.height }
            let answer = try await site.get(file.path)
            #expect(answer.status == 200 && answer.body.count == file.bytes && answer["vary"] == nil)
            #expect(file.path.hasSuffix(".avif") || file.path.hasSuffix(".webp"))
            #expect(ready.contains { $0.bytes == file.bytes })
        }
        let plain = try await site.get(path, ["Accept": "*/*"]).channel
        #expect(plain.files.allSatisfy { $0.path.hasSuffix(".jpg") })
        let browser = ["User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0"]
        let page = try await site.get("/articles/\(slug)?network=4g", browser)
        let html = try page.text
        for part in [".avif\" ", "srcset=\"/media/", "style=\"background:#"] {
            #expect(html.contains(part), "\(part) in \(html.firstMatch(of: /<img[^>]*>/)?.output ?? "")")
        }
        #expect(page["content-security-policy"]?.contains("img-src 'self' data:") == true)
    }

    @Test func theNegotiatingAddressGivesTheBestThatIsReady() async throws {
        let site = try SharedSite.site
        let hash = try await store(2).record.hash
        func get(_ accept: String, _ name: String = "320q60") async throws -> Answer {
            try await site.get("/media/\(hash)/\(name)", ["Accept": accept])
        }
        #expect(try await get("image/avif,image/webp")["content-type"] == "image/jpeg")
        try await makeAll()
        for (accept, type) in [
            ("image/avif,image/webp,*/*", "image/avif"), ("image/webp,*/*;q=0.8", "image/webp"), ("*/*", "image/jpeg"),
            ("image/avif;q=0, image/webp", "image/webp"), ("", "image/jpeg"),
        ] {
            let answer = try await get(accept)
            #expect(answer.status == 200 && answer["content-type"] == type, "\(accept)")
            #expect(answer["vary"] == "Accept" && answer["cache-control"] == "public, max-age=3600")
            let explicit = try await site.get(try #require(answer["content-location"]))
            #expect(explicit.body == answer.body && explicit["vary"] == nil)
            #expect(explicit["cache-control"] == "max-age=31536000, immutable")
        }
        #expect(try await get("image/webp", "320q61")["location"] == "/media/\(hash)/320q90")
        #expect(try await get("image/webp", "320q60.").status == 404)
    }

    @Test(arguments: ["webp", "avif"])
    func nobodyWaitsForAnEncoder(_ ending: String) async throws {
        let hash = try await store(ending == "webp" ? 3 : 4).record.hash
        let site = try SharedSite.site
        let path = "/media/\(hash)/480q60.\(ending)"
        let first = try await site.get(path)
        #expect(first.status == 200 && first["content-type"] == "image/jpeg" && first["vary"] == "Accept")
        #expect(first["cache-control"] == "public, max-age=60")
        #expect(first["content-location"] == "/media/\(hash)/480q60.jpg")
        // It is made before the rest.
        let pictures = site.backend.pictures
        let wanted = try #require(pictures.wanted.next())
        #expect(wanted.hash == hash && wanted.name.text == "480q60.\(ending)" && pictures.wanted.next() == nil)
        _ = try await site.get(path)
        try await makeAll()
        let then = try await site.get(path)
        #expect(then["content-type"] == "image/\(ending)")
        #expect(try ImageHeader.read(then.body).width == 400)
        #expect(then["cache-control"] == "max-age=31536000, immutable" && then["vary"] == nil)
        // Formats that would not save anything are not made.
        #expect(try await site.get("/media/\(hash)/480q90.png").status == 404)
        #expect(try await site.get("/media/\(hash)/480q90.gif").status == 404)
        // Thumbnails have no AVIF, so nothing is to be done.
        #expect(try await site.get("/media/\(hash)/120q60.avif").status == 200)
        #expect(pictures.wanted.next() == nil)
    }

    @Test func theNextWiderOneIsSentIfNoneCanBeMade() async throws {
        let site = try SharedSite.site
        let record = try await store(8).record
        try FileManager.default.removeItem(
            atPath: site.backend.pictures.originalPath(record.hash, record.format))
        let folder = site.backend.pictures.renditionsPath(record.hash)
        for name in ["160q60", "160q90", "240q60"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name).jpg")
        }
        let answer = try await site.get("/media/\(record.hash)/160q60.avif", ["Accept": "image/avif"])
        #expect(answer.status == 200)
        #expect(answer["content-location"] == "/media/\(record.hash)/240q90.jpg")
        try await site.backend.archive.write { holdings in
            _ = try holdings.connection.query("delete from pictures where hash = decode(\(record.hash), 'hex')")
        }
    }

    @Test func picturesOfAnEarlierVersionAreCompleted() async throws {
        let site = try SharedSite.site
        let hash = try await store(5).record.hash
        try await site.backend.archive.write { holdings in
            try holdings.connection.query(
                "update pictures set made = '{}', focus_x = null, focus_y = null, color = null, placeholder = null where hash = decode(\(hash), 'hex')"
            )
            try holdings.connection.query(
                "delete from renditions where picture = decode(\(hash), 'hex') and shape <> 'whole'")
        }
        try await makeAll()
        let known = try #require(try await site.backend.pictures.known(hash))
        #expect(known.record.made == [.jpeg, .webp, .avif] && known.record.focus != nil)
        #expect(Set(known.renditions.map(\.spec.shape)) == [.whole, .square, .wide])
    }

    /// A server that lacks the file leaves the picture to servers that have it.
    @Test(arguments: [nil, [UInt8](repeating: 7, count: 100)])
    func aServerWithoutTheOriginalFinishesNothing(_ original: [UInt8]?) async throws {
        let site = try SharedSite.site
        let record = try await store(original == nil ? 21 : 22).record
        let folder = try TestSite.makeFolder()
        defer { TestSite.remove(folder) }
        let bare = try PictureStore(folder: folder, archive: site.backend.archive)
        if let original { try bare.write(original, to: bare.originalPath(record.hash, record.format)) }
        let ladders = PictureLadders(store: bare, log: TestSite.log)
        for _ in 0..<2 { try await ladders.makeAll { _ in } }
        await bare.close()
        let known = try #require(try await site.backend.pictures.known(record.hash))
        #expect(known.record.made == [.jpeg])
        let hash = record.hash
        #expect(
            try await site.number(
                "select count(*) from pictures where hash = decode(\(hash), 'hex') and claimed_at is null") == 1)
        #expect(try await faults(hash) == 0)

        try await makeAll()
        #expect(try await site.backend.pictures.known(hash)?.record.made == [.jpeg, .webp, .avif])
    }

    private func faults(_ hash: String) async throws -> Int {
        try await SharedSite.site.number(
            "select coalesce(sum(tries), 0) from ladder_faults where picture = decode(\(hash), 'hex')")
    }

    /// A format that fails does not count as made. It is retried at growing intervals, and given up in the end.
    @Test func whatCannotBeMadeIsTriedAgain() async throws {
        let site = try SharedSite.site
        let pictures = site.backend.pictures
        let whole = try Self.photograph(23)
        let cut = Array(whole.prefix(whole.count / 2))
        let hash = PictureStore.hash(of: cut)
        try pictures.write(cut, to: pictures.originalPath(hash, "jpeg"))
        try await site.backend.archive.write { holdings in
            let record = PictureRecord(hash: hash, format: "jpeg", width: 400, height: 220, bytes: cut.count)
            try holdings.pictures.insert(record, fileName: "", by: nil)
            try holdings.ladders.finish(.jpeg, of: hash)
        }
        func waiting() async throws -> Int {
            try await site.backend.archive.read { try $0.ladders.count(lacking: PictureFormat.ladders) }
        }
        func later(_ time: String) async throws {
            try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query("update ladder_faults set tried_at = now() - \(time)::interval")
            }
            try await makeAll()
        }
        try await makeAll()
        // One each for WebP and AVIF.
        #expect(try await faults(hash) == 2)
        #expect(try await waiting() == 1)
        for (time, tries) in [
            ("9 minutes", 2), ("11 minutes", 4), ("39 minutes", 4), ("41 minutes", 6), ("161 minutes", 8),
            ("641 minutes", 10), ("10 years", 10),
        ] {
            try await later(time)
            #expect(try await faults(hash) == tries, "\(time)")
        }
        #expect(try await waiting() == 0)
        #expect(try await pictures.known(hash) == nil)
        let made = try await site.backend.archive.read { try $0.pictures.find(hash)?.made }
        #expect(made == [.jpeg])
        let problems = try await pictures.check { _ in }
        for format in ["webp", "avif"] {
            #expect(problems.contains { $0.hasPrefix(hash) && $0.contains("no \(format) could be made") })
        }
        // The operator's command starts again.
        #expect(try await Commands(site.backend).makePictures(log: TestSite.log) { _ in } == 1)
        #expect(try await faults(hash) == 2)
        try await site.backend.archive.write { holdings in
            _ = try holdings.connection.query("delete from pictures where hash = decode(\(hash), 'hex')")
        }
    }

    @Test func anEditorSetsTheFocalPoint() async throws {
        let site = try SharedSite.site
        let hash = try await store(6).record.hash
        try await makeAll()
        _ = try await publish(hash)
        func thumbnail() async throws -> String {
            let files = try await site.get("/ws?network=3g&images=thumbnails&items=1&client=android").channel.files
            return try #require(files.first?.path)
        }
        let found = try await thumbnail()
        let desk = try await Desk(site, .journalist)
        let answer = try await desk.send(.put, "pictures/\(hash)/focus", #"{"x": 0, "y": 50}"#)
        #expect(answer.status == 200)
        let picture = try answer.json(WritingSiteTests.UploadTests.Uploaded.self)
        #expect(picture.focus == .init(x: 0, y: 50, isSet: true) && picture.made == ["jpeg"])
        let moved = try await thumbnail()
        #expect(moved != found && moved.contains("-square0."))
        #expect(try await site.get(moved).status == 200)
        // The old crop is still served; one that never existed redirects to the current one.
        #expect(try await site.get(found).status == 200)
        let other = moved.replacing("-square0.", with: "-square77.")
        let redirect = try await site.get(other)
        #expect(redirect.status == 307 && redirect["location"] == moved)
        try await makeAll()
        let known = try #require(try await site.backend.pictures.known(hash))
        #expect(known.record.made == [.jpeg, .webp, .avif] && known.record.focus == .init(x: 0, y: 50, isSet: true))
        #expect(known.renditions.filter { $0.spec.shape == .square }.allSatisfy { $0.name.crop == 0 })
    }

    @Test(arguments: [
        (#"{"x": 101, "y": 50}"#, 422), (#"{"x": -1, "y": 500}"#, 422), (#"{"x": 1}"#, 400),
        (#"{"x": "a", "y": 1}"#, 400),
        ("", 400), (#"{"x": 1e99, "y": 1}"#, 400),
    ])
    func aFocalPointThatIsNoneIsRefused(_ body: String, _ status: Int) async throws {
        let hash = try await store(7).record.hash
        let desk = try await Desk(SharedSite.site, .journalist)
        #expect(try await desk.send(.put, "pictures/\(hash)/focus", body).status == status)
        #expect(try await SharedSite.site.backend.pictures.known(hash)?.record.focus?.isSet == false)
    }

    @Test func aFocalPointNeedsAPictureAndARole() async throws {
        let hash = try await store(7).record.hash
        let body = #"{"x": 1, "y": 1}"#
        let site = try SharedSite.site
        #expect(try await Desk(site, .contributor).send(.put, "pictures/\(hash)/focus", body).status == 403)
        let none = String(repeating: "0", count: 64)
        for name in [none, "x", String(hash.dropLast())] {
            #expect(try await Desk(site, .journalist).send(.put, "pictures/\(name)/focus", body).status == 404)
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import Imaging
import News
import TestSupport
import Testing

extension WritingSiteTests {
    struct UploadTests {
        struct Uploaded: Decodable, Equatable {
            struct File: Decodable, Equatable {
                var url: String
                var width: Int
                var height: Int
                var bytes: Int
            }
            var hash: String
            var format: String
            var width: Int
            var height: Int
            var bytes: Int
            struct Focus: Decodable, Equatable {
                var x: Int
                var y: Int
                var isSet: Bool
            }
            var focus: Focus?
            var made: [String]
            var renditions: [File]
        }

        private static func drawing(_ width: Int, _ height: Int) throws -> Canvas {
            try #require(Canvas(width: width, height: height))
        }

        private static func multipart(_ bytes: [UInt8], file: String = "../../etc/passwd") -> (
            type: String, body: [UInt8]
        ) {
            let head =
                "--mark\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--mark\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"\(file)\"\r\nContent-Type: text/plain\r\n\r\n"
            return ("multipart/form-data; boundary=mark", Array(head.utf8) + bytes + Array("\r\n--mark--\r\n".utf8))
        }

        private func upload(_ bytes: [UInt8], type: String = "application/octet-stream") async throws -> Answer {
            try await Desk(SharedSite.site, .contributor).send(.post, "pictures", ["Content-Type": type], bytes: bytes)
        }

        @Test func aJPEGInAFormAndByItselfIsOnePicture() async throws {
            let site = try SharedSite.site
            let jpeg = try Self.drawing(700, 500).jpeg()
            let (type, body) = Self.multipart(jpeg)
            let first = try await upload(body, type: type)
            try #require(first.status == 201)
            let picture: Uploaded = try first.json()
            #expect(first["location"] == "/api/v1/pictures/\(picture.hash)")
            #expect((picture.format, picture.width, picture.height, picture.bytes) == ("jpeg", 700, 500, jpeg.count))
            #expect(try await upload(jpeg).json(Uploaded.self) == picture)
            #expect(
                try await Desk(site, .contributor).send(.get, "pictures/\(picture.hash)").json(Uploaded.self) == picture
            )
            // Every width up to the first that holds the whole picture, in every quality, and none larger than the original.
            let files = picture.renditions.filter { $0.url.hasSuffix(".jpg") }
            #expect(files.count == 48)  // of 7 rungs, 5 of the wide crop and 4 of the square one
            #expect(picture.made == ["jpeg"] && picture.focus?.isSet == false)
            for file in picture.renditions {
                let answer = try await site.get(file.url)
                #expect(answer.status == 200 && answer.body.count == file.bytes)
                let header = try ImageHeader.read(answer.body)
                #expect(header.displayWidth == file.width && header.displayHeight == file.height && file.width <= 700)
                if file.url.contains("square") { #expect(file.width == file.height) }
            }
            #expect(
                try await site.get("/media/\(picture.hash)/1920q60.jpg")["location"]
                    == "/media/\(picture.hash)/768q60.jpg")
        }

        @Test func aPNGIsTakenAsItIs() async throws {
            let picture: Uploaded = try await upload(try Self.drawing(100, 80).png()).json()
            #expect((picture.format, picture.width, picture.height) == ("png", 100, 80))
            let whole = picture.renditions.filter { !$0.url.contains("-") }
            #expect(whole.filter { $0.url.hasSuffix(".jpg") }.count == 3)
            #expect(whole.allSatisfy { $0.width == 100 && $0.height == 80 })
            // For a single colour, the lossless format is smaller.
            #expect(whole.contains { $0.url.hasSuffix("/120q90.png") })
        }

        @Test func itStandsInTheArticleThatNamesIt() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let hash = try await upload(try Self.drawing(1000, 600).jpeg()).json(Uploaded.self).hash
            let article = try await desk.write(
                #"{"headline":"Illustrated","section":"city","status":"published","picture":{"hash":"\#(hash)","alt":"A black square","caption":"Black","credit":"Nobody"}}"#
            )
            #expect(article.picture == .init(hash: hash, alt: "A black square", caption: "Black", credit: "Nobody"))
            let item = try #require(
                try await site.get("/ws?network=4g&client=iphone").channel.items.first { $0.title == "Illustrated" })
            #expect(
                item.image?.link.contains(hash) == true && item.thumbnail?.link.contains(hash) == true
                    && item.imageCaption == "Black")
            #expect(try await site.get(try #require(item.image).path).status == 200)
            #expect(try await site.get("/articles/illustrated").text.contains("alt=\"A black square\""))
            let without = try await desk.send(
                .post, "articles",
                #"{"headline":"x","section":"city","status":"published","picture":{"hash":"\#(hash)"}}"#)
            #expect(without.status == 422)
            #expect(try without.problem().fields == ["picture.alt"])
        }

        /// A JPEG that consists of headers only.
        private static func header(width: Int, height: Int, scans: Int = 1) -> [UInt8] {
            let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x55, 0xFF, 0x00, 0xFF, 0xD0, 0x55]
            return [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + size + [1, 1, 0x11, 0] + (0..<scans).flatMap { _ in scan } + [
                0xFF, 0xD9,
            ]
        }

        private static let hostile: [(String, [UInt8], String)] = [
            ("nothing", [], "not a JPEG"), ("text", Array("<svg onload=alert(1)>".utf8), "not a JPEG"),
            ("half a signature", [0xFF, 0xD8, 0xFF], "damaged"),
            ("46000 x 46000", header(width: 46_000, height: 46_000), "46000 x 46000"),
            ("no size", header(width: 0, height: 10), "damaged"),
            ("500 scans", header(width: 100, height: 100, scans: 500), "scans"),
            (
                "a broken PNG",
                [
                    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 10, 0,
                    0, 0, 10, 8, 2, 0, 0, 0, 1, 2, 3, 4,
                ], "damaged"
            ),
            (
                "a PNG of 60000 x 60000",
                [
                    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA,
                    0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 1, 2, 3, 4,
                ], "60000 x 60000"
            ),
            ("GIF", Array("GIF89a".utf8), "damaged"),
            ("20 MB and one byte", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 19_999_998), "20000001"),
        ]

        @Test(arguments: hostile.indices)
        func whatIsNoPictureIsRefusedWithTheReason(_ index: Int) async throws {
            let (name, bytes, reason) = Self.hostile[index]
            let answer = try await upload(bytes)
            #expect(answer.status == 422, "\(name)")
            let detail = try answer.problem().detail
            #expect(detail.contains(reason), "\(name): \(detail)")
        }

        /// Each of a thousand truncated or corrupted copies in all formats is accepted, or refused with a reason.
        @Test func damagedPicturesHarmNothing() async throws {
            let canvas = try Self.drawing(64, 48)
            canvas.shade(0x204080, 0xF0C040)
            let png = canvas.png()
            let header = try ImageHeader.read(png)
            let specs = [RenditionFormat.jpeg, .webp, .avif].map { RenditionSpec(width: 64, quality: 90, format: $0) }
            let originals = try [png] + encodeRenditions(of: png, header: header, specs: specs).renditions.map(\.bytes)
            try #require(originals.count == 4)
            var generator = SeededGenerator(seed: 2026)
            for round in 0..<25 {
                let copies = (0..<40).map { Self.damaged(originals[($0 + round) % 4], &generator) }
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for copy in copies { group.addTask { try await upload(copy).status } }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect(statuses.isSubset(of: [201, 422]), "\(statuses)")
            }
            #expect(try await upload(originals[1]).status == 201)
        }

        private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
            var copy = bytes
            if Bool.random(using: &generator) {
                return Array(copy.prefix(Int.random(in: 1..<copy.count, using: &generator)))
            }
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                copy[Int.random(in: copy.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
            return copy
        }

        @Test func whatIsFarTooLargeIsNotEvenRead() async throws {
            let answer = try await upload([UInt8](repeating: 0xFF, count: 20_100_000))
            #expect(answer.status == 413)
            #expect(try answer.problem().detail.contains("20 MB"))
        }

        @Test(arguments: [
            ("multipart/form-data", "x"), ("multipart/form-data; boundary=mark", "nothing"),
            ("multipart/form-data; boundary=mark", "--mark--"), ("multipart/form-data; boundary=", "--\r\n"),
        ])
        func aFormWithoutAFileIsRefused(_ type: String, _ body: String) async throws {
            let answer = try await upload(Array(body.utf8), type: type)
            #expect(answer.status == 400)
            _ = try answer.problem()
        }
    }
}

import Foundation
import HTTPTypes
import Imaging
import News
import Testing
@testable import Web

extension DemoSiteTests {
    struct PictureTests {
        private func files(_ query: String) async throws -> [ChannelContent.File] {
            try await SharedSite.site.get("/ws?" + query).channel.files
        }

        @Test(arguments: [
            "network=3g&client=iphone", "network=wifi&client=desktop", "network=4g&screen_width=390&dpr=3",
            "network=hspa&images=thumbnails",
        ])
        func whatIsNamedIsThereAsPromised(_ query: String) async throws {
            let files = try await files(query)
            #expect(!files.isEmpty)
            try await SharedSite.site.withWire { wire async throws in
                for file in Set(files) {
                    let answer = try await wire.get(file.path)
                    #expect(answer.status == 200)
                    #expect(answer["content-type"] == "image/jpeg")
                    #expect(answer["cache-control"] == "max-age=31536000, immutable")
                    #expect(answer["content-length"] == String(file.bytes) && answer.body.count == file.bytes)
                    let header = try ImageHeader.read(answer.body)
                    #expect(header.format == .jpeg)
                    #expect(header.displayWidth == file.width && header.displayHeight == file.height)
                    let again = try await wire.get(file.path, ["If-None-Match": try #require(answer["etag"])])
                    #expect(again.status == 304 && again.body.isEmpty)
                }
            }
        }

        @Test(arguments: [
            ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=10-", .part(10..<1000)), ("bytes=-5", .part(995..<1000)),
            ("bytes=990-2000", .part(990..<1000)), ("bytes=-5000", .part(0..<1000)), ("bytes=1000-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable), ("bytes=5-2", .whole), ("bytes=0-1,4-5", .whole), ("items=0-1", .whole),
            ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole), ("bytes=+1-2", .whole),
            ("bytes=99999999999999999999-", .whole), ("bytes=0-99999999999999999999", .whole),
        ])
        func aRangeIsReadAsTheStandardSays(_ field: String, _ range: ByteRange) {
            #expect(ByteRange([.range: field], etag: "\"a\"", count: 1000) == range)
            #expect(ByteRange([.range: field, .ifRange: "\"a\""], etag: "\"a\"", count: 1000) == range)
            #expect(ByteRange([.range: field, .ifRange: "\"b\""], etag: "\"a\"", count: 1000) == .whole)
        }

        /// An interrupted download can be resumed.
        @Test func aPartIsSent() async throws {
            let path = "/media/\(try await hash(0))/480q60.jpg"
            try await SharedSite.site.withWire { wire async throws in
                let whole = try await wire.get(path)
                let size = whole.body.count
                let part = try await wire.get(path, ["Range": "bytes=100-", "If-Range": try #require(whole["etag"])])
                #expect(part.status == 206 && part.body == Array(whole.body[100...]))
                #expect(part["content-range"] == "bytes 100-\(size - 1)/\(size)" && part["etag"] == whole["etag"])
                let beyond = try await wire.get(path, ["Range": "bytes=\(size)-"])
                #expect(beyond.status == 416 && beyond["content-range"] == "bytes */\(size)")
                #expect(whole["accept-ranges"] == (size < 50_000 ? nil : "bytes"))
                let large = try await wire.get("/media/\(try await hash(0))/1600q90.jpg")
                #expect(large.body.count > 50_000 && large["accept-ranges"] == "bytes")
            }
        }

        @Test func theWholeLadderIsThere() async throws {
            let hash = try await self.hash(0)
            try await SharedSite.site.withWire { wire async throws in
                var last = 0
                for width in Ladder.widths where width <= 1600 {
                    let sizes = try await [30, 60, 90].asyncMap { quality in
                        let answer = try await wire.get("/media/\(hash)/\(width)q\(quality).jpg")
                        #expect(try ImageHeader.read(answer.body).displayWidth == width)
                        return answer.body.count
                    }
                    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
                    #expect(sizes[0] > last)
                    last = sizes[0]
                }
            }
        }

        /// The hash of a picture in the demo newspaper.
        private func hash(_ index: Int) async throws -> String {
            let files = try await files("network=3g&client=iphone&images=thumbnails")
            return String(try #require(files.dropFirst(index).first).path.split(separator: "/")[1])
        }

        @Test(arguments: [
            ("333q60", "480q60"), ("1q30", "120q30"), ("121q30", "160q30"), ("5000q90", "1600q90"),
            ("1920q60", "1600q60"), ("320q50", "320q60"),
            ("320q1", "320q30"), ("320q100", "320q90"),
        ])
        func whatIsOffTheLadderLeadsUp(_ asked: String, _ served: String) async throws {
            let hash = try await hash(1)
            let answer = try await SharedSite.site.get("/media/\(hash)/\(asked).jpg")
            #expect(answer.status == 308)
            #expect(answer["location"] == "/media/\(hash)/\(served).jpg")
            #expect(try await SharedSite.site.get("/media/\(hash)/\(served).jpg").status == 200)
        }

        @Test(arguments: [
            "/media/\(String(repeating: "0", count: 64))/320q60.jpg", "/media/abc/320q60.jpg", "/media/HASH/320q60.png",
            "/media/HASH/320.jpg",
            "/media/HASH/-1q60.jpg", "/media/HASH/0q60.jpg", "/media/HASH/320q60.jpg.jpg",
            "/media/HASH/99999999999999999999q60.jpg",
            "/media/..%2F..%2Fetc/passwd", "/media/HASH/..%2f..%2f320q60.jpg", "/media/HASH/", "/media/",
        ])
        func anythingElseIsUnknown(_ path: String) async throws {
            let hash = try await hash(0)
            #expect(try await SharedSite.site.get(path.replacing("HASH", with: hash)).status == 404)
            let upper = hash.uppercased()
            if upper != hash { #expect(try await SharedSite.site.get("/media/\(upper)/320q60.jpg").status == 404) }
        }

        /// A lost rendition is made again on request, and only once for concurrent requests.
        @Test func aRenditionThatIsLostIsMadeAgain() async throws {
            let site = try SharedSite.site
            let hash = try await hash(2)
            let file = "\(site.folder)/renditions/\(hash.prefix(2))/\(hash)/1200q30.jpg"
            let before = try #require(FileManager.default.contents(atPath: file))
            try FileManager.default.removeItem(atPath: file)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<8 { group.addTask { try await site.rendition("/media/\(hash)/1200q30.jpg") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 8)
            #expect(answers.allSatisfy { $0.status == 200 && $0.body == [UInt8](before) })
            #expect(FileManager.default.contents(atPath: file) == before)
        }
    }
}

extension Sequence {
    /// Maps the elements one after the other.
    func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var result: [T] = []
        for element in self { result.append(try await transform(element)) }
        return result
    }
}

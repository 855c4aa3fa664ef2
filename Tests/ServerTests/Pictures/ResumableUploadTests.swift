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

extension NewsroomSiteTests {
    @Suite("Uploads in parts")
    struct ResumableUploadTests {
        static func picture(_ shade: UInt32, _ width: Int = 400) throws -> [UInt8] {
            let canvas = try #require(Canvas(width: width, height: 300))
            canvas.shade(shade, 0xFFFFFF)
            return canvas.jpeg()
        }

        /// A client that uploads, with a token or in a session.
        struct Sender: Sendable {
            let site: TestSite
            let root: String
            let headers: [String: String]

            static func token(_ desk: Desk) -> Sender {
                Sender(site: desk.site, root: "/api/v1", headers: ["Authorization": "Bearer " + desk.token])
            }

            static func session(_ browser: RoomBrowser) async throws -> Sender {
                Sender(
                    site: browser.site, root: "/admin",
                    headers: ["Cookie": browser.cookie, "N4MD-Form-Token": try await browser.token()])
            }

            func send(
                _ method: HTTPRequest.Method, _ path: String, _ more: [String: String?] = [:], body: [UInt8]? = nil
            ) async throws -> Answer {
                let all = headers.merging(["Tus-Resumable": "1.0.0"]) { $1 }.mapValues { Optional($0) }
                let answer = try await site.send(
                    method, path, all.merging(more) { $1 }.compactMapValues(\.self), body: body)
                if answer["tus-version"] == nil { #expect(answer["tus-resumable"] == "1.0.0") }
                return answer
            }

            func begin(_ bytes: Int, name: String = "one.jpg") async throws -> String {
                let answer = try await send(
                    .post, root + "/uploads",
                    [
                        "Upload-Length": "\(bytes)",
                        "Upload-Metadata": "filename \(Data(name.utf8).base64EncodedString()),is_confidential",
                    ])
                try #require(answer.status == 201)
                #expect(answer["upload-expires"]?.hasSuffix("GMT") == true)
                return try #require(answer["location"])
            }

            func part(_ path: String, _ offset: Int, _ bytes: some Sequence<UInt8>) async throws -> Answer {
                try await send(
                    .patch, path,
                    ["Upload-Offset": "\(offset)", "Content-Type": "application/offset+octet-stream"],
                    body: Array(bytes))
            }

            func offset(_ path: String) async throws -> Int? {
                let answer = try await send(.head, path)
                return answer["upload-offset"].flatMap { Int($0) }
            }
        }

        private func sender() async throws -> Sender { .token(try await Desk(SharedSite.site, .contributor)) }

        private func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: SharedSite.site.folder + "/uploads")
        }

        @Test("It goes on wherever it broke, and nowhere else", arguments: [0.0, 0.001, 0.3, 0.7, 0.999])
        func everyOffset(_ share: Double) async throws {
            let desk = try await Desk(SharedSite.site, .contributor)
            let browser = try await Room.person(SharedSite.site, .contributor).browser()
            for sender in [Sender.token(desk), try await .session(browser)] {
                let bytes = try Self.picture(UInt32(share * 1000) << 8 | UInt32(sender.root.count))
                let path = try await sender.begin(bytes.count, name: "Fähre <1>.jpg")
                let half = Int(Double(bytes.count) * share)
                let first = try await sender.part(path, 0, bytes[..<half])
                #expect(first.status == 204 && first["upload-offset"] == "\(half)" && first["location"] == nil)
                for wrong in Set([0, half - 1, half + 1, bytes.count, bytes.count + 1]).subtracting([half, -1]) {
                    #expect(try await sender.part(path, wrong, [0xFF]).status == 409, "\(wrong)")
                }
                for wrong in ["", "-1", "x", "99999999999999999999"] {
                    let answer = try await sender.send(
                        .patch, path, ["Upload-Offset": wrong, "Content-Type": "application/offset+octet-stream"],
                        body: [1])
                    #expect(answer.status == 400, "\(wrong)")
                }
                #expect(try await sender.offset(path) == half)
                let last = try await sender.part(path, half, bytes[half...])
                #expect(last.status == 204 && last["upload-offset"] == "\(bytes.count)")
                let hash = PictureStore.hash(of: bytes)
                #expect(last["location"] == "\(sender.root)/pictures/\(hash)")
                // If the answer is lost, asking again gets the same one.
                let again = try await sender.send(.head, path)
                #expect(again["location"] == last["location"] && again["upload-offset"] == "\(bytes.count)")
                #expect(try await sender.part(path, bytes.count, []).status == 204)
                let kept = try await desk.send(.get, "pictures/\(hash)").json(Described.self)
                #expect(kept.fileName == "Fähre <1>.jpg" && kept.uploader?.hasPrefix("contributor") == true)
            }
        }

        struct Described: Decodable {
            var fileName: String
            var uploader: String?
        }

        @Test("What arrived before the connection broke stays") func brokenPart() async throws {
            let sender = try await sender()
            let path = try await sender.begin(5000)
            let head =
                "PATCH \(path) HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nAuthorization: \(try #require(sender.headers["Authorization"]))\r\n"
                + "Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 5000\r\n\r\n"
            try await sendAndLeave(head + String(repeating: "x", count: 1234), port: sender.site.port)
            #expect(try await eventually { try await sender.offset(path) == 1234 })
        }

        @Test("Of those who send the same at once, one does") func atOnce() async throws {
            let sender = try await sender()
            let bytes = try Self.picture(0x102030, 1500)
            let path = try await sender.begin(bytes.count)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await sender.part(path, 0, bytes).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 204 }.count == 1 && Set(statuses).isSubset(of: [204, 409]), "\(statuses)")
            #expect(
                try await sender.send(.head, path)["location"] == "/api/v1/pictures/\(PictureStore.hash(of: bytes))")
        }

        @Test("Nobody else goes on with it") func foreignOwner() async throws {
            let (sender, other) = (try await sender(), try await sender())
            let path = try await sender.begin(100)
            #expect(try await other.send(.head, path).status == 404)
            #expect(try await other.part(path, 0, [1]).status == 404)
            #expect(try await other.send(.delete, path).status == 404)
            let name = String(path.split(separator: "/").last ?? "")
            let session = try await Sender.session(try await Room.person(sender.site, .chief).browser())
            #expect(try await session.send(.head, "/admin/uploads/" + name).status == 404)
            #expect(try await sender.offset(path) == 0)
            #expect(!(try files().contains { $0.contains(name) }), "the name is not that of the file")
        }

        @Test("A script of another site, or of nobody, is refused") func foreignScript() async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .contributor).browser()
            let sender = try await Sender.session(browser)
            let path = try await sender.begin(100)
            let part = ["Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"]
            for wrong in [["N4MD-Form-Token": nil], ["N4MD-Form-Token": "x"], ["Sec-Fetch-Site": "cross-site"]] {
                let begun = try await sender.send(
                    .post, "/admin/uploads", (["Upload-Length": "9"] as [String: String?]).merging(wrong) { $1 })
                #expect(begun.status == 403)
                let sent = try await sender.send(
                    .patch, path, (part as [String: String?]).merging(wrong) { $1 }, body: [1])
                #expect(sent.status == 403)
                #expect(try await sender.send(.delete, path, wrong).status == 403)
            }
            let answer = try await sender.send(.post, "/admin/uploads", ["Cookie": nil, "Upload-Length": "9"])
            #expect(answer.status == 401)
            #expect(try answer.problem().detail.contains("Log in"))
            #expect(try await sender.offset(path) == 0)
        }

        @Test("Too much is refused before it is taken") func tooLarge() async throws {
            let sender = try await sender()
            let large = try await sender.send(.post, "/api/v1/uploads", ["Upload-Length": "20000001"])
            #expect(large.status == 413)
            #expect(try large.problem().detail.contains("20 MB"))
            let path = try await sender.begin(10)
            #expect(try await sender.part(path, 0, [UInt8](repeating: 1, count: 11)).status == 413)
            #expect(try await sender.offset(path) == 0)
            for wrong in [nil, "", "0", "-5", "x"] {
                let answer = try await sender.send(.post, "/api/v1/uploads", ["Upload-Length": wrong])
                #expect(answer.status == 400)
            }
        }

        @Test(
            "What is no picture is refused with the reason, and forgotten",
            arguments: [
                (Array("just some text, no picture".utf8), "not a JPEG"),
                (
                    [
                        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA,
                        0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 1, 2, 3, 4,
                    ], "60000 x 60000"
                ),
            ])
        func refused(_ bytes: [UInt8], _ reason: String) async throws {
            let sender = try await sender()
            let before = try files()
            let path = try await sender.begin(bytes.count)
            #expect(try await sender.part(path, 0, bytes.prefix(10)).status == 204)
            let answer = try await sender.part(path, 10, bytes.dropFirst(10))
            #expect(answer.status == 422)
            #expect(try answer.problem().detail.contains(reason))
            #expect(try await sender.send(.head, path).status == 404)
            #expect(try Set(files()) == Set(before))
        }

        @Test("After a day it is over, and its file goes") func expired() async throws {
            let sender = try await sender()
            let site = sender.site
            let uploads = UploadStore(pictures: site.backend.pictures)
            let before = try Set(files())
            let (old, young) = (try await sender.begin(100), try await sender.begin(100))
            #expect(try await sender.part(old, 0, [1, 2, 3]).status == 204)
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update uploads set expires_at = now() - interval '1 second' where bytes = 100")
            }
            #expect(try await sender.send(.head, old).status == 404)
            #expect(try await sender.part(old, 3, [4]).status == 404)
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update uploads set expires_at = now() + interval '1 hour' where ctid = (select max(ctid) from uploads)"
                )
            }
            // Makes the files look old, since a new one may belong to an upload not yet recorded.
            for name in try Set(files()).subtracting(before) {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date().addingTimeInterval(-7200)],
                    ofItemAtPath: "\(site.folder)/uploads/\(name)")
            }
            try await uploads.sweep()
            #expect(try Set(files()).subtracting(before).count == 1)
            #expect(try await sender.offset(young) == 0)
        }

        @Test("They are bounded in number and in bytes") func bounded() async throws {
            let (sender, other) = (try await sender(), try await sender())
            var last = ""
            for _ in 0..<20 { last = try await sender.begin(1) }
            let answer = try await sender.send(.post, "/api/v1/uploads", ["Upload-Length": "1"])
            #expect(answer.status == 429 && answer["retry-after"] != nil)
            #expect(try await sender.send(.delete, last).status == 204)
            _ = try await sender.begin(1)
            for _ in 0..<10 { _ = try await other.begin(20_000_000) }
            #expect(try await other.send(.post, "/api/v1/uploads", ["Upload-Length": "1"]).status == 429)
            try await sender.site.backend.archive.write {
                _ = try $0.connection.query("update uploads set expires_at = now() where bytes in (1, 20000000)")
                _ = try $0.connection.query(
                    """
                    insert into uploads (hash, editor_id, bytes)
                    select sha256(n::text::bytea), (select max(id) from editors), 20000000 from generate_series(1, 100) n
                    """)
            }
            let full = try await sender.send(.post, "/api/v1/uploads", ["Upload-Length": "1"])
            #expect(full.status == 503 && full["retry-after"] != nil)
            try await sender.site.backend.archive.write {
                _ = try $0.connection.query("delete from uploads where bytes = 20000000")
            }
        }

        @Test("The protocol is tus 1.0.0") func manners() async throws {
            let sender = try await sender()
            let told = try await sender.site.send(.options, "/api/v1/uploads")
            #expect(told.status == 204 && told["tus-version"] == "1.0.0" && told["tus-max-size"] == "20000000")
            #expect(told["tus-extension"] == "creation,expiration,termination")
            for version in [nil, "0.2.2"] {
                let answer = try await sender.send(
                    .post, "/api/v1/uploads", ["Tus-Resumable": version, "Upload-Length": "1"])
                #expect(answer.status == 412 && answer["tus-version"] == "1.0.0")
            }
            let path = try await sender.begin(3)
            let wrong = try await sender.send(
                .patch, path, ["Upload-Offset": "0", "Content-Type": "image/jpeg"], body: [1])
            #expect(wrong.status == 415)
            let head = try await sender.send(.head, path)
            #expect(head.status == 200 && head["cache-control"] == "no-store" && head["upload-length"] == "3")
            let posted = try await sender.send(
                .post, path,
                [
                    "X-HTTP-Method-Override": "PATCH", "Upload-Offset": "0",
                    "Content-Type": "application/offset+octet-stream",
                ], body: [1])
            #expect(posted.status == 204 && posted["upload-offset"] == "1")
            #expect(try await sender.send(.post, path).status == 405)
            #expect(try await sender.send(.delete, path).status == 204)
            #expect(try await sender.send(.head, path).status == 404)
            #expect(try await sender.send(.head, "/api/v1/uploads/none").status == 404)
        }
    }
}

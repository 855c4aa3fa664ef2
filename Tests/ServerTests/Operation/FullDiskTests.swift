import Archive
import Foundation
import Glibc
import HTTPTypes
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import TestSupport
import Testing

/// When the disk is full, senders are told so, nothing of their request remains, and readers notice nothing.
@Suite(.serialized)
struct FullDiskTests {
    /// A disk of two megabytes in memory, for the pictures.
    private struct SmallDisk {
        let path: String

        init?(_ path: String) {
            self.path = path
            mkdir(path, 0o755)
            guard mount("tmpfs", path, "tmpfs", 0, "size=2m") == 0 else { return nil }
        }

        /// Fills the disk except for a number of bytes.
        func fill(leaving bytes: Int = 0) throws {
            var status = statvfs()
            try #require(statvfs(path, &status) == 0)
            let size = Int(status.f_bavail) * Int(status.f_bsize) - bytes
            try PartFile(path: path + "/ballast").make([UInt8](repeating: 1, count: size), synced: false)
        }

        func empty() { unlink(path + "/ballast") }

        func end() { umount2(path, Int32(MNT_DETACH)) }
    }

    private static let canMount: Bool = {
        let path = NSTemporaryDirectory() + "n4md-disk-" + UUID().uuidString
        defer { rmdir(path) }
        guard let disk = SmallDisk(path) else { return false }
        disk.end()
        return true
    }()

    private func withSmallDisk(_ body: (TestSite, SmallDisk) async throws -> Void) async throws {
        let folder = try await TestSite.makeFolderWithCluster()
        defer { TestSite.remove(folder) }
        let disk = try #require(SmallDisk(folder + "/small"))
        defer { disk.end() }
        for name in ["pictures", "renditions", "uploads"] {
            mkdir("\(disk.path)/\(name)", 0o755)
            symlink("small/\(name)", "\(folder)/\(name)")
        }
        let site = try await TestSite.open(folder: folder, watchesCluster: false)
        do {
            try await body(site, disk)
        } catch {
            await site.close()
            throw error
        }
        await site.close()
    }

    private func picture(_ seed: UInt64) throws -> [UInt8] {
        let canvas = try #require(Canvas(width: 700, height: 400))
        canvas.shade(0xB0C8E0, 0x405060)
        canvas.grain(0.1, seed: seed)
        return canvas.jpeg()
    }

    private func files(_ disk: SmallDisk, _ folders: [String] = ["pictures", "renditions"]) -> [String] {
        folders.flatMap { folder in
            FileManager.default.enumerator(atPath: "\(disk.path)/\(folder)")?.compactMap { $0 as? String }
                .filter { name in
                    var isFolder: ObjCBool = false
                    return FileManager.default.fileExists(
                        atPath: "\(disk.path)/\(folder)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
                } ?? []
        }
    }

    /// With room for the original but not for its renditions, and with no room at all.
    @Test(.enabled(if: canMount, "no small disk can be mounted here, which needs root"), arguments: [100_000, 4096, 0])
    func nothingIsLeftOfAnUpload(_ room: Int) async throws {
        try await withSmallDisk { site, disk in
            let desk = try await Desk(site, .editor)
            let (first, second) = (try picture(1), try picture(2))
            let type = ["Content-Type": "image/jpeg"]
            let taken = try await desk.send(.post, "pictures", type, bytes: first)
            #expect(taken.status == 201)
            let before = Set(files(disk))
            #expect(before.count > 20)

            try disk.fill(leaving: room)
            let refused = try await desk.send(.post, "pictures", type, bytes: second)
            #expect(refused.status == 507)
            #expect(try refused.problem().detail.contains("disk is full"))
            #expect(Set(files(disk)) == before)
            let hash = PictureStore.hash(of: first)
            let focus = try await desk.send(.put, "pictures/\(hash)/focus", #"{"x": 1, "y": 1}"#)
            #expect(room > 0 || focus.status == 507)
            if focus.status == 507 { #expect(Set(files(disk)) == before) }

            disk.empty()
            #expect(try await desk.send(.post, "pictures", type, bytes: second).status == 201)
            #expect(try await site.backend.pictures.check { _ in } == [])
        }
    }

    @Test(.enabled(if: canMount, "no small disk can be mounted here, which needs root"))
    func anUploadInPartsGoesOnWhenThereIsRoom() async throws {
        try await withSmallDisk { site, disk in
            let sender = NewsroomSiteTests.ResumableUploadTests.Sender.token(try await Desk(site, .contributor))
            let bytes = try picture(3)
            let path = try await sender.begin(bytes.count)
            try disk.fill(leaving: 8192)
            let refused = try await sender.part(path, 0, bytes)
            #expect(refused.status == 507)
            #expect(try refused.problem().detail.contains("resume when there is room"))
            let offset = try #require(try await sender.offset(path))
            #expect(offset < bytes.count)

            // The upload is now complete, but there is no room to store the picture.
            disk.empty()
            try disk.fill(leaving: bytes.count - offset + 16_384)
            #expect(try await sender.part(path, offset, bytes[offset...]).status == 507)
            #expect(files(disk) == [])
            disk.empty()
            let last = try await sender.part(path, bytes.count, [])
            #expect(last.status == 204 && last["location"] != nil)
            #expect(files(disk, ["uploads"]) == [])
        }
    }

    @Test(.enabled(if: canMount, "no small disk can be mounted here, which needs root"))
    func readersGetWhatCannotBeKept() async throws {
        try await withSmallDisk { site, disk in
            let stored = try await site.backend.pictures.add(try picture(4), by: nil)
            let rendition = try #require(stored.renditions.first { $0.spec.width == 480 })
            let path = "/media/\(stored.record.hash)/\(rendition.name.text)"
            let body = try await site.get(path).body
            unlink(site.backend.pictures.renditionPath(stored.record.hash, rendition.name))
            try disk.fill()
            for _ in 0..<2 {
                try await site.withNode(["cache_megabytes": "1"]) { node in
                    let answer = try await node.get(path)
                    #expect(answer.status == 200 && answer.body == body)
                }
            }
            #expect(try await site.get("/media/\(stored.record.hash)/480q60.webp").status == 200)
            disk.empty()
        }
    }

    /// The database's own disk is full.
    @Test func soIsTheDatabases() async throws {
        let site = try await TestSite.open(watchesCluster: false)
        try await site.backend.archive.write { holdings in
            try holdings.connection.query(
                "create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$"
            )
            for table in ["devices", "sections", "pictures"] {
                try holdings.connection.query(
                    "create trigger full_disk before insert on \(SQL(stringLiteral: table)) for each row execute function full_disk()"
                )
            }
        }
        let desk = try await Desk(site, .editor)
        let bytes = try picture(5)
        for answer in try await [
            desk.send(.post, "sections", #"{"name":"City"}"#), site.post("/devices", form: "model=iPhone"),
            desk.send(.post, "pictures", ["Content-Type": "image/jpeg"], bytes: bytes),
        ] {
            #expect(answer.status == 507)
            #expect(try answer.problem().detail.contains("disk is full"))
        }
        #expect(
            !FileManager.default.fileExists(
                atPath: site.backend.pictures.originalPath(PictureStore.hash(of: bytes), "jpeg")))
        #expect(try await site.get("/m/").status == 200)
        await site.close()
    }

    @Test func anyFullDiskIsTold() {
        for error: any Error in [
            POSIXError(.ENOSPC), POSIXError(.EDQUOT), POSIXError(.EFBIG), CocoaError(.fileWriteOutOfSpace),
            PostgresError.refused(.diskFull, message: "", constraint: nil),
        ] {
            #expect(error.isFullDisk && explanation(of: error).hasPrefix("There is no room left"), "\(error)")
        }
        for error: any Error in [
            POSIXError(.EIO), CocoaError(.fileNoSuchFile), PostgresError.overloaded, PictureWire.Failure.broken,
        ] {
            #expect(!error.isFullDisk)
        }
    }
}

extension ProgramTests {
    /// A limit on file size is reported like a full disk and does not end the server. This needs no separate disk.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func aFileThatMayNotGrowIsTold() async throws {
        try await withFolder { folder in
            #expect(try await command("editor", "add", "Ana", "--role", "editor", "--data", folder).status == 0)
            let token = try await command("token", "create", "--editor", "Ana", "--data", folder).output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let (process, _, errors) = try serve(folder)
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            #expect(await eventually { self.port(errors) != nil || !process.isRunning })
            let port = try #require(self.port(errors), "\(self.text(errors))")
            let server = process.processIdentifier
            #expect(try await run("/usr/bin/prlimit", ["--pid=\(server)", "--fsize=20000"]).status == 0)
            func send(_ request: String, _ headers: String, _ body: String = "") async throws -> String {
                try await exchange(
                    "\(request) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTus-Resumable: 1.0.0\r\nAuthorization: Bearer \(token)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
                    port: port)
            }
            let begun = try await send("POST /api/v1/uploads", "Upload-Length: 30000\r\n")
            let path = try #require(begun.firstMatch(of: /(?i)location: (\S+)/)?.output.1, "\(begun)")
            let refused = try await send(
                "PATCH \(path)", "Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n",
                String(repeating: "a", count: 30_000))
            #expect(refused.hasPrefix("HTTP/1.1 507 Insufficient Storage"), "\(refused)")
            #expect(process.isRunning)
            kill(server, SIGTERM)
            #expect(await eventually { !process.isRunning })
        }
    }
}

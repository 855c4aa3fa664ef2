import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Imaging
import News
@testable import Pictures
import PostgreSQL
@testable import Server
import TestSupport
import Testing

/// The program as an operator runs it.
@Suite(.serialized)
struct ProgramTests {
    /// The program built along with the tests.
    static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "n4md").path

    func withFolder<T>(hasCluster: Bool = true, _ body: (String) async throws -> T) async throws -> T {
        let folder = hasCluster ? try await TestSite.makeFolderWithCluster() : try TestSite.makeFolder()
        defer { TestSite.remove(folder) }
        return try await body(folder)
    }

    func command(_ arguments: String...) async throws -> CommandResult {
        try await run(Self.program, arguments)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func servesUntilItIsToldToStop() async throws {
        try await withFolder(hasCluster: false) { folder in
            let added = try await command("editor", "add", "Ana", "--role", "editor", "--data", folder)
            #expect(added.status == 0 && added.output.contains("Ana was added as editor."), "\(added)")
            let token = try await command("token", "create", "--editor", "Ana", "--data", folder)
            #expect(token.status == 0 && token.output.hasPrefix("n4md_"), "\(token)")
            #expect(try await command("migrate", "--check", "--data", folder).status == 0)

            let (process, output, errors) = try serve(folder)
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            #expect(await eventually { self.port(errors) != nil || !process.isRunning })
            let port = try #require(self.port(errors), "\(self.text(errors))")
            let answer = try await exchange(
                "GET /health/ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", port: port)
            #expect(answer.hasPrefix("HTTP/1.1 200"))

            // Commands work beside the server, on the same database.
            let wrong = try await command("editor", "add", "Ana", "--role", "editor", "--data", folder)
            #expect(wrong.status != 0 && wrong.errors.contains("already"), "\(wrong)")

            let link = try await command("editor", "password", "Ana", "--data", folder)
            #expect(link.output.contains("http://localhost:\(port)/admin/"), "\(link)")

            kill(process.processIdentifier, SIGTERM)
            #expect(await eventually { !process.isRunning })
            #expect(!FileManager.default.fileExists(atPath: folder + "/port"))
            #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
            #expect(
                !FileManager.default.fileExists(atPath: folder + "/cluster/postmaster.pid"),
                "the database stops with the server")
            let line = try #require(
                self.text(output).split(separator: "\n").first { $0.contains("path=/health/ready") })
            #expect(
                line.contains(
                    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ request id=\S+ method=GET path=\/health\/ready status=200 bytes=\d+ us=\d+$/
                ), "\(line)")
        }
    }

    /// A large export is read item by item, so its size does not affect memory.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func aLargeExportIsImportedInLittleMemory() async throws {
        try await withFolder { folder in
            let file = folder + "/export.xml"
            try #require(FileManager.default.createFile(atPath: file, contents: nil))
            let export = try #require(FileHandle(forWritingAtPath: file))
            func write(_ text: String) throws { try export.write(contentsOf: Data(text.utf8)) }
            try write(
                """
                <?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"
                xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Large</title><link>https://old.example</link>
                """)
            let filling = String(repeating: "<p>What a plugin kept, over and over.</p>\n", count: 25_000)
            for number in 1...64 {
                try write(
                    """
                    <item><title>Kept \(number)</title><wp:post_type>kept</wp:post_type><content:encoded><![CDATA[\(filling)]]></content:encoded></item>
                    <item><title>Story \(number)</title><guid>\(number)</guid><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
                    <wp:post_date_gmt>2020-01-01 10:00:00</wp:post_date_gmt><content:encoded>Text</content:encoded></item>
                    """)
            }
            try write("</channel></rss>")
            try export.close()

            let process = Process()
            process.executableURL = URL(fileURLWithPath: Self.program)
            process.arguments = ["import", file, "--data", folder]
            let output = folder + "/output"
            try Data().write(to: URL(fileURLWithPath: output))
            process.standardOutput = FileHandle(forWritingAtPath: output)
            process.standardError = FileHandle.nullDevice
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            // The peak so far, read repeatedly since it disappears with the process.
            var peak = 0
            let hasEnded = await eventually(within: .seconds(120)) {
                let status =
                    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                peak = max(peak, line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
                return !process.isRunning
            }
            #expect(hasEnded && process.terminationStatus == 0)
            #expect(try String(contentsOfFile: output, encoding: .utf8).hasPrefix("64 articles"))
            // In kilobytes; the file alone has 68 MB.
            #expect(peak > 0 && peak < 100_000, "\(peak) kB")
        }
    }

    /// A server told to stop finishes the requests in flight.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func finishesWhatIsInFlight() async throws {
        try await withFolder { folder in
            let (process, _, errors) = try serve(folder)
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            #expect(await eventually { self.port(errors) != nil || !process.isRunning })
            let port = try #require(self.port(errors), "\(self.text(errors))")
            let server = process.processIdentifier
            // Sends both in one packet: once the first is answered, the second has been read.
            let answer = try await exchange(
                "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nPOST /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\nnetwork",
                port: port, then: "=edge"
            ) {
                kill(server, SIGTERM)
                waitUntilRefused(port: port)
            }
            #expect(answer.matches(of: /HTTP\/1.1 200 OK/).count == 2 && answer.hasSuffix("</channel>\n"), "\(answer)")
            #expect(await eventually { !process.isRunning })
            #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func saysWhatIsWrong() async throws {
        let never = NSTemporaryDirectory() + "n4md-server-test-never"
        for arguments in [
            ["serve", "--port", "99999"], ["editor", "add", "x", "--role", "king"], ["import"], ["nonsense"],
        ] {
            let result = try await run(
                Self.program, arguments + (arguments[0] == "nonsense" ? [] : ["--data", never]))
            #expect(result.status != 0 && !result.errors.isEmpty, "\(arguments)")
        }
        #expect(!FileManager.default.fileExists(atPath: never))
    }

    /// `n4md picture` makes renditions in every format, and refuses bad arguments without leaving a file.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func makesARenditionOfAFile() async throws {
        try await withFolder(hasCluster: false) { folder in
            let source = folder + "/source.jpg"
            try Data(try DemoPicture.bytes("marathon")).write(to: URL(fileURLWithPath: source))
            for format in ["jpg", "webp", "avif"] {
                let target = "\(folder)/target.\(format)"
                let made = try await command("picture", source, "-w", "480", "-q", "60", "-o", target)
                #expect(made.status == 0, "\(made)")
                let bytes = try #require(FileManager.default.contents(atPath: target))
                let header = try ImageHeader.read([UInt8](bytes))
                #expect(header.width == 480 && header.format.fileExtension == format)
                #expect(made.output.contains("480 x \(header.height) pixels, \(bytes.count) bytes"))
            }
            for arguments in [
                [folder + "/none.jpg", "-o", folder + "/x.jpg"], [source, "-o", folder + "/x.bmp"],
                [source, "-w", "0", "-o", folder + "/x.jpg"], [source, "-q", "101", "-o", folder + "/x.jpg"],
                [source, "-o", folder + "/no/folder/x.jpg"], [folder + "/errors", "-o", folder + "/x.jpg"],
            ] {
                let refused = try await run(Self.program, ["picture"] + arguments)
                #expect(refused.status == 1 && refused.errors.hasPrefix("n4md: "), "\(arguments) \(refused)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/x.jpg"))
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func looksAfterPictures() async throws {
        try await withFolder { folder in
            let checked = try await command("pictures", "check", "--data", folder)
            #expect(checked.status == 0 && checked.output.contains("All pictures are whole."), "\(checked)")
            let unused = try await command("pictures", "gc", "--dry-run", "--data", folder)
            #expect(unused.status == 0 && unused.output.contains("0 unused pictures"), "\(unused)")
        }
    }

    /// The next server on the data folder has all acknowledged parts.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func anUploadGoesOnAfterTheServerWasKilled() async throws {
        try await withFolder { folder in
            _ = try await command("editor", "add", "Ana", "--role", "contributor", "--data", folder)
            let token = try await command("token", "create", "--editor", "Ana", "--data", folder).output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let bytes = try #require(Canvas(width: 900, height: 600)).png()
            func send(
                _ port: Int, _ method: HTTPRequest.Method, _ path: String, _ more: [String: String] = [:],
                _ part: ArraySlice<UInt8> = []
            ) async throws -> Answer {
                let headers = ["Authorization": "Bearer " + token, "Tus-Resumable": "1.0.0"].merging(more) { $1 }
                return try await TestClient.withClient(host: "127.0.0.1", port: port) {
                    try await Wire(client: $0).send(method, path, headers, body: Array(part))
                }
            }
            func part(_ port: Int, _ path: String, _ offset: Int, _ bytes: ArraySlice<UInt8>) async throws -> Answer {
                let headers = ["Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(offset)"]
                return try await send(port, .patch, path, headers, bytes)
            }
            let first = try serve(folder)
            defer { if first.0.isRunning { kill(first.0.processIdentifier, SIGKILL) } }
            #expect(await eventually { self.port(first.errors) != nil || !first.0.isRunning })
            var port = try #require(self.port(first.errors), "\(self.text(first.errors))")
            let begun = try await send(port, .post, "/api/v1/uploads", ["Upload-Length": "\(bytes.count)"])
            let path = try #require(begun["location"])
            let half = bytes.count / 2
            #expect(try await part(port, path, 0, bytes[..<half]).status == 204)
            kill(first.0.processIdentifier, SIGKILL)
            #expect(await eventually { !first.0.isRunning })

            let second = try serve(folder)
            defer { if second.0.isRunning { kill(second.0.processIdentifier, SIGTERM) } }
            #expect(await eventually { self.port(second.errors) != nil || !second.0.isRunning })
            port = try #require(self.port(second.errors), "\(self.text(second.errors))")
            #expect(try await send(port, .head, path)["upload-offset"] == "\(half)")
            let last = try await part(port, path, half, bytes[half...])
            #expect(last["location"] == "/api/v1/pictures/\(PictureStore.hash(of: bytes))")
            kill(second.0.processIdentifier, SIGTERM)
            #expect(await eventually { !second.0.isRunning })
        }
    }

    func serve(_ folder: String, _ options: [String: String] = [:]) throws -> (
        Process, output: URL, errors: URL
    ) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = ["serve", "--port", "0", "--data", folder]
        let (output, errors) = (URL(fileURLWithPath: folder + "/output"), URL(fileURLWithPath: folder + "/errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.environment = ProcessInfo.processInfo.environment.merging(options) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        return (process, output, errors)
    }

    func text(_ file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    func port(_ errors: URL) -> Int? {
        text(errors).firstMatch(of: /N4MD is ready: http:\/\/[^:]+:(\d+)\//).flatMap { Int($0.1) }
    }
}

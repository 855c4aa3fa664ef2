import Foundation
import Testing

@testable import Fetching

/// HTTP/2 against a real server of it, where there is one.
@Suite(
    "HTTP/2", .serialized,
    .enabled(if: ["/usr/sbin/nginx", "/usr/bin/openssl"].allSatisfy(FileManager.default.fileExists(atPath:))))
struct MultiplexTests {
    /// What nginx logged of a request.
    private struct Line {
        var connection: Substring
        var `protocol`: Substring
    }

    @Test(
        "Hundreds of posts at once share a connection or two, whether their bodies are read or not",
        arguments: ["proxy_pass http://unix:SOCKET;", "return 201;"])
    func shared(_ location: String) async throws {
        let lines = try await post(300, to: location, requests: 1000)
        // Where nginx does not read a body, its answer can be lost, and the request is begun anew.
        #expect(lines.count >= 300 && lines.allSatisfy { $0.protocol == "HTTP/2.0" })
        #expect((1...2).contains(Set(lines.map(\.connection)).count))
    }

    @Test("A server that ends its connections after a few requests is asked on others until all are answered")
    func few() async throws {
        let lines = try await post(1000, to: "proxy_pass http://unix:SOCKET;", requests: 35)
        #expect(lines.count >= 1000)
        #expect(Set(lines.map(\.connection)).count >= 28)
    }

    /// Posts so many bodies at once, and expects each to be answered with 201.
    /// - Parameter requests: the number after which nginx ends a connection.
    /// - Returns: what it logged.
    private func post(_ count: Int, to location: String, requests: Int) async throws -> [Line] {
        let folder = "/tmp/n4md-http2-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try run(
            "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1")
        let port = Int.random(in: 20_000..<30_000)
        try configuration(folder, port, location, requests).write(
            toFile: folder + "/nginx.conf", atomically: false, encoding: .utf8)
        let errors = Pipe()
        let server = try start("/usr/sbin/nginx", ["-c", folder + "/nginx.conf", "-e", "stderr"], errors: errors)
        defer { if server.isRunning { server.terminate() } }
        try #require(await isListening(errors))
        let address = "https://127.0.0.1:\(port)/push"
        let fetcher = Fetcher(
            atOnce: 600, perHost: 600, limit: count, agent: "N4MD", shared: 2, authorities: folder + "/cert.pem"
        ) { $0 == "127.0.0.1" }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                let body = [UInt8](repeating: 7, count: 4096)
                group.addTask { try await fetcher.fetch(.init(.post(body), address)).status }
            }
            for try await status in group { #expect(status == 201) }
        }
        // The same certificate is not trusted by anybody else.
        let other = Fetcher(atOnce: 1, perHost: 1, limit: 1, agent: "N4MD", shared: 2) { _ in true }
        await #expect(throws: FetchError.insecure) { try await other.fetch(.init(.post([]), address)) }
        fetcher.stop()
        // nginx ends once every request is logged.
        kill(server.processIdentifier, SIGQUIT)
        server.waitUntilExit()
        return try log(folder)
    }

    private func configuration(_ folder: String, _ port: Int, _ location: String, _ requests: Int) -> String {
        """
        daemon off; worker_processes 1; pid \(folder)/pid; error_log stderr notice;
        events { worker_connections 1000; }
        http {
            log_format short '$connection $server_protocol';
            access_log \(folder)/access.log short; keepalive_requests \(requests);
            client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate \(folder)/cert.pem; ssl_certificate_key \(folder)/key.pem;
                location / { \(location.replacing("SOCKET", with: folder + "/socket")) }
            }
            server { listen unix:\(folder)/socket; access_log off; location / { return 201; } }
        }
        """
    }

    private func log(_ folder: String) throws -> [Line] {
        try String(contentsOfFile: folder + "/access.log", encoding: .utf8).split(separator: "\n").map {
            let words = $0.split(separator: " ")
            return Line(connection: words[0], protocol: words[1])
        }
    }

    /// Waits until nginx has started its worker, by when it listens; false if it ends instead.
    private func isListening(_ errors: Pipe) async -> Bool {
        await withCheckedContinuation { waiter in
            Thread.detachNewThread {
                var (text, hasStarted) = ("", false)
                while case let more = errors.fileHandleForReading.availableData, !more.isEmpty {
                    guard !hasStarted else { continue }
                    text += String(decoding: more, as: UTF8.self)
                    hasStarted = text.contains("start worker process ")
                    if hasStarted { waiter.resume(returning: true) }
                }
                if !hasStarted { waiter.resume(returning: false) }
            }
        }
    }

    private func start(_ program: String, _ arguments: [String], errors: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    private func run(_ program: String, _ arguments: String...) throws {
        let process = try start(program, arguments)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}

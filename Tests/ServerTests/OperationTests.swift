import Foundation
import Glibc
import Testing

@testable import Server

extension DemoSiteTests {
    /// What operators look at, and the limits that protect the server.
    struct OperationTests {
        @Test func itSaysThatItLivesAndIsReady() async throws {
            for path in ["/health/live", "/health/ready"] {
                let answer = try await SharedSite.site.get(path)
                #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            }
            struct Ready: Decodable { var status: String; var revision: Int }
            let ready: Ready = try await SharedSite.site.get("/health/ready").json()
            #expect(ready.status == "ready" && ready.revision > 1)
        }

        @Test func itsMetricsAreWellFormed() async throws {
            _ = try await SharedSite.site.get("/m/")
            _ = try await SharedSite.site.get("/nowhere")
            let answer = try await SharedSite.site.get("/metrics")
            #expect(answer.status == 200 && answer["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let samples = try samples(answer.text)
            #expect(samples[#"n4md_http_requests_total{kind="m",status="2xx"}"#] ?? 0 >= 1)
            #expect(samples[#"n4md_http_requests_total{kind="other",status="4xx"}"#] ?? 0 >= 1)
            #expect(samples["n4md_newspaper_revision"] ?? 0 > 1)
            #expect(samples["n4md_cache_bytes"] ?? 0 > 0)
        }

        /// The exposition format: each name typed once before its samples, buckets that rise up to the count.
        private func samples(_ text: String) throws -> [String: Double] {
            var samples: [String: Double] = [:]
            var typed: Set<String> = []
            var bucket = (series: "", count: 0.0)
            for line in text.split(separator: "\n") {
                if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
                    #expect(typed.insert(String(type.1)).inserted)
                    continue
                }
                let sample = try #require(
                    line.wholeMatch(
                        of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\})? ([-+0-9.eE]+)/),
                    "\(line)")
                let name = String(sample.1)
                #expect(
                    typed.contains(name.replacing(/_(bucket|sum|count)$/, with: "")) || typed.contains(name), "\(name)")
                let value = try #require(Double(sample.3))
                #expect(samples.updateValue(value, forKey: name + (sample.2 ?? "")) == nil)
                if name.hasSuffix("_bucket") {
                    let series = name + (sample.2 ?? "").replacing(/le="[^"]*"/, with: "")
                    if series == bucket.series { #expect(value >= bucket.count) }
                    bucket = (series, value)
                }
            }
            return samples
        }

        /// Neither a body that never ends nor a client that says nothing holds a connection.
        @Test(arguments: [
            "", "GET /ws HTTP/1.1\r\nHost: x\r\n",
            "POST /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nnetwork=edge",
            "POST /ws HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nnetwo",
        ])
        func aSlowClientIsCutOff(_ sent: String) async throws {
            try await SharedSite.site.withNode(["request_timeout": "1"]) { node async throws in
                let clock = ContinuousClock.now
                let answer = try await exchange(sent, port: node.port)
                let took = ContinuousClock.now - clock
                #expect(took > .milliseconds(700) && took < .seconds(10), "\(took)")
                #expect(!answer.contains("200 OK"))
                // On a busy machine one second may be too short for anything.
                #expect(await eventually { (try? await node.get("/health/live").status) == 200 })
            }
        }

        @Test(arguments: [
            "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET /ws HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            "POST /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ])
        func whatIsNoHTTPIsRefused(_ sent: String) async throws {
            let answer = try await exchange(sent, port: SharedSite.site.port)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"), "\(answer.prefix(100))")
            #expect(try await SharedSite.site.get("/health/live").status == 200)
        }

        @Test(arguments: [
            (["port": "x", "cache_megabytes": "0", "intranet": "10.0.0.0/99", "public_url": "example.org"], 4),
            (["request_timeout": "0"], 1), (["public_url": "ftp://x"], 1),
        ])
        func wrongOptionsAreAllTold(_ options: [String: String], _ faults: Int) {
            let error = #expect(throws: OptionError.self) { try Options(TestSite.reader("/nowhere", options)) }
            #expect(error?.faults.count == faults)
        }
    }
}

/// Sends bytes over a plain socket and reads until the other side closes, at most 20 seconds.
/// - Parameter rest: sent after `between`, which is called when the first of an answer has come.
func exchange(
    _ text: String, port: Int, then rest: String = "", between: @escaping @Sendable () -> Void = {}
) async throws -> String {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
        Thread.detachNewThread {
            continuation.resume(
                with: Result {
                    let socket = try PlainSocket(port: port)
                    socket.send(text)
                    guard !rest.isEmpty else { return socket.readToEnd() }
                    let first = socket.readSome()
                    between()
                    socket.send(rest)
                    return first + socket.readToEnd()
                })
        }
    }
}

/// Waits until nobody listens on a port any more, at most 10 seconds.
func waitUntilRefused(port: Int) {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
        do { _ = try PlainSocket(port: port) } catch { return }
        usleep(1000)
    }
}

/// A TCP connection without any HTTP of its own.
private struct PlainSocket: ~Copyable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    borrowing func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    borrowing func readToEnd() -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return String(decoding: received, as: UTF8.self) }
            received += buffer[..<count]
        }
    }

    /// Waits for the first bytes of an answer.
    borrowing func readSome() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}

import Foundation
import HTTPTypes
@testable import Server
import Testing
@testable import Web

extension DemoSiteTests {
    /// Health checks and metrics, and the limits that protect the server.
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

        @Test(arguments: [
            ("DELETE", "/ws", "GET, HEAD, POST"), ("POST", "/m/", "GET, HEAD"), ("PUT", "/rss.xml", "GET, HEAD"),
            ("TRACE", "/api/v1/articles", "GET, HEAD, POST"), ("QUERY", "/api/v1/articles", "GET, HEAD, POST"),
            ("PATCH", "/api/v1/articles/1", "DELETE, GET, HEAD, PUT"), ("GET", "/api/v1/articles/1/moves", "POST"),
        ])
        func aWrongMethodIsToldTheRightOnes(_ method: String, _ path: String, _ allow: String) async throws {
            let answer = try await SharedSite.site.send(.init(method) ?? .get, path)
            #expect(answer.status == 405 && answer["allow"] == allow)
            #expect(try answer.problem().detail.contains(allow))
        }

        @Test(arguments: [("/robots.txt", "text/plain; charset=utf-8"), ("/favicon.ico", "image/svg+xml")])
        func whatCrawlersAndBrowsersLookFor(_ path: String, _ type: String) async throws {
            let answer = try await SharedSite.site.get(path)
            #expect(answer.status == 200 && answer["content-type"] == type && !answer.body.isEmpty)
        }

        /// A client with a large body waits for 100 Continue; one with too large a body is refused instead.
        @Test(arguments: [("12", "HTTP/1.1 100 Continue\r\n"), ("99999999999", "HTTP/1.1 401 ")])
        func aWaitingClientIsAnswered(_ length: String, _ first: String) async throws {
            let answer = try await exchange(
                "POST /api/v1/pictures HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n",
                port: SharedSite.site.port, then: "twelve bytes")
            #expect(answer.hasPrefix(first), "\(answer.prefix(60))")
            #expect(answer.contains("HTTP/1.1 401 "))
        }

        /// Checks the exposition format: one type line before the samples of each name, and buckets that rise to the count.
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

        /// A body that never ends, or a silent client, does not hold a connection for ever.
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
                #expect(took > .milliseconds(700), "\(took)")
                #expect(!answer.contains("200 OK"))
                // On a busy machine, a timeout of one second may also end this request.
                #expect(await eventually { (try? await node.get("/health/live").status) == 200 })
            }
        }

        /// If a client keeps sending requests without reading, answers do not pile up, and the connection is closed.
        @Test(arguments: ["/ws?network=wifi&images=off", "/m/"])
        func aSlowReaderIsCutOff(_ path: String) async throws {
            try await SharedSite.site.withNode(["request_timeout": "1"]) { node async throws in
                #expect(await eventually { (try? await node.get(path).status) == 200 })
                let requests = String(repeating: "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n", count: 20_000)
                #expect(try await isCutOff(sending: requests, port: node.port))
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
            (["outgoing_networks": "localhost,10.0.0.0/8,127.0.0.1/33"], 2),
            (["subscriber_networks": "localhost,10.0.0.0/8,127.0.0.1/33"], 2),
            (["request_timeout": "0"], 1), (["access_log": "maybe", "log_level": "loud"], 2),
            (["public_url": "ftp://x"], 1), (["time_zone": "Lisbon"], 1),
        ])
        func wrongOptionsAreAllTold(_ options: [String: String], _ faults: Int) {
            let error = #expect(throws: OptionError.self) { try Options(TestSite.reader("/nowhere", options)) }
            #expect(error?.faults.count == faults)
        }
    }
}

import Foundation
import Testing

extension DemoSiteTests {
    /// Who gets a connection when they are scarce.
    struct ConnectionsTests {
        private static let request = "GET /ws?network=edge HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

        @Test("Silent connections of one address give way, to that address and to others")
        func silent() async throws {
            let options = ["connection_limit": "40", "connections_per_address": "20"]
            try await SharedSite.site.withNode(options) { node async throws in
                let silent = try (0..<60).map { _ in try OpenConnection(port: node.port) }
                #expect(await eventually { silent.filter(\.isEnded).count >= 40 })
                let answer = try await exchange(Self.request, port: node.port)
                #expect(answer.hasPrefix("HTTP/1.1 200"))
                let other = try await exchange(Self.request, port: node.port, from: "127.0.0.2")
                #expect(other.hasPrefix("HTTP/1.1 200"))
                withExtendedLifetime(silent) {}
            }
        }

        @Test("An address whose places are all asking gets no more; others and /health/ are answered")
        func busy() async throws {
            let options = ["connection_limit": "30", "connections_per_address": "20"]
            try await SharedSite.site.withNode(options) { node async throws in
                let slow = "POST /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nnetwork"
                var attackers: [OpenConnection] = []
                /// Opens connections until the server is full: one that has sent nothing yet may be closed for the next.
                func attack(from address: String, until isFull: @Sendable (String) -> Bool, for reader: String)
                    async throws -> Bool
                {
                    try await eventually {
                        for _ in 0..<20 {
                            attackers.append(try OpenConnection(port: node.port, from: address, sending: slow))
                        }
                        return isFull(try await exchange(Self.request, port: node.port, from: reader))
                    }
                }
                let isFull = try await attack(from: "127.0.0.2", until: { $0.isEmpty }, for: "127.0.0.2")
                #expect(isFull)
                let other = try await exchange(Self.request, port: node.port, from: "127.0.0.3")
                #expect(other.hasPrefix("HTTP/1.1 200"))
                let isTold = try await attack(
                    from: "127.0.0.4",
                    until: {
                        $0.hasPrefix("HTTP/1.1 503") && $0.contains("Retry-After: 5")
                            && $0.contains("too many connections")
                    }, for: "127.0.0.5")
                #expect(isTold)
                let health = "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                #expect(try await exchange(health, port: node.port, from: "127.0.0.5").hasPrefix("HTTP/1.1 200"))
                withExtendedLifetime(attackers) {}
            }
        }

        @Test("A proxy that is trusted asks for many") func proxies() async throws {
            let options = ["connections_per_address": "5", "trusted_proxies": "127.0.0.1"]
            try await SharedSite.site.withNode(options) { node async throws in
                let silent = try (0..<20).map { _ in try OpenConnection(port: node.port) }
                let answer = try await exchange(Self.request, port: node.port)
                #expect(answer.hasPrefix("HTTP/1.1 200") && silent.allSatisfy { !$0.isEnded })
            }
        }

        @Test(
            "A request names its host once, rightly (RFC 9112, section 3.2)",
            arguments: [
                ("GET /ws HTTP/1.1\r\n", 400), ("GET /ws HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400),
                ("GET /ws HTTP/1.1\r\nHost: a b\r\n", 400), ("GET /ws HTTP/1.1\r\nHost: a/b\r\n", 400),
                ("GET /ws HTTP/1.1\r\nHost: user@a\r\n", 400), ("GET /ws HTTP/1.1\r\nHost: a:b\r\n", 400),
                ("GET /ws HTTP/1.1\r\nHost: a:123456\r\n", 400), ("GET /ws HTTP/1.1\r\nHost: [::1\r\n", 400),
                ("GET /ws HTTP/1.1\r\nHost: [127.0.0.1]\r\n", 400), ("GET /ws HTTP/1.0\r\nHost: a\r\nHost: b\r\n", 400),
                ("GET /health/live HTTP/1.1\r\n", 400),
                ("GET /ws HTTP/1.1\r\nHost: a\r\n", 200), ("GET /ws HTTP/1.1\r\nHost: news.example.org:8080\r\n", 200),
                ("GET /ws HTTP/1.1\r\nHost: [2001:db8::1]:8080\r\n", 200),
                ("GET /ws HTTP/1.1\r\nHost: a_b.example\r\n", 200),
                ("GET /ws HTTP/1.1\r\nHost:\r\n", 200), ("GET /ws HTTP/1.0\r\n", 200),
            ])
        func hosts(_ head: String, _ status: Int) async throws {
            let answer = try await exchange(head + "Connection: close\r\n\r\n", port: SharedSite.site.port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(200))")
            if status == 400 {
                #expect(answer.contains("application/problem+json") && answer.contains("Host header"))
                #expect(answer.contains("X-Content-Type-Options: nosniff"))
            }
        }

        @Test("What came before a request that is refused is answered first") func order() async throws {
            let good = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
            let answer = try await exchange(good + good + "GET /ws HTTP/1.1\r\n\r\n" + good, port: SharedSite.site.port)
            let statuses = answer.matches(of: #/HTTP\/1\.1 (\d+) /#).map { String($0.1) }
            #expect(statuses == ["200", "200", "400"], "\(answer)")
        }

        @Test("Framing that is no part of a body is bounded", arguments: [0, 1, 9])
        func extensions(_ chunks: Int) async throws {
            let head = "POST /ws HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            let extensions = String(repeating: "1;\(String(repeating: "x", count: 100_000))\r\na\r\n", count: chunks)
            let sent = head + extensions + "1;" + String(repeating: "y", count: 4_000_000)
            let answer = try await exchange(sent, port: SharedSite.site.port)
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"), "\(answer.prefix(100))")
        }

        @Test("Chunks of one byte are taken") func smallChunks() async throws {
            let body = "network=edge&battery=50"
            let chunks = body.map { "1\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
            let answer = try await exchange(
                "POST /ws HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
                port: SharedSite.site.port)
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }

        @Test(
            "Nobody guesses what an answer is",
            arguments: [
                "/ws", "/ws?network=wifi", "/rss.xml", "/feed.json", "/m/", "/nowhere", "/health/live", "/metrics",
                "/robots.txt",
            ])
        func types(_ path: String) async throws {
            for _ in 0..<2 { #expect(try await SharedSite.site.get(path)["x-content-type-options"] == "nosniff") }
        }
    }
}

import Foundation
import News
import TestSupport
import Testing
import XML

extension DemoSiteTests {
    /// Sends a thousand random contexts, half of their values malformed. None may cause a 5xx or an unreadable answer.
    struct RandomContextTests {
        private static let good: [String: [String]] = [
            "user_agent": ["Mozilla/5.0 (iPhone) \u{1F642}", "N4MD/1"], "client": Client.allCases.map(\.rawValue),
            "network": Network.allCases.map(\.rawValue), "downlink": ["0", "0.05", "1.5", "100"],
            "rtt": ["0", "270", "3000"],
            "save_data": ["0", "1", "on"], "battery": ["0", "15", "0.5", "100"], "charging": ["0", "1"],
            "orientation": ["portrait", "landscape", "0", "90"], "screen_width": ["1", "320", "20000"],
            "screen_height": ["1", "480", "20000"],
            "dpr": ["0.5", "3", "8"], "memory": ["0.25", "8"], "latitude": ["-90", "41.15"],
            "longitude": ["-180", "-8.61"], "accuracy": ["0", "30"],
            "local_time": ["2009-05-31T21:30:00+01:00"], "timezone": ["Europe/Lisbon"], "language": ["pt-PT,en;q=0.8"],
            "light": ["0", "50000"],
            "silent": ["0", "1"], "headphones": ["1"], "moving": ["1"],
            "categories": ["sea", "sea,transport", "nothing"],
            "sections": ["city", "sport,world", "nowhere"], "items": ["1", "7", "200"],
            "edition": ["1", "2", "2009-05-31", "99", "9999-12-31"],
            "before": ["zik0zj_1z", "0_0", "1y2p0ij32e8e7_1"], "since": ["0.0", "1.hs", "zz.zz"],
            "images": PictureUse.allCases.map(\.rawValue),
            "text": TextFormat.allCases.map(\.rawValue), "text_size": ["0.8", "1.3", "2"],
            "palette": Palette.allCases.map(\.rawValue),
            "format": ["xml", "json"], "strict": ["0"],
        ]
        private static let bad = [
            "", " ", "x", "-1", "1e400", "NaN", "inf", "0x10", "9223372036854775808", "\u{0}", "\u{FFFF}",
            "' or 1=1 --", "<script>", "]]>", "&amp;",
            "../../etc/passwd", "a,b,,", "\u{1F642}", String(repeating: "9", count: 300),
            String(repeating: "a", count: 5_000), "%", "1;2", "\r\nX: y",
        ]

        private static func encoded(_ text: String, _ generator: inout SeededGenerator) -> String {
            if Int.random(in: 0..<40, using: &generator) == 0 { return "%FF%C0%80%" }
            return text.utf8.map { byte in
                let isPlain =
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
                return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
        }

        private static func fields(_ generator: inout SeededGenerator) -> String {
            var fields: [String] = []
            for field in ContextForm.fields.map(\.name) + ["unknown", "strict"]
            where Int.random(in: 0..<3, using: &generator) == 0 {
                let isGood = Bool.random(using: &generator)
                let value =
                    (isGood ? good[field]?.randomElement(using: &generator) : bad.randomElement(using: &generator))
                    ?? "?"
                fields.append("\(field)=\(encoded(value, &generator))")
            }
            return fields.shuffled(using: &generator).joined(separator: "&")
        }

        private static let headers = [
            "Save-Data", "ECT", "Downlink", "RTT", "Device-Memory", "DPR", "Viewport-Width", "Sec-CH-UA-Mobile",
            "Sec-CH-Prefers-Color-Scheme", "User-Agent", "Accept-Language", "Accept", "Accept-Encoding",
            "If-None-Match", "If-Modified-Since",
        ]
        private static let hints = [
            "on", "4g", "slow-2g", "1.5", "-1", "?1", "dark", "pt,en;q=x", "gzip", "*/*;q=", "\"\"", "application/json",
            "text/html", ";;,,==", "999999999999999999999", "Sun, 31 Feb 2009",
        ]

        @Test(arguments: [1, 2, 3, 4]) func neverOurFault(_ seed: UInt64) async throws {
            try await SharedSite.site.withWire { wire async throws in
                var generator = SeededGenerator(seed: seed)
                var statuses: [Int: Int] = [:]
                for _ in 0..<250 {
                    let fields = Self.fields(&generator)
                    let path = ["/ws", "/ws", "/i/ws.php", "/ws/explain"].randomElement(using: &generator) ?? "/ws"
                    var headers: [String: String] = [:]
                    for name in Self.headers where Int.random(in: 0..<4, using: &generator) == 0 {
                        headers[name] = Self.hints.randomElement(using: &generator)
                    }
                    let answer =
                        Bool.random(using: &generator)
                        ? try await wire.post(path, form: fields, headers)
                        : try await wire.get("\(path)?\(fields.prefix(6_000))", headers)
                    statuses[answer.status, default: 0] += 1
                    try Self.check(answer, path, "\(path)?\(fields) \(headers)")
                }
                #expect(statuses[200] ?? 0 >= 100)
            }
        }

        private static func check(_ answer: Answer, _ path: String, _ request: String) throws {
            #expect(answer.status < 500, "\(request)")
            switch answer["content-type"] {
            case "application/xml; charset=utf-8": _ = try answer.channel
            case "application/json":
                #expect(throws: Never.self, "\(request)") { try JSONSerialization.jsonObject(with: Data(answer.plain)) }
            case "application/problem+json": #expect([400, 404].contains(try answer.problem().status))
            case "text/html; charset=utf-8": #expect(path == "/ws/explain")
            default: #expect(answer.status == 304 && answer.body.isEmpty, "\(answer.status) \(request)")
            }
        }

        @Test(arguments: [
            "a=b&&&=&=x&network", "network=edge&network=wifi", "&", "=", "%", "network=%", "network=%zz",
            "network=e%64ge", "network=+edge+", String(repeating: "a=1&", count: 2000),
        ])
        func oddForms(_ form: String) async throws {
            #expect(try await SharedSite.site.post("/ws", form: form).status == 200)
            #expect(try await SharedSite.site.get("/ws?" + form).status == 200)
        }
    }
}

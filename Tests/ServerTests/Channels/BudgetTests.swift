import Foundation
import Imaging
import News
import Synchronization
import Testing

extension DemoSiteTests {
    /// In any context, the document as sent and the pictures it names together stay within the budget.
    struct BudgetTests {
        /// Caches the documents and pictures weighed so far.
        private final class Scales: Sendable {
            struct Findings {
                var documents: Set<String> = []
                var pictures: [String: Int] = [:]
                var answers = 0
            }
            let findings = Mutex(Findings())
        }

        private static let screens = [
            "client=feature&screen_width=240&screen_height=320&dpr=1", "client=iphone",
            "client=android&screen_width=390&screen_height=844&dpr=3",
            "client=desktop&screen_width=1920&screen_height=1080&dpr=1&orientation=landscape",
        ]
        private static let wishes = [
            "", "images=off&text=html", "images=full&text=html&items=200", "images=thumbnails&text=headline",
        ]
        private static let powers = ["", "battery=30", "battery=5", "battery=5&save_data=1"]

        @Test(arguments: [nil] + Network.allCases.map { $0 })
        func isKeptOnEveryLink(_ network: Network?) async throws {
            let scales = Scales()
            try await SharedSite.site.withWire { wire async throws in
                for power in Self.powers {
                    for screen in Self.screens {
                        for wish in Self.wishes {
                            let query = [network.map { "network=\($0.rawValue)" } ?? "", power, screen, wish].filter {
                                !$0.isEmpty
                            }.joined(separator: "&")
                            try await Self.weigh("/ws?" + query, [:], wire, scales)
                            try await Self.weigh("/ws?" + query, ["Accept-Encoding": "gzip"], wire, scales)
                        }
                    }
                }
            }
            #expect(scales.findings.withLock(\.answers) == 128)
        }

        @Test func isKeptOnEveryPageAndSelectionAndInJSON() async throws {
            let scales = Scales()
            try await SharedSite.site.withWire { wire async throws in
                for network in ["gprs", "edge", "3g", "wifi"] {
                    for selection in [
                        "edition=1", "edition=2", "sections=city", "categories=sea", "items=1", "format=json",
                        "format=json&edition=1",
                    ] {
                        for coding in [[:], ["Accept-Encoding": "gzip"]] {
                            var path: String? = "/ws?network=\(network)&\(selection)"
                            while let next = path {
                                let answer = try await Self.weigh(next, coding, wire, scales)
                                path = selection == "items=1" ? nil : answer.link()
                            }
                        }
                    }
                }
            }
            #expect(scales.findings.withLock(\.documents).count > 50)
        }

        @discardableResult
        private static func weigh(_ path: String, _ headers: [String: String], _ wire: Wire, _ scales: Scales)
            async throws -> Answer
        {
            let answer = try await wire.get(path, headers)
            try #require(answer.status == 200, "\(path)")
            let tag = try #require(answer["etag"])
            let isNew = scales.findings.withLock {
                $0.answers += 1
                return $0.documents.insert(tag).inserted
            }
            guard isNew else { return answer }
            #expect(answer["content-length"] == String(answer.body.count))
            let channel = try answer.channel
            var weight = answer.body.count
            for file in channel.files {
                let bytes = try await self.weigh(file, wire, scales)
                #expect(bytes == file.bytes, "\(file.link)")
                weight += bytes
            }
            #expect(weight <= channel.plan.budget, "\(path) \(headers)")
            return answer
        }

        /// The size of a picture as a device receives it.
        private static func weigh(_ file: ChannelContent.File, _ wire: Wire, _ scales: Scales) async throws -> Int {
            if let known = scales.findings.withLock({ $0.pictures[file.path] }) { return known }
            let answer = try await wire.get(file.path)
            try #require(answer.status == 200, "\(file.link)")
            #expect(answer["content-length"] == String(answer.body.count))
            scales.findings.withLock { $0.pictures[file.path] = answer.body.count }
            return answer.body.count
        }

        /// The front page stays within the same budget, including its pictures.
        @Test(arguments: ["gprs", "edge", "3g", "hspa", "4g", "wifi"])
        func isKeptByTheFrontPage(_ network: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                for power in Self.powers {
                    for screen in Self.screens {
                        let query = "network=\(network)&\(power)&\(screen)"
                        let budget = try await wire.get("/ws?" + query).channel.plan.budget
                        for headers in [[:], ["Accept-Encoding": "gzip"]] {
                            let page = try await wire.get("/m/?" + query, headers)
                            try #require(page.status == 200)
                            var weight = page.body.count
                            for image in try page.text.matches(of: /<img src="([^"]+)"[^>]*?(?: srcset="([^"]+)")?/) {
                                let size = try await wire.get(String(image.output.1)).body.count
                                weight += size
                                // A browser may choose any of the alternatives, so none may weigh more.
                                for choice in (image.output.2 ?? "").split(separator: ",") {
                                    let file = String(choice.prefix { $0 != " " })
                                    #expect(try await wire.get(file).body.count <= size, "\(file)")
                                }
                            }
                            #expect(weight <= budget, "\(query) \(headers)")
                        }
                    }
                }
            }
        }
    }
}

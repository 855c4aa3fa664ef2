import Foundation
import HTTPTypes
import Testing

extension DemoSiteTests {
    /// How a channel is sent: compressed, conditionally, and at its canonical address.
    struct DocumentTests {
        @Test func isCompressedWhereThatIsUnderstood() async throws {
            try await SharedSite.site.withWire { wire async throws in
                let path = "/ws?network=wifi&images=off"
                let plain = try await wire.get(path)
                let packed = try await wire.get(path, ["Accept-Encoding": "br;q=1.0, gzip;q=0.8"])
                #expect(plain["content-encoding"] == nil)
                #expect(packed["content-encoding"] == "br")
                #expect(try await wire.get(path, ["Accept-Encoding": "br;q=0, gzip"])["content-encoding"] == "gzip")
                #expect(packed.body.count < plain.body.count / 2)
                #expect(try packed.plain == plain.body)
                #expect(packed["etag"] != plain["etag"])
                #expect(try await wire.get(path, ["Accept-Encoding": "gzip;q=0"])["content-encoding"] == nil)
                #expect(try await wire.get(path, ["Accept-Encoding": "deflate"])["content-encoding"] == nil)
            }
        }

        @Test(arguments: [
            "/ws?network=edge", "/ws?network=wifi&format=json", "/rss.xml", "/m/",
            "/articles/night-ferry-returns-to-the-old-quay-after-eleven-years",
            "/sections/city/rss.xml",
        ])
        func whatIsKnownIsNotSentAgain(_ path: String) async throws {
            // Pages and channels in brotli are compressed once more meanwhile, as another test says.
            let isPacked = !path.hasSuffix(".xml")
            for coding in [[:], ["Accept-Encoding": "gzip"], ["Accept-Encoding": "br"]]
            where !(isPacked && coding["Accept-Encoding"] == "br") {
                try await SharedSite.site.withWire { wire async throws in
                    let first = try await wire.get(path, coding)
                    #expect(first.status == 200)
                    let tag = try #require(first["etag"])
                    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                        let again = try await wire.get(path, coding.merging(["If-None-Match": known]) { $1 })
                        #expect(again.status == 304 && again.body.isEmpty)
                        #expect(again["etag"] == tag)
                        #expect(again["cache-control"] == first["cache-control"] && again["vary"] == first["vary"])
                    }
                    #expect(
                        try await wire.get(path, coding.merging(["If-None-Match": "\"other\""]) { $1 }).body
                            == first.body)
                }
            }
        }

        @Test(
            "Pages and channels that are asked for again are compressed better, and stay known",
            arguments: ["/m/", "/edition/", "/news/", "/ws"])
        func packing(_ page: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                let path = page + "?network=wifi&language=pt&palette=night"
                let coding = ["Accept-Encoding": "br"]
                let first = try await wire.get(path, coding)
                var best = first
                let isBetter = try await eventually {
                    best = try await wire.get(path, coding)
                    return best.body.count < first.body.count * 95 / 100
                }
                #expect(try isBetter && best.plain == first.plain)
                #expect(best["content-length"] == "\(best.body.count)" && best["etag"] != first["etag"])
                for tag in [first["etag"], best["etag"]] {
                    let again = try await wire.get(path, coding.merging(["If-None-Match": try #require(tag)]) { $1 })
                    #expect(again.status == 304 && again["etag"] == best["etag"])
                }
            }
        }

        @Test func saysWhatItVariesBy() async throws {
            let vary = try #require(try await SharedSite.site.get("/ws")["vary"]).lowercased()
            for name in [
                "accept-encoding", "accept", "save-data", "ect", "downlink", "rtt", "dpr", "viewport-width",
                "user-agent", "accept-language", "sec-ch-prefers-color-scheme",
            ] {
                #expect(vary.split(separator: ",").map { $0.filter { $0 != " " } }.contains(name), "\(name)")
            }
            #expect(try await SharedSite.site.get("/ws")["cache-control"] == "private, no-cache")
        }

        @Test(arguments: [
            "network=edge&battery=15", "network=wifi&format=json", "network=3g&sections=sport,city&categories=sea",
            "network=gprs&edition=1",
        ])
        func theCanonicalAddressHoldsTheSame(_ context: String) async throws {
            try await SharedSite.site.withWire { wire async throws in
                for coding in [[:], ["Accept-Encoding": "gzip"], ["Accept-Encoding": "br"]] {
                    let asked = try await wire.get("/ws?" + context, coding)
                    let location = try #require(asked["content-location"])
                    #expect(location.hasPrefix("/channel/"))
                    let canonical = try await wire.get(location, coding)
                    #expect(try canonical.status == 200 && canonical.plain == asked.plain)
                    #expect(canonical["content-type"] == asked["content-type"])
                    #expect(canonical["cache-control"] == "max-age=31536000, immutable")
                    #expect(canonical["vary"] == "Accept-Encoding")
                    // The address already contains the decision, so hints no longer change it.
                    let headers = coding.merging(["Save-Data": "on", "ECT": "2g"]) { $1 }
                    #expect(try await wire.get(location, headers).plain == asked.plain)
                }
            }
        }

        @Test func theCanonicalAddressOfAPageHoldsTheSame() async throws {
            let next = try #require(try await SharedSite.site.get("/ws?network=gprs").link())
            let page = try await SharedSite.site.get(next)
            let canonical = try await SharedSite.site.get(try #require(page["content-location"]))
            #expect(canonical.status == 200 && canonical.body == page.body)
        }

        @Test func anotherVersionLeadsToTheCurrentOne() async throws {
            let location = try #require(
                try await SharedSite.site.get("/ws?network=edge&sections=city")["content-location"])
            let rest = location.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).joined(
                separator: "/")
            for version in ["1", "8a6c2f0", "0"] {
                let other = try await SharedSite.site.get("/channel/\(version)/\(rest)")
                #expect(other.status == 302 && other["location"] == location)
                #expect(other["cache-control"] == "no-cache")
            }
        }

        /// A cache in front may keep the current document as long as it asks each time whether it still is.
        @Test func theCurrentVersionHasAnAddressToo() async throws {
            let asked = try await SharedSite.site.get("/ws?network=edge&sections=city")
            let location = try #require(asked["content-location"])
            let rest = location.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3).joined(
                separator: "/")
            let current = try await SharedSite.site.get("/channel/current/\(rest)")
            #expect(current.status == 200 && current.body == asked.body && current["etag"] == asked["etag"])
            #expect(current["cache-control"] == "public, no-cache" && current["content-location"] == location)
        }

        @Test(arguments: [
            "/channel/1/nonsense.xml", "/channel/1/",
            "/channel/x/10.summary.off.120q30.320q60.jpeg.8.auto.100.edge.xml",
            "/channel/1/10.summary.off.120q30.320q60.jpeg.8.auto.100.edge.html",
            "/channel/1/10.summary.off.121q30.320q60.jpeg.8.auto.100.edge.xml",
            "/channel/1/10.summary.off.120q30.320q60.jpeg.9.auto.100.edge.xml",
            "/channel/1/999.summary.off.120q30.320q60.jpeg.8.auto.100.edge.xml",
            "/channel/1/10.summary.off.120q30.320q60.jpeg.8.auto.100.edge.xml?sections=world,city",
            "/channel/1/10.summary.off.120q30.320q60.jpeg.8.auto.100.edge.xml?tracking=1",
            "/channel/1/10.summary.off.120q30.320q60.jpeg.8.auto.100.edge.xml?sections=nowhere",
        ])
        func anythingElseUnderTheCanonicalAddressIsUnknown(_ path: String) async throws {
            let answer = try await SharedSite.site.get(path)
            #expect(answer.status == 404)
            _ = try answer.problem()
        }

        @Test func tellsHowLongItTook() async throws {
            let path = "/ws?network=hspa&text_size=1.7&palette=contrast"
            let first = try #require(try await SharedSite.site.get(path)["server-timing"])
            #expect(first.contains(/^query;dur=[0-9.]+, render;dur=[0-9.]+$/))
            #expect(try await SharedSite.site.get(path)["server-timing"] == "cache;desc=hit")
        }

        @Test func theHeadAloneCanBeAskedFor() async throws {
            for path in ["/ws?network=edge", "/m/", "/rss.xml", "/health/live"] {
                let full = try await SharedSite.site.get(path)
                let head = try await SharedSite.site.send(.head, path)
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(head["content-type"] == full["content-type"] && head["etag"] == full["etag"])
            }
        }
    }
}

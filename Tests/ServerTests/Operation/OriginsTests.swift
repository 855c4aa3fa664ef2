import Locating
import Testing
@testable import Web

/// Where a request comes from.
struct OriginsTests {
    private func origins(_ proxies: [String]) throws -> Origins {
        Origins(
            intranet: [try #require(AddressRange("10.1.0.0/16"))],
            proxies: try proxies.map { try #require(AddressRange($0)) },
            locator: try AddressLocator(database: nil, asksNames: false))
    }

    /// Forwarded addresses are read from the last backwards, as long as they are those of trusted proxies.
    @Test(arguments: [
        (peer: "10.0.0.1", header: "x-forwarded-for", value: "203.0.113.9", client: "203.0.113.9"),
        ("10.0.0.1", "x-forwarded-for", "10.1.2.3, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "x-forwarded-for", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "x-forwarded-for", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.1", "x-forwarded-for", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.1", "x-forwarded-for", "2001:db8::1", "2001:db8::1"),
        ("10.0.0.1", "x-forwarded-for", "nonsense", "10.0.0.1"), ("10.0.0.1", "x-forwarded-for", "", "10.0.0.1"),
        ("10.0.0.1", "x-forwarded-for", "203.0.113.9, unknown", "10.0.0.1"),
        ("10.0.0.1", "forwarded", "for=203.0.113.9;proto=https", "203.0.113.9"),
        ("10.0.0.1", "forwarded", "for=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
        ("10.0.0.1", "forwarded", "for=192.0.2.43, For=203.0.113.9;by=10.0.0.1", "203.0.113.9"),
        ("10.0.0.1", "forwarded", "for=_hidden", "10.0.0.1"),
        // Headers from other peers are ignored.
        ("203.0.113.7", "x-forwarded-for", "10.1.2.3", "203.0.113.7"),
        ("203.0.113.7", "forwarded", "for=10.1.2.3", "203.0.113.7"),
    ])
    func behindProxies(_ peer: String, _ header: String, _ value: String, _ client: String) throws {
        let origins = try origins(["10.0.0.0/24"])
        #expect(origins.client(behind: peer) { $0 == header ? value : nil } == client)
    }

    /// A proxy sets one header and passes the other through, which a client may have forged.
    @Test func twoHeadersThatDisagreeTellNothing() throws {
        let origins = try origins(["10.0.0.0/24"])
        let headers = ["forwarded": "for=10.1.1.1", "x-forwarded-for": "203.0.113.5"]
        #expect(origins.client(behind: "10.0.0.1") { headers[$0] } == nil)
        #expect(origins.known(behind: "10.0.0.1", for: nil) { headers[$0] } == Origin())
        let same = ["forwarded": "for=203.0.113.5", "x-forwarded-for": "10.1.1.1, 203.0.113.5"]
        #expect(origins.client(behind: "10.0.0.1") { same[$0] } == "203.0.113.5")
    }

    @Test func theDelayToAProxyIsNotTheReaders() throws {
        let origins = try origins(["10.0.0.0/24"])
        #expect(origins.known(behind: "203.0.113.7", delay: 300, for: nil) { _ in nil }?.delay == 270)
        #expect(origins.known(behind: "203.0.113.7", delay: 20, for: nil) { _ in nil }?.delay == nil)
        #expect(origins.known(behind: "10.0.0.1", delay: 300, for: nil) { _ in nil }?.delay == nil)
    }

    @Test func withoutTrustNoHeaderCounts() throws {
        let origins = try origins([])
        for header in ["x-forwarded-for", "forwarded"] {
            let value = header == "forwarded" ? "for=10.1.2.3" : "10.1.2.3"
            let origin = origins.known(behind: "203.0.113.7", for: nil) { $0 == header ? value : nil }
            #expect(origin == Origin())
        }
        #expect(origins.known(behind: "10.1.2.3", for: nil) { _ in nil }?.isIntranet == true)
        #expect(origins.known(behind: nil, for: nil) { _ in nil } == Origin())
    }

    /// Over real HTTP, from this machine.
    @Test func aForgedHeaderHasNoEffect() async throws {
        let forged = ["X-Forwarded-For": "10.1.2.3", "Forwarded": "for=10.1.2.3"]
        for (proxies, isIntranet) in [("192.0.2.1", false), ("127.0.0.0/8,::1", true)] {
            let site = try await TestSite.open(options: ["intranet": "10.1.0.0/16", "trusted_proxies": proxies])
            for _ in 0..<2 {
                let answer = try await site.get("/ws?network=edge", forged)
                #expect(answer.rules.contains("intranet") == isIntranet)
            }
            await site.close()
        }
    }
}

import Foundation
import HTTPTypes
import News
import PostgreSQL
import Synchronization
import Testing
@testable import Web

/// A clock that stands still until a test sets it.
private final class StandingClock: Sendable {
    private let start = ContinuousClock.now
    private let seconds = Mutex(0.0)
    var now: ContinuousClock.Instant { start + .seconds(seconds.withLock { $0 }) }
    func advance(_ more: Double) { seconds.withLock { $0 += more } }
}

@Suite("Rate limits")
struct RateLimitTests {
    private let clock = StandingClock()
    private let token: [UInt8] = [1]
    private let other: [UInt8] = [2]

    private func limits(reads: Int = 60, writes: Int = 6, strangers: Int = 3) -> RateLimits {
        RateLimits(.init(reads: reads, writes: writes, strangers: strangers)) { [clock] in clock.now }
    }

    /// The number of requests let through before the first refusal, at most a hundred.
    private func burst(
        _ limits: RateLimits, isRead: Bool = true, token: [UInt8]? = nil, _ address: String = "192.0.2.1"
    ) -> Int {
        (0..<100).first { _ in limits.count(isRead: isRead, token: token, address: address).standing.wait > 0 } ?? 100
    }

    @Test("A bucket holds a minute's requests, and is filled again within a minute") func filling() {
        let limits = limits()
        #expect(burst(limits) == 3 && burst(limits) == 0)
        #expect(limits.count(isRead: true, token: nil, address: "192.0.2.1").standing.wait == 20)
        clock.advance(19)
        #expect(limits.count(isRead: true, token: nil, address: "192.0.2.1").standing.wait == 1)
        clock.advance(1)
        #expect(burst(limits) == 1)
        clock.advance(3600)
        #expect(burst(limits) == 3, "no more than it holds")
    }

    @Test("A token counts for the address until it is found good, then for itself, reads and writes apart")
    func tokens() {
        let limits = limits()
        let first = limits.count(isRead: true, token: token, address: "192.0.2.1")
        #expect(first.account.kind == .strangers && first.standing.left == 2)
        limits.accept(token, isRead: true, countedFor: first.account)
        #expect(burst(limits, token: token) == 59)
        #expect(burst(limits, isRead: false, token: token) == 6)
        #expect(burst(limits) == 3, "the address got back what was counted for it")
        #expect(burst(limits, token: other) == 0, "a token that nobody knows is a stranger's")
        limits.refuse(token)
        clock.advance(20)
        #expect(burst(limits, token: token) == 1, "and so is one that is no longer good")
    }

    @Test(
        "Of IPv6 the first 64 bits count, of IPv4 all",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
        ])
    func networks(_ one: String, _ two: String, _ isOne: Bool) {
        let limits = limits()
        #expect(burst(limits, one) == 3)
        #expect(burst(limits, two) == (isOne ? 0 : 3))
    }

    @Test("Who is refused does not wait the longer for asking again") func asking() {
        let limits = limits()
        _ = burst(limits)
        for _ in 0..<50 { _ = burst(limits) }
        clock.advance(20)
        #expect(burst(limits) == 1)
    }

    @Test("Memory is bounded; who was used lately is remembered") func memory() {
        let limits = limits()
        let first = limits.count(isRead: true, token: token, address: "192.0.2.1")
        limits.accept(token, isRead: true, countedFor: first.account)
        for number in 0..<3 * RateLimits.most {
            _ = limits.count(isRead: true, token: nil, address: "2001:db8:\(String(number, radix: 16)):1::")
            if number % 5000 == 0 { _ = limits.count(isRead: true, token: token, address: "192.0.2.1") }
        }
        #expect(limits.known <= RateLimits.most)
        #expect(limits.count(isRead: true, token: token, address: "192.0.2.1").account.kind == .reads)
    }

    @Test("The fields are those of the draft") func fields() {
        let fields = RateLimits.Standing(quota: 600, left: 0, full: 60, wait: 7).fields(.reads)
        #expect(fields[.rateLimitPolicy] == #""reads";q=600;w=60"#)
        #expect(fields[.rateLimit] == #""reads";r=0;t=60"#)
        #expect(fields[.retryAfter] == "7")
        #expect(RateLimits.Standing(quota: 600, left: 1, full: 60, wait: 0).fields(.reads)[.retryAfter] == nil)
    }

    @Suite("Of strangers who write", SharedSite(options: ["api_strangers": "3"]))
    struct Strangers {
        @Test("A stranger's reports of devices are counted, apart from what else he asks") func devices() async throws {
            let site = try SharedSite.site
            let first = try await site.post("/devices", form: "model=iPhone")
            #expect(first.status == 201)
            let path = try #require(first["location"])
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let answers = try await Site.atOnce { try await site.post("/devices", form: "model=iPhone") }
            #expect(Set(answers.map(\.status)) == [201, 429])
            for answer in answers where answer.status == 429 {
                #expect(try answer.problem().detail.hasPrefix("Too many requests"))
                #expect((1...20).contains(try #require(answer["retry-after"].flatMap { Int($0) })))
            }
            let count = answers.count { $0.status == 201 } + 1
            #expect(try await site.number("select count(*) from devices") == count)
            for method in [HTTPRequest.Method.put, .delete] {
                let others = try await Site.atOnce {
                    try await site.send(method, path, form, body: Array("text=plain".utf8))
                }
                #expect(others.contains { $0.status == 429 }, "\(method)")
            }
            #expect(try await site.get("/ws?network=3g").status == 200)
        }
    }

    @Suite("Over HTTP", SharedSite(options: ["api_reads": "4", "api_writes": "2", "api_strangers": "3"]))
    struct Site {
        fileprivate static func atOnce(_ ask: @escaping @Sendable () async throws -> Answer) async throws -> [Answer] {
            try await withThrowingTaskGroup(of: Answer.self) { tasks in
                for _ in 0..<40 { tasks.addTask { try await ask() } }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
        }

        @Test("Too many requests are 429 with what to wait, and nothing is done") func refused() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            // Once its token is known, a client has its own limit.
            #expect(try await desk.send(.get, "sections")["ratelimit"]?.hasPrefix("\"strangers\"") == true)
            // More requests at once than the limit can refill meanwhile, however slow the machine is.
            let answers = try await Self.atOnce { try await desk.send(.get, "sections") }
            #expect(Set(answers.map(\.status)) == [200, 429])
            #expect(answers.allSatisfy { $0["ratelimit"] != nil })
            let late = try #require(
                answers.first { $0.status == 429 && $0["ratelimit"]?.hasPrefix("\"reads\"") == true })
            #expect(try late.problem().detail.hasPrefix("Too many requests"))
            let wait = try #require(late["retry-after"].flatMap { Int($0) })
            #expect((1...15).contains(wait) && late["ratelimit-policy"] == #""reads";q=4;w=60"#)
            #expect(
                try await desk.send(.post, "sections", #"{"name":"Late"}"#).status == 201, "writes are counted apart")

            let guesses = try await Self.atOnce {
                try await site.get("/api/v1/sections", ["Authorization": "Bearer n4md_guess"])
            }
            #expect(Set(guesses.map(\.status)) == [401, 429])
            #expect(guesses.allSatisfy { $0.status == 401 || $0["retry-after"] != nil })
            #expect(try await desk.send(.post, "sections", #"{"name":"Later"}"#).status == 201, "a good token goes on")
        }
    }
}

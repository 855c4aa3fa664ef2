import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Syndication
import Testing

// Deliveries that fail, deliveries under way when a server dies, and other hubs.
extension WebSubSiteTests {
    @Test("What fails is tried again by the schedule, with the newest feed, once") func retries() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open(answer: { _, count in
            switch count {
            case 1: Response(status: .serviceUnavailable, headers: [.retryAfter: "3600"])
            case 2: Response(status: .internalServerError)
            default: Response(status: .ok)
            }
        }) { subscriber in
            let (path, callback) = ("/retries", subscriber.root + "/retries")
            func wait() async throws -> Int {
                try await site.number(
                    "select extract(epoch from next_try_at - now())::int from websub_subscriptions where callback = \(callback)"
                )
            }
            try await site.subscribe(callback, topic: "/sections/city/rss.xml")
            _ = try await desk.write(published("The first try"))
            _ = try await subscriber.wait(1, path)
            try await site.waitForFault(callback, "HTTP 503")
            #expect((3500...3601).contains(try await wait()), "as the subscriber wishes")
            _ = try await desk.write(published("A later change"))
            let last = try await desk.write(published("The last change"))
            let isSeen: SQL = """
                select count(*) from websub_topics where path = '/sections/city/rss.xml'
                    and checked >= (select revision from newspaper)
                """
            #expect(try await eventually { try await site.number(isSeen) == 1 })
            #expect(subscriber.pings(path).count == 1, "a change does not hurry it")
            try await site.shift(callback, "next_try_at = now()")
            _ = try await subscriber.wait(2, path)
            try await site.waitForFault(callback, "HTTP 500")
            #expect((200...332).contains(try await wait()), "the second place in the schedule")
            try await site.shift(callback, "next_try_at = now()")
            let pings = try await subscriber.wait(3, path)
            #expect(pings[2].text.contains(last.headline) && pings[2].text.contains("A later change"))
            #expect(
                try await eventually {
                    try await site.number(
                        "select count(*) from websub_subscriptions where callback = \(callback) and next_try_at is null and fault = '' and step = 0"
                    )
                        == 1
                })
            #expect(subscriber.pings(path).count == 3)
            try await site.shift(callback, "expires_at = now()")
        }
    }

    @Test(
        "Who is gone, or has failed for days, is subscribed no longer",
        arguments: [HTTPResponse.Status.gone, .badGateway])
    func ends(_ status: HTTPResponse.Status) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open(answer: { _, _ in Response(status: status) }) { subscriber in
            let callback = subscriber.root + "/ends"
            try await site.subscribe(callback, topic: "/sections/city/rss.xml")
            // Skips to the end of the schedule.
            if status != .gone { try await site.shift(callback, "step = 9") }
            _ = try await desk.write(published("Nobody there \(status.code)"))
            #expect(try await eventually { try await site.subscriptions(callback) == 0 })
            #expect(subscriber.pings("/ends").count == 1)
        }
    }

    @Test("Several servers tell each subscriber once") func nodes() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await site.withNode(["subscriber_networks": "127.0.0.1,127.0.0.2"]) { _ async throws in
            try await Subscriber.open { subscriber in
                let paths = (0..<8).map { "/nodes/\($0)" }
                for path in paths {
                    try await site.subscribe(subscriber.root + path, topic: "/sections/city/feed.json")
                }
                for number in 1...3 {
                    let article = try await desk.write(published("Number \(number)"))
                    for path in paths {
                        let pings = try await subscriber.wait(number, path)
                        #expect(pings.count == number && pings[number - 1].text.contains(article.headline))
                    }
                    #expect(
                        try await eventually {
                            try await site.number(
                                "select count(*) from websub_subscriptions where callback like \(subscriber.root + "/%") and next_try_at is not null"
                            )
                                == 0
                        })
                }
                for path in paths { try await site.shift(subscriber.root + path, "expires_at = now()") }
            }
        }
    }

    @Test("A subscriber that hangs holds up nobody else, and its host has two requests at most") func slow()
        async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        let (releases, release) = AsyncStream<Void>.makeStream()
        try await Subscriber.open(answer: { ping, _ in
            for await _ in releases { break }
            return Response(status: .ok)
        }) { slow in
            try await Subscriber.open("127.0.0.2") { quick in
                let callbacks = (0..<4).map { "\(slow.root)/slow/\($0)" }
                for callback in callbacks { try await site.subscribe(callback, topic: "/sections/city/rss.xml") }
                let other = quick.root + "/quick"
                try await site.subscribe(other, topic: "/sections/city/rss.xml")
                _ = try await desk.write(published("Slowly"))
                #expect(try await quick.wait(1, "/quick").count == 1)
                #expect(await eventually { (0..<4).map { slow.pings("/slow/\($0)").count }.reduce(0, +) == 2 })
                #expect(
                    try await site.number(
                        "select count(*) from websub_subscriptions where host = '127.0.0.1' and leased_until is not null"
                    ) == 2)
                release.finish()
                for number in 0..<4 { _ = try await slow.wait(1, "/slow/\(number)") }
                for callback in callbacks + [other] { try await site.shift(callback, "expires_at = now()") }
            }
        }
    }

    @Test("What a server had under way when it died another sends") func death() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { subscriber in
            let callback = subscriber.root + "/death"
            try await site.subscribe(callback, topic: "/sections/city/rss.xml")
            // Leaves the delivery as a server killed while sending would. The site's own server takes jobs at
            // the same time, so this waits for its turn, and takes this one before those of other tests.
            let job = try await site.backend.archive.write { holdings in
                try holdings.connection.query("select pg_advisory_xact_lock(hashtext('websub jobs'))")
                try holdings.connection.query(
                    "update websub_subscriptions set next_try_at = '-infinity' where callback = \(callback)")
                return try holdings.subscriptions.take(limit: 1, each: 99, lease: 600).first {
                    $0.callback.text == callback
                }
            }
            let lost = try #require(job)
            _ = try await desk.write(published("Under way"))
            #expect(subscriber.pings("/death").isEmpty)
            try await site.shift(callback, "leased_until = now()")
            let ping = try #require(try await subscriber.wait(1, "/death").first)
            #expect(ping.text.contains("Under way"))
            #expect(
                try await eventually {
                    try await site.number(
                        "select count(*) from websub_subscriptions where callback = \(callback) and next_try_at is null"
                    ) == 1
                })
            // The first server was not dead after all, but its result comes too late.
            try await site.backend.archive.write {
                _ = try $0.subscriptions.finish(lost, revision: 0, .gone, fault: "HTTP 410")
            }
            #expect(try await site.subscriptions(callback) == 1 && subscriber.pings("/death").count == 1)
            try await site.shift(callback, "expires_at = now()")
        }
    }

    @Test("A feed that is no more is denied to who was told of it") func denied() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { subscriber in
            let callback = subscriber.root + "/denied"
            let article = try await desk.write(
                #"{"headline":"Alone","section":"city","categories":["short-lived"],"status":"published"}"#)
            try await site.subscribe(callback, topic: "/categories/short-lived/rss.xml")
            _ = try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "*"])
            #expect(await eventually { subscriber.questions("/denied").count == 2 })
            let question = try #require(subscriber.questions("/denied").last)
            #expect(question.fields["hub.mode"] == "denied" && question.fields["hub.reason"]?.isEmpty == false)
            #expect(question.fields["hub.topic"] == TestSite.publicURL + "/categories/short-lived/rss.xml")
            #expect(question.fields["hub.challenge"] == nil)
            #expect(try await eventually { try await site.requests(callback) == 0 })
            #expect(try await site.subscriptions(callback) == 0 && subscriber.pings("/denied").isEmpty)
        }
    }

    @Test("Other hubs are named in the newspaper's feeds, and told when they change") func otherHubs() async throws {
        try await Subscriber.open(answer: { _, count in
            count == 1
                ? Response(status: .serviceUnavailable, headers: [.retryAfter: "3600"]) : Response(status: .noContent)
        }) { other in
            let options = ["subscriber_networks": "127.0.0.1", "hubs": other.root + "/hub"]
            let site = try await TestSite.open(options: options)
            do {
                let desk = try await Desk(site, .chief)
                try await desk.section("city")
                // Other hubs also hear of feeds that exist at the start, and failed deliveries are retried.
                try await site.waitForFault(other.root + "/hub", "HTTP 503")
                try await site.shift(
                    other.root + "/hub", "next_try_at = case when next_try_at is not null then now() end")
                func told() -> [String: String] {
                    Dictionary(other.pings("/hub").map { ($0.text, $0.type ?? "") }, uniquingKeysWith: { $1 })
                }
                #expect(await eventually { told().count == 3 })
                let topics = ["/rss.xml", "/atom.xml", "/feed.json"].map { (TestSite.publicURL + $0).escapedForQuery }
                #expect(
                    Set(told().keys) == Set(topics.map { "hub.mode=publish&hub.topic=\($0)&hub.url=\($0)" }))
                #expect(Set(told().values) == ["application/x-www-form-urlencoded"])
                let isQuiet: SQL = "select count(*) from websub_subscriptions where is_hub and next_try_at is null"
                #expect(try await eventually { try await site.number(isQuiet) == 3 })
                let before = other.pings("/hub").count
                _ = try await desk.write(published("For all hubs"))
                #expect(await eventually { other.pings("/hub").count == before + 3 })
                let link = try #require(try await site.get("/rss.xml")["link"])
                #expect(link.contains("<\(other.root)/hub>; rel=\"hub\"") && link.contains("/websub>; rel=\"hub\""))
                #expect(try await site.get("/rss.xml").text.contains("rel=\"hub\" href=\"\(other.root)/hub\""))
                #expect(try await site.get("/sections/city/rss.xml").text.contains(other.root) == false)
            } catch {
                await site.close()
                throw error
            }
            await site.close()
        }
    }
}

extension TestSite {
    /// Waits until a failure has been recorded.
    fileprivate func waitForFault(
        _ callback: String, _ fault: String, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let came = try await eventually {
            try await number(
                """
                select count(*) from websub_subscriptions
                where callback = \(callback) and fault = \(fault) and leased_until is null
                """) >= 1
        }
        #expect(came, sourceLocation: location)
    }
}

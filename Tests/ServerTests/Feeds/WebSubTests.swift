import Archive
import Credentials
import Crypto
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Testing
import XML

/// Our hub, from the subscription to the delivered feed, on a separate server that may reach only 127.0.0.1 and 127.0.0.2.
@Suite(
    .serialized,
    SharedSite(options: ["subscriber_networks": "127.0.0.1,127.0.0.2"]) { site in
        for slug in ["city", "sport"] { try await Desk(site, .editor).section(slug) }
    })
struct WebSubSiteTests {
    func published(_ headline: String, in section: String = "city") -> String {
        #"{"headline":"\#(headline)","section":"\#(section)","status":"published"}"#
    }

    @Test("Who subscribed gets the whole feed at once, signed", arguments: ["rss.xml", "atom.xml", "feed.json"])
    func life(_ file: String) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { subscriber in
            let (path, topic, secret) = ("/life", "/sections/city/" + file, "a secret — of mine")
            let callback = subscriber.root + path + "?key=1&x=%20y"
            try await site.subscribe(callback, topic: topic, [("hub.secret", secret), ("hub.lease_seconds", "7200")])
            let question = try #require(subscriber.questions(path).first)
            #expect(subscriber.questions(path).count == 1 && question.query.hasPrefix("key=1&x=%20y&hub.mode="))
            #expect(question.fields["hub.mode"] == "subscribe")
            #expect(question.fields["hub.topic"] == TestSite.publicURL + topic)
            #expect(question.fields["hub.lease_seconds"] == "7200")
            #expect(question.fields["hub.challenge"]?.utf8.count ?? 0 >= 40)

            let article = try await desk.write(published("The tide came in by \(file)"))
            let ping = try #require(try await subscriber.wait(1, path).first)
            let feed = try await site.get(topic)
            #expect(ping.body == (try feed.plain) && ping.text.contains(article.headline))
            #expect(ping.type == feed["content-type"] && ping.query == "key=1&x=%20y")
            #expect(ping.link == feed["link"])
            #expect(
                ping.link
                    == "<\(TestSite.publicURL)/websub>; rel=\"hub\", <\(TestSite.publicURL + topic)>; rel=\"self\"")
            let code = HMAC<SHA256>.authenticationCode(
                for: ping.body, using: SymmetricKey(data: Data(secret.utf8)))
            #expect(ping.signature == "sha256=" + code.map { String(format: "%02x", $0) }.joined())

            try await site.ask(callback, "unsubscribe", topic: topic)
            #expect(try await eventually { try await site.subscriptions(callback) == 0 })
            let end = try #require(subscriber.questions(path).last)
            #expect(end.fields["hub.mode"] == "unsubscribe" && end.fields["hub.lease_seconds"] == nil)
            #expect(end.fields["hub.challenge"] != question.fields["hub.challenge"])
            #expect(subscriber.pings(path).count == 1)
        }
    }

    @Test("A change that is not in the feed tells nobody of it") func otherSection() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { subscriber in
            let (city, sport) = (subscriber.root + "/city", subscriber.root + "/sport")
            try await site.subscribe(city, topic: "/sections/city/atom.xml")
            try await site.subscribe(sport, topic: "/sections/sport/atom.xml")
            let article = try await desk.write(published("A goal", in: "sport"))
            let ping = try #require(try await subscriber.wait(1, "/sport").first)
            #expect(ping.text.contains("A goal") && ping.signature == nil)
            // The hub also checks the other feed, and has nothing to deliver for it.
            let revision = try await site.number("select revision from newspaper")
            let isSeen = try await eventually {
                try await site.number(
                    "select count(*) from websub_topics where path = '/sections/city/atom.xml' and checked >= \(revision)"
                )
                    == 1
            }
            #expect(isSeen && subscriber.pings("/city").isEmpty)
            #expect(
                try await site.number(
                    "select count(*) from websub_subscriptions where callback = \(city) and next_try_at is null") == 1)
            // A withdrawal is also a change.
            #expect(
                try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "*"]).status == 200)
            let last = try #require(try await subscriber.wait(2, "/sport").last)
            #expect(!last.text.contains("A goal") && last.text.contains("deleted-entry"))
            for callback in [city, sport] { try await site.shift(callback, "expires_at = now()") }
        }
    }

    @Test(
        "Who does not give back the challenge is not subscribed",
        arguments: [
            (HTTPResponse.Status.ok, "wrong"), (.ok, ""), (.ok, "CHALLENGE and more"), (.notFound, "CHALLENGE"),
            (.found, "CHALLENGE"), (.internalServerError, "CHALLENGE"), (.ok, "LONG"),
        ])
    func unconfirmed(_ status: HTTPResponse.Status, _ text: String) async throws {
        let site = try SharedSite.site
        try await Subscriber.open { question in
            let long = String(repeating: "x", count: 5_000_000)
            let text = text.replacing("CHALLENGE", with: question.fields["hub.challenge"] ?? "")
                .replacing("LONG", with: long)
            return Response(
                status: status, headers: [.location: "/elsewhere"], body: .init(byteBuffer: ByteBuffer(string: text)))
        } _: { subscriber in
            let callback = subscriber.root + "/unconfirmed"
            try await site.ask(callback, topic: "/rss.xml")
            #expect(try await eventually { try await site.requests(callback) == 0 })
            #expect(subscriber.questions("/unconfirmed").count == 1 && subscriber.questions("/elsewhere").isEmpty)
            #expect(try await site.subscriptions(callback) == 0)
        }
    }

    @Test("A renewal that is not confirmed changes nothing, one that is takes over all") func renewal() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { question in
            question.fields["hub.lease_seconds"] == "301" ? Response(status: .notFound) : question.yes
        } _: { subscriber in
            let (path, topic) = ("/renewal", "/sections/city/rss.xml")
            let callback = subscriber.root + path
            try await site.subscribe(callback, topic: topic, [("hub.secret", "one"), ("hub.lease_seconds", "1")])
            #expect(subscriber.questions(path).first?.fields["hub.lease_seconds"] == "300")
            try await site.ask(callback, topic: topic, [("hub.secret", "two"), ("hub.lease_seconds", "301")])
            #expect(try await eventually { try await site.requests(callback) == 0 })
            // Unsubscribing from something that was never subscribed to needs no confirmation.
            try await site.ask(callback + "/other", "unsubscribe", topic: topic)
            #expect(try await site.requests(callback + "/other") == 0)
            _ = try await desk.write(published("Under the first secret"))
            let first = try #require(try await subscriber.wait(1, path).last)
            #expect(first.signature == HubSignature.text(of: first.body, secret: "one"))

            try await site.subscribe(
                callback, topic: topic, [("hub.secret", "three"), ("hub.lease_seconds", "9999999999999999999")])
            let days = try await site.number(
                "select round(extract(epoch from expires_at - now()) / 86400)::int from websub_subscriptions where callback = \(callback)"
            )
            #expect(days == 30)
            _ = try await desk.write(published("Under the third secret"))
            let second = try #require(try await subscriber.wait(2, path).last)
            #expect(second.signature == HubSignature.text(of: second.body, secret: "three"))
            #expect(subscriber.pings(path).count == 2)
            try await site.shift(callback, "expires_at = now()")
        }
    }

    @Test("When the lease is over nothing is told, and the subscription is forgotten") func expiry() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { subscriber in
            let topic = "/sections/city/rss.xml"
            let (over, running) = (subscriber.root + "/over", subscriber.root + "/running")
            for callback in [over, running] { try await site.subscribe(callback, topic: topic) }
            let days = try await site.number(
                "select round(extract(epoch from expires_at - now()) / 86400)::int from websub_subscriptions where callback = \(over)"
            )
            #expect(days == 10)
            try await site.shift(over, "expires_at = now()")
            _ = try await desk.write(published("Too late for one"))
            _ = try await subscriber.wait(1, "/running")
            // The hub does the same from time to time, and may have been first.
            _ = try await site.backend.archive.write { try $0.subscriptions.deleteExpired(limit: 500) }
            #expect(subscriber.pings("/over").isEmpty)
            #expect(try await site.subscriptions(over) == 0)
            #expect(try await site.subscriptions(running) == 1)
            try await site.shift(running, "expires_at = now()")
        }
    }

    @Test("What changed between the request and its confirmation is told") func meanwhile() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        try await Subscriber.open { question in
            _ = try await desk.write(published("Meanwhile"))
            return question.yes
        } _: { subscriber in
            let callback = subscriber.root + "/meanwhile"
            try await site.subscribe(callback, topic: "/rss.xml")
            #expect(try await subscriber.wait(1, "/meanwhile").first?.text.contains("Meanwhile") == true)
            try await site.shift(callback, "expires_at = now()")
        }
    }
}

import Archive
import ExchangeArchive
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
import Testing

/// Sources in the API and in the newsroom's pages.
extension SourceSiteTests {
    /// Bad requests, each with its faulty fields, separated by spaces.
    static let bad: [(String, String)] = [
        ("{}", "url title section"), (#"{"url":"ftp://a.example/","title":"A","section":"city"}"#, "url"),
        (#"{"url":"http://me:secret@a.example/","title":"A","section":"city"}"#, "url"),
        (#"{"url":"http://a.example/ x","title":"A","section":"nowhere"}"#, "url section"),
        (#"{"url":"http://a.example/","title":"A","section":"city","site":"javascript:alert(1)"}"#, "site"),
        (
            #"{"url":"http://a.example/","title":"A","section":"city","language":"<b>","byline":"LONG"}"#,
            "language byline"
        ),
        (#"{"url":"http://a.example/","title":"LONG","section":"city"}"#, "title"),
        (#"{"url":"http://a.example/","title":"A","section":"city","trust":"blindly"}"#, "trust"),
    ]

    @Test("All that is wrong is told at once", arguments: bad) func faults(_ json: String, _ fields: String)
        async throws
    {
        let desk = try await Desk(SharedSite.site, .editor)
        let whole = String(json.dropLast()) + (json == "{}" ? "" : ",") + #""discover":false}"#
        let answer = try await desk.send(
            .post, "sources", whole.replacing("LONG", with: String(repeating: "a", count: 201)))
        #expect(answer.status == 422)
        #expect(try answer.problem().fields == Set(fields.split(separator: " ").map { String($0) }))
    }

    @Test("It is added once, changed by who saw it last, and removed; its articles stay") func life() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put("/life.xml", rss([item("urn:life:1", "Stays")]))
            let key = ["Idempotency-Key": UUID().uuidString]
            let json = #"{"url":"\#(server.root)/life.xml","section":"city","paused":true}"#
            let made = try await desk.send(.post, "sources", json, key)
            let again = try await desk.send(.post, "sources", json, key)
            #expect(made.status == 201 && again.body == made.body && again["idempotency-replayed"] == "true")
            let source: MadeSource = try made.json()
            #expect(source.state == "paused" && made["location"] == "/api/v1/sources/\(source.id)")
            let double = try await desk.send(.post, "sources", json)
            #expect(try double.status == 422 && double.problem().fields == ["url"])
            #expect(try await desk.fetch(source).added == 1)

            let path = "sources/\(source.id)"
            #expect(try await desk.send(.put, path, "{}").status == 428)
            #expect(try await desk.send(.put, path, "{}", ["If-Match": "\"9\""]).status == 412)
            let change = #"{"title":"Other","trust":"headline","byline":"Wire","language":"en"}"#
            let changed: MadeSource = try await desk.send(.put, path, change, ["If-Match": "\"1\""]).json()
            #expect(changed.title == "Other" && changed.trust == "headline" && changed.revision == 2)
            #expect(changed.url == source.url && changed.state == "paused" && changed.section == "city")
            #expect(try await desk.send(.post, path + "/refresh").status == 409)
            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"1\""]).status == 412)
            #expect(try await desk.send(.delete, path, nil, ["If-Match": "\"2\""]).status == 204)
            #expect(try await desk.send(.get, path).status == 404)
            #expect(try await desk.article("urn:life:1").headline == "Stays")
        }
    }

    @Test("An address that leads to no feed is refused with the reason") func noFeed() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await FeedServer.open { server in
            server.put("/page", "<html><body>Nothing</body></html>")
            for path in ["/page", "/away"] {
                let answer = try await desk.send(
                    .post, "sources", #"{"url":"\#(server.root)\#(path)","section":"city"}"#)
                #expect(try answer.status == 422 && answer.problem().fields == ["url"])
            }
        }
    }

    @Test("Lists of feeds go in and out, doubles and faults told") func lists() async throws {
        let desk = try await Desk(SharedSite.site, .editor)
        try await desk.section("sport")
        let source = try await desk.source("http://list.invalid/known")
        let list = """
            <opml version="2.0"><body><outline text="Sport"><outline text="One" xmlUrl="http://list.invalid/1"/></outline>
            <outline text="Known" xmlUrl="http://list.invalid/known"/><outline text="Two" xmlUrl="http://list.invalid/2" language="pt"/>
            <outline text="Again" xmlUrl="http://list.invalid/2"/><outline text="Bad" xmlUrl="feed://list.invalid/3"/></body></opml>
            """
        func send(_ body: String, _ query: String) async throws -> Answer {
            try await desk.send(
                .post, "sources.opml" + query, ["Content-Type": "text/x-opml"], bytes: Array(body.utf8))
        }
        struct Report: Decodable {
            var added: Int
            var known: Int
            var problems: [String]
        }
        let report: Report = try await send(list, "?section=city&trust=headline").json()
        #expect(report.added == 2 && report.known == 2 && report.problems.count == 1)
        #expect(report.problems[0].contains("feed://list.invalid/3"))
        #expect(try await send(list, "?section=nowhere").status == 422)
        #expect(try await send(list, "?section=city&trust=x").status == 400)
        #expect(try await send("no list", "?section=city").status == 422)

        struct List: Decodable { var sources: [MadeSource] }
        let all = try await desk.send(.get, "sources?limit=200").json(List.self).sources
        let one = try #require(all.first { $0.url == "http://list.invalid/1" })
        let two = try #require(all.first { $0.url == "http://list.invalid/2" })
        #expect(one.section == "sport" && two.section == "city" && two.trust == "headline" && two.language == "pt")
        let exported = try await desk.send(.get, "sources.opml")
        #expect(exported["content-type"] == "text/x-opml")
        #expect(try exported.text.contains(#"xmlUrl="http://list.invalid/1""#))
        let again: Report = try await send(try exported.text, "?section=city").json()
        #expect(again.added == 0 && again.known == all.count && again.problems.isEmpty)
        for made in [source, one, two] { await desk.forget(made) }
    }

    @Test("An editor looks for a feed, adds it, and sees how it stands") func newsroom() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let browser = try await Room.person(site, .editor).browser()
        try await FeedServer.open { server in
            server.put(
                "/room.xml", rss([item("urn:room:1", "Newest &lt;b&gt;first&lt;/b&gt;")], title: "Wire &lt;i&gt;"))
            let path = "/admin/sources"
            let missing = try await browser.post(path, ["do": "find", "address": server.root + "/nothing"])
            #expect(missing.status == 422)
            #expect(try missing.text.contains("error 404") && missing.text.contains(server.root + "/nothing"))
            let found = try await browser.post(path, ["do": "find", "address": server.root + "/room.xml"])
            #expect(try found.status == 200 && found.text.contains("Newest first"))
            var fields = [
                "do": "add", "url": server.root + "/room.xml", "title": "", "section": "city", "trust": "publish",
            ]
            let faulty = try await browser.post(path, fields)
            #expect(try faulty.status == 422 && faulty.text.contains("fault-title"))
            fields["title"] = "Wire <b>"
            let added = try await browser.post(path, fields)
            let page = try #require(added["location"]).prefix { $0 != "?" }
            #expect(added.status == 303)
            #expect(try await eventually { try await browser.get(String(page)).text.contains("1 new") })
            let text = try await browser.get(String(page)).text
            #expect(text.contains("Wire &lt;b&gt;") && text.contains("1 article") && text.contains("next fetch"))
            #expect(try await desk.article("urn:room:1").status == "published")

            #expect(try await browser.post(String(page), ["do": "pause", "revision": "1"]).status == 303)
            #expect(try await browser.get(String(page)).text.contains("paused since"))
            let late = try await browser.post(String(page), fields.merging(["do": "save", "revision": "1"]) { $1 })
            #expect(late.status == 422)
            server.put("/room.xml", "garbage")
            #expect(try await browser.post(String(page), ["do": "resume", "revision": "2"]).status == 303)
            #expect(
                try await eventually { try await browser.get(String(page)).text.contains("not well-formed XML") })
            #expect(try await browser.post(String(page), ["do": "refresh", "revision": "3"]).status == 303)
            #expect(try await browser.get(path + "?state=failing").text.contains("Wire &lt;b&gt;"))

            let journalist = try await Room.person(site, .journalist).browser()
            let seen = try await journalist.get(String(page))
            #expect(try seen.status == 200 && !seen.text.contains("name=\"do\" value=\"save\""))
            #expect(try await browser.post(String(page), ["do": "delete", "revision": "3"]).status == 303)
            #expect(try await browser.get(String(page)).status == 404)
        }
    }
}

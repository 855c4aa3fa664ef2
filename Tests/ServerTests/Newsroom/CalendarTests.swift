import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// What is due, by day.
    @Suite("Calendar")
    struct CalendarTests {
        private struct List: Decodable {
            struct Entry: Decodable, Equatable {
                var day: String
                var at: String?
                var kind: String
                var article: Int?
                var edition: Int?
                var title: String
                var assignee: String?
            }
            var entries: [Entry]
            var isWhole: Bool
        }

        private let word = "zc" + UUID().uuidString.prefix(8).lowercased()

        /// A day that is far enough for nothing else to be there, and near enough to be scheduled for.
        private static func day(_ ahead: Int) -> String {
            String(Date().addingTimeInterval(Double(ahead) * 86_400).ISO8601Format().prefix(10))
        }

        @Test("The plus of a day begins a story planned for it; days that are past have none") func begun() async throws
        {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let (day, past) = (Self.day(40), Self.day(-1))
            let page = try await browser.get("/admin/calendar?month=" + day.prefix(7)).text
            #expect(page.contains("name=\"planned\" value=\"\(day)\""))
            #expect(
                try await !browser.get("/admin/calendar?month=" + past.prefix(7)).text.contains("value=\"\(past)\""))
            let answer = try await browser.post("/admin/articles", ["planned": day])
            let id = try #require(answer["location"]?.split(separator: "/").last.flatMap { Int($0) })
            let found: SQL = "select count(*) from articles where id = \(id) and planned = \(day)::date"
            #expect(try await SharedSite.site.number(found) == 1)
        }

        @Test("Scheduled, embargoed and planned stories and editions stand on their days") func due() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let day = Self.day(400)
            func write(_ name: String, _ more: String) async throws -> Int {
                try await desk.write(#"{"headline":"\#(name) \#(word)","section":"city","body":"<p>T</p>",\#(more)}"#)
                    .id
            }
            let planned = try await write("Planned", #""planned":"\#(day)""#)
            let scheduled = try await write("Scheduled", #""status":"scheduled","publishAt":"\#(day)T10:30:00Z""#)
            let held = try await write("Held", #""embargoUntil":"\#(day)T09:00:00Z""#)
            let out = try await write("Out", #""planned":"\#(day)","status":"published""#)
            let edition = try await desk.send(
                .post, "editions", #"{"date":"\#(day)","title":"Day \#(word)","state":"open"}"#)
            #expect([201, 409].contains(edition.status))

            let answer = try await desk.send(.get, "calendar?from=\(day)&to=\(day)")
            let list: List = try answer.json()
            let ours = list.entries.filter { $0.title.contains(word) }
            #expect(list.isWhole && ours.map(\.kind) == ["edition", "planned", "embargo", "scheduled"])
            #expect(ours.dropFirst().map(\.article) == [planned, held, scheduled] && ours[0].edition != nil)
            #expect(ours.map(\.day) == [day, day, day, day] && ours[3].at == "\(day)T10:30:00Z" && ours[1].at == nil)
            #expect(!ours.contains { $0.article == out }, "what readers see is no longer planned")

            let browser = try await Room.person(site, .contributor).browser()
            let page = try await browser.get("/admin/calendar?month=\(day.prefix(7))").text
            for text in [
                "Planned \(word)", "Held \(word)", "10:30 Goes out", "09:00 Embargo ends", "Day \(word)",
                "href=\"/admin/articles/\(planned)\"", "<time datetime=\"\(day)\">",
            ] { #expect(page.contains(text), "\(text)") }
            #expect(!page.contains("Out \(word)"))
            for path in ["/m/", "/articles/out-\(word)", "/feed.json", "/ws?network=wifi&items=50"] {
                #expect(try await !site.get(path).text.contains(day), "readers do not see the planned day: \(path)")
            }
        }

        @Test(
            "Tasks stand on the day they are due until they are done, messages at their hour until they are cancelled")
        func tasksAndMessages() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let day = Self.day(4)
            let fields = #""headline":"Out \#(word)","section":"city","body":"<p>T</p>","status":"published""#
            let id = try await desk.write("{\(fields)}").id
            func due() async throws -> [List.Entry] {
                let list: List = try await desk.send(.get, "calendar?from=\(day)&to=\(day)").json()
                return list.entries.filter { $0.article == id }
            }
            let comments = "articles/\(id)/comments"
            let task = try await desk.send(
                .post, comments, #"{"text":"Check it","for":"\#(desk.name)","due":"\#(day)"}"#)
            // This newspaper has no push, which would need a contact.
            try await site.backend.archive.write { holdings in
                _ = try holdings.connection.query(
                    """
                    insert into push_messages (article_id, kind, audience, headline, text, tag, send_at, expires_at)
                    values (\(id), 'story', '{all}', \("Short " + word), '', 't',
                        \(day)::timestamp + '10:30', \(day)::timestamp + '20:30')
                    """)
            }
            let both = try await due()
            #expect(both.map(\.kind) == ["task", "message"])
            #expect(both.map(\.title) == ["Out \(word)", "Short \(word)"])
            #expect(both.map(\.assignee) == [desk.name, nil] && both.map(\.at) == [nil, "\(day)T10:30:00Z"])

            let browser = try await Room.person(site, .editor).browser()
            let page = try await browser.get("/admin/calendar?month=\(day.prefix(7))").text
            for text in [
                "10:30 Alert goes out", "href=\"/admin/articles/\(id)/message\"",
                "href=\"/admin/articles/\(id)?comments=1#comments\"",
            ] { #expect(page.contains(text), "\(text)") }

            struct Made: Decodable { var id: Int }
            let known = ["If-Match": "*"]
            let done = try await desk.send(
                .patch, "\(comments)/\(task.json(Made.self).id)", #"{"isDone":true}"#, known)
            #expect(done.status == 200)
            try await site.backend.archive.write {
                _ = try $0.connection.query("update push_messages set state = 'cancelled' where article_id = \(id)")
            }
            #expect(try await due().isEmpty)
        }

        @Test("The planned day is set in the form and by the API, kept where it is not said, and cleared")
        func planning() async throws {
            let site = try SharedSite.site
            let desk = try await Desk(site, .editor)
            let browser = try await Room.person(site, .editor).browser()
            let written = try await desk.write(#"{"headline":"P \#(word)","section":"city","planned":"2031-05-06"}"#)
            let page = "/admin/articles/\(written.id)"
            #expect(try await browser.get(page).text.contains(#"type="date" value="2031-05-06""#))
            let updated = try await desk.send(.get, "articles/\(written.id)").json(WrittenArticle.self).updatedAt
            #expect(try await browser.send(page, ["do": "save", "planned": "2031-05-07"]).status == 303)
            #expect(try await desk.send(.get, "articles/\(written.id)").text.contains(#""planned":"2031-05-07""#))
            #expect(
                try await desk.send(.get, "articles/\(written.id)").json(WrittenArticle.self).updatedAt == updated,
                "feed readers are not told")
            let put = #"{"headline":"P \#(word)","section":"city""#
            func send(_ more: String) async throws -> Answer {
                try await desk.send(.put, "articles/\(written.id)", put + more + "}", ["If-Match": "*"])
            }
            #expect(try await send("").text.contains("2031-05-07"))
            #expect(try await !send(#","planned":"""#).text.contains("planned"))
            let bad = try await send(#","planned":"soon""#)
            #expect(try bad.status == 422 && bad.problem().fields == ["planned"])
            let refused = try await browser.send(page, ["do": "save", "planned": "2031-02-30"])
            #expect(try refused.status == 422 && refused.text.contains("Give a day of the calendar"))
        }

        @Test(
            "A span is two days, in order, and not too long",
            arguments: [
                "", "from=2026-01-01", "from=2026-01-02&to=2026-01-01", "from=2026-01-01&to=2026-04-03",
                "from=2026-02-30&to=2026-03-01", "from=x&to=y", "from=0000-01-01&to=0000-01-02",
                "from=2026-01-01%00&to=2026-01-02",
            ])
        func spans(_ query: String) async throws {
            let desk = try await Desk(try SharedSite.site, .contributor)
            #expect(try await desk.send(.get, "calendar?" + query).status == 400)
        }

        @Test(
            "The longest span and the ends of time are spans",
            arguments: [
                "from=2026-01-01&to=2026-04-02", "from=0001-01-01&to=0001-01-31", "from=9999-12-01&to=9999-12-31",
            ])
        func longest(_ query: String) async throws {
            let desk = try await Desk(try SharedSite.site, .contributor)
            #expect(try await desk.send(.get, "calendar?" + query).status == 200)
        }

        @Test(
            "A month begins on Monday, and links to its neighbours",
            arguments: [
                ("2026-11", "2026-10-26", "2026-12-06", "November 2026", "2026-10", "2026-12"),
                ("2027-02", "2027-02-01", "2027-02-28", "February 2027", "2027-01", "2027-03"),
                ("2024-12", "2024-11-25", "2025-01-05", "December 2024", "2024-11", "2025-01"),
                ("2024-02", "2024-01-29", "2024-03-03", "February 2024", "2024-01", "2024-03"),
            ])
        func months(_ month: String, _ first: String, _ last: String, _ name: String, _ before: String, _ after: String)
            async throws
        {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let page = try await browser.get("/admin/calendar?month=" + month).text
            let days = page.matches(of: /<time datetime="([0-9-]+)"/).map { String($0.1) }
            #expect(
                days.first == first && days.last == last && days.count % 7 == 0 && page.contains("<h2>\(name)</h2>"))
            #expect(page.contains("?month=\(before)\" rel=\"prev\"") && page.contains("?month=\(after)\" rel=\"next\""))
        }

        @Test("Today is marked, once") func today() async throws {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let page = try await browser.get("/admin/calendar").text
            #expect(page.matches(of: /aria-current="date"/).count == 1)
            #expect(page.contains("href=\"/admin/calendar\" aria-current=\"page\""))
        }

        @Test(
            "What is no month is told",
            arguments: [
                "2026", "2026-13", "2026-00", "x", "0000-01", "2026-11-01", "%3Cb%3E", "10000-01", "2026-1", "1899-12",
                "3000-01",
            ])
        func hostile(_ month: String) async throws {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let answer = try await browser.get("/admin/calendar?month=" + month)
            #expect(
                try answer.status == 400 && answer.text.contains("Enter the month")
                    && !answer.text.contains("<b>\u{3c}"))
        }

        @Test("The first and the last month have what there is", arguments: ["1900-01", "2999-12"])
        func ends(_ month: String) async throws {
            let browser = try await Room.person(try SharedSite.site, .contributor).browser()
            let answer = try await browser.get("/admin/calendar?month=" + month)
            #expect(try answer.status == 200 && answer.text.matches(of: #/rel="(?:next|prev)"/#).count == 1)
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Syndication
import Testing

extension NewsroomSiteTests {
    /// The record of who did what. Each test uses its own subject.
    @Suite("The audit trail")
    struct AuditTests {
        private struct Entry: Decodable {
            struct Editor: Decodable {
                var id: Int
                var name: String
            }
            var id: Int
            var at: String
            var editor: Editor?
            var address: String?
            var action: String
            var subject: String
        }
        private struct Trail: Decodable { var entries: [Entry] }

        private let site: TestSite

        init() throws { site = try SharedSite.site }

        /// Writes an entry dated some days ago.
        private func write(
            _ action: String, _ subject: String, by maker: Maker? = nil, detail: [String: String] = [:],
            daysAgo: Int = 0
        ) async throws {
            try await site.backend.archive.write { holdings in
                guard daysAgo > 0 else { return try holdings.audit.note(action, subject, by: maker, detail: detail) }
                try holdings.connection.query(
                    """
                    insert into audit (at, editor_id, action, subject)
                    values (now() - make_interval(days => \(daysAgo)), \(maker?.editor)::int, \(action), \(subject))
                    """)
            }
        }

        private func trail(_ desk: Desk, _ query: String) async throws -> Trail {
            let answer = try await desk.send(.get, "audit?" + query)
            try #require(answer.status == 200)
            return try answer.json()
        }

        private func day(_ daysAgo: Int) -> String {
            String(Date().addingTimeInterval(Double(-daysAgo) * 86_400).ISO8601Format().prefix(10))
        }

        @Test(
            "It is filtered, alike by the API, on the page and in the table",
            arguments: [
                ("", [0, 1, 2, 3, 4]), ("who=ME", [1, 3]), ("who=nobody", [0, 2, 4]), ("what=section.update", [1]),
                ("what=section.", [0, 1, 2]), ("what=log-in.", [3, 4]), ("what=log-in", [3]),
                ("from=9", [2, 3, 4]), ("to=9", [0, 1, 2]), ("from=9&to=9", [2]), ("from=8&to=6", []),
                ("who=ME&what=section.&from=20&to=9", [1]), ("who=&what=&from=&to=", [0, 1, 2, 3, 4]),
            ])
        func filters(_ query: String, _ expected: [Int]) async throws {
            let room = try await Room.person(site, .chief)
            let (desk, browser) = (try await Desk(site, .chief), try await room.browser())
            let (subject, me) = ("test/" + UUID().uuidString, Maker(editor: room.id, address: "192.0.2.7"))
            let entries: [(String, Maker?, Int)] = [
                ("section.create", nil, 11), ("section.update", me, 10), ("section.delete", nil, 9),
                ("log-in", me, 3), ("log-in.refuse", nil, 0),
            ]
            for (action, maker, daysAgo) in entries {
                try await write(action, subject, by: maker, daysAgo: daysAgo)
            }
            let days = query.replacing(/(from|to)=(\d+)/) { "\($0.1)=\(day(Int($0.2) ?? 0))" }
            let asked = days.replacing("ME", with: "\(room.id)") + "&subject=" + subject.escapedForQuery
            let actions = expected.reversed().map { entries[$0].0 }
            #expect(try await trail(desk, asked).entries.map(\.action) == actions)
            let table = try CSV.rows(of: try await browser.get("/admin/audit.csv?" + asked).text)
            #expect(table.dropFirst().map { $0[5] } == actions)
            let page = try await browser.get("/admin/audit?" + asked)
            #expect(page.status == 200)
            #expect(try page.text.components(separatedBy: "<li>").count - 1 == actions.count)
            #expect(try page.text.contains("No entries match") == actions.isEmpty)
        }

        @Test(
            "What cannot be asked for is told, with what there is",
            arguments: [
                ("who=0", "nobody"), ("who=Ana", "nobody"), ("what=article.fly", "editor.create"),
                ("what=.", "editor."), ("what=%25", "editor."), ("from=yesterday", nil), ("to=2026-02-30", nil),
                ("before=x", nil),
            ])
        func faults(_ query: String, _ available: String?) async throws {
            let desk = try await Desk(site, .chief)
            let answer = try await desk.send(.get, "audit?" + query)
            #expect(answer.status == 400)
            let problem = try answer.problem()
            if let available { #expect(problem.available?.contains(available) == true) }
            let browser = try await Room.person(site, .chief).browser()
            let page = try await browser.get("/admin/audit?subject=%22%3E%3Cb%3E&" + query)
            #expect(page.status == 400)
            #expect(
                try page.text.contains("Choose who and what") && page.text.contains("value=\"&quot;&gt;&lt;b&gt;\""))
            #expect(try await browser.get("/admin/audit.csv?" + query).status == 400)
        }

        @Test(
            "It is for chiefs, by tokens that manage",
            arguments: [(EditorRole.editor, TokenScope.manage), (.chief, .publish)])
        func rights(_ role: EditorRole, _ scope: TokenScope) async throws {
            let made = try await Room.person(site, role).browser().post(
                "/admin/account/tokens", ["name": "T", "scope": scope.rawValue, "days": "7", "present": Room.password])
            let token = String(try #require(try made.text.firstMatch(of: /n4md_[A-Za-z0-9_-]+/)).0)
            #expect(try await site.get("/api/v1/audit", ["Authorization": "Bearer " + token]).status == 403)
            #expect(try await site.get("/api/v1/audit").status == 401)
        }

        @Test("Leafing on, each entry is seen once while others are written") func paging() async throws {
            let desk = try await Desk(site, .chief)
            let browser = try await Room.person(site, .chief).browser()
            let subject = "test/" + UUID().uuidString
            for number in 1...7 { try await write("test.\(number)", subject) }
            var (next, seen): (String?, [String]) = ("audit?limit=2&subject=\(subject)", [])
            while let address = next {
                let answer = try await desk.send(.get, address)
                seen += try answer.json(Trail.self).entries.map(\.action)
                next = answer.link().map { $0.replacing("/api/v1/", with: "") }
                try await write("test.later", subject)
            }
            #expect(seen == (1...7).reversed().map { "test.\($0)" })

            let many = "test/" + UUID().uuidString
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "insert into audit (action, subject) select 'test.' || i, \(many) from generate_series(1, 2103) i")
            }
            let first = try await browser.get("/admin/audit?subject=\(many)").text
            let older = try #require(first.firstMatch(of: /href="(\/admin\/audit\?[^"]*before=\d+[^"]*)"/)).1
            let second = try await browser.get(String(older).replacing("&amp;", with: "&")).text
            #expect(first.contains("test.2054</b>") && !first.contains("test.2053</b>"))
            #expect(second.contains("test.2053</b>") && !second.contains("test.2054</b>"))
            let table = try CSV.rows(of: try await browser.get("/admin/audit.csv?subject=\(many)").text)
            #expect(table.dropFirst().map { $0[5] } == (1...2103).reversed().map { "test.\($0)" })
        }

        @Test("What is hostile comes out as text, and in the table as no formula") func hostile() async throws {
            let (desk, browser) = (try await Desk(site, .chief), try await Room.person(site, .chief).browser())
            let name = "=HYPERLINK(\"http://x\")<script>\(UUID().uuidString.prefix(8))"
            let maker = try await site.backend.archive.write { holdings in
                Maker(editor: try holdings.people.insert(name: name, role: .editor), address: "192.0.2.7")
            }
            let evil = "\"\r\n<img src=x onerror=alert(1)>,\u{301}\t"
            let actions = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "<b>x</b>", "\"\u{301},"]
            let subject = "<i>/" + UUID().uuidString
            for action in actions { try await write(action, subject, by: maker, detail: [evil: evil]) }
            let asked = "subject=" + subject.escapedForQuery

            let table = try CSV.rows(of: try await browser.get("/admin/audit.csv?" + asked).text)
            #expect(table.first == ["id", "at", "editor_id", "editor", "address", "action", "subject", "detail"])
            #expect(table.allSatisfy { $0.count == 8 } && table.count == actions.count + 1)
            for (row, action) in zip(table.dropFirst(), actions.reversed()) {
                #expect(row[5] == ("=+-@\t\r".contains(action.prefix(1)) ? "'" : "") + action)
                #expect(row[3] == "'" + name && row[4] == "192.0.2.7" && row[6] == subject)
                #expect(try JSONDecoder().decode([String: String].self, from: Data(row[7].utf8)) == [evil: evil])
            }
            let page = try await browser.get("/admin/audit?" + asked).text
            #expect(
                !page.contains("<script") && !page.contains("<img") && !page.contains("<b>x</b>")
                    && !page.contains("<i>"))
            #expect(page.contains("&lt;script&gt;") && page.contains("onerror=alert(1)") && page.contains("=1+1"))
            #expect(try await trail(desk, asked).entries.map(\.action) == actions.reversed())
        }

        @Test("What was done to an article is told in words") func article() async throws {
            let desk = try await Desk(site, .editor)
            let article = try await desk.write(#"{"headline":"Before","section":"city"}"#)
            let json = #"{"headline":"After","standfirst":"So","section":"city"}"#
            #expect(try await desk.send(.put, "articles/\(article.id)", json, ["If-Match": "*"]).status == 200)
            let browser = try await Room.person(site, .chief).browser()
            let page = try await browser.get("/admin/audit?what=article.&subject=article/\(article.id)").text
            #expect(page.contains("Saved") && page.contains("Created") && page.contains("Changed: Headline; "))
            #expect(page.contains("Standfirst") && page.contains("127.0.0.1"))
            #expect(
                page.contains("href=\"/admin/articles/\(article.id)\"")
                    && page.contains(">Article \(article.id): After</a>"))
            #expect(page.contains("href=\"/admin/articles/\(article.id)/revisions/2\""))
        }

        @Test("It is searched by names, of what is gone too") func names() async throws {
            let (desk, browser) = (try await Desk(site, .editor), try await Room.person(site, .chief).browser())
            let word = "w" + String(UUID().uuidString.prefix(8)).lowercased()
            let article = try await desk.write(#"{"headline":"The \#(word) harbour","section":"city"}"#)
            let path = "/admin/settings/pages"
            let made = try await browser.post(path, ["title": "Our \(word)", "slug": word, "body": "Text"])
            #expect(made.status == 303)
            #expect(try await browser.post("\(path)/\(word)", ["do": "delete", "revision": "1"]).status == 303)
            let found = try await browser.get("/admin/audit?subject=\(word.uppercased())").text
            #expect(found.contains("Article \(article.id)") && found.contains("Page deleted"))
            #expect(try await browser.get("/admin/audit?subject=page+DELETED").text.contains("Our \(word)"))
            // By what changed, too: the label of a value, and the value.
            let section = ["name": "Section \(word)", "slug": word]
            #expect(try await browser.post("/admin/sections", section).status == 303)
            let renamed = [
                "do": "save", "revision": "1", "name": "Bay \(word)", "latitude": "41.1", "longitude": "-8.6",
            ]
            #expect(try await browser.post("/admin/sections/\(word)", renamed).status == 303)
            #expect(try await browser.get("/admin/audit?subject=41.1,+-8.6").text.contains("Bay \(word)"))
            #expect(try await browser.get("/admin/audit?what=section.&subject=place").text.contains("Bay \(word)"))
        }

        @Test("People whose invitation was deleted keep their names in it") func formerPeople() async throws {
            let chief = try await Room.person(site, .chief)
            let (name, maker) = ("Rui " + UUID().uuidString.prefix(8), Maker(editor: chief.id, address: nil))
            try await site.backend.archive.write { holdings in
                let id = try holdings.people.insert(name: name, role: .journalist, by: maker)
                try holdings.people.setRole(.editor, of: id, by: maker)
                try holdings.people.deleteInvitation(id, by: maker)
            }
            let page = try await chief.browser().get("/admin/audit?subject=" + name.escapedForQuery).text
            #expect(page.contains("Role changed") && page.components(separatedBy: "Person \(name)").count == 4)
        }

        @Test(
            "Nor is it changed by way of the people in it",
            arguments: [
                "truncate editors cascade",
                "delete from editors where id = (select editor_id from audit where editor_id is not null limit 1)",
            ])
        func appendOnly(_ statement: String) async throws {
            let before = try await site.number("select count(*)::int from audit")
            let error = await #expect(throws: PostgresError.self) {
                try await site.backend.archive.write { _ = try $0.connection.query(.init(script: statement)) }
            }
            let isRefused = "\(error.map { "\($0)" } ?? "")".firstMatch(of: /append-only|foreign key/) != nil
            #expect(isRefused)
            #expect(try await site.number("select count(*)::int from audit") == before)
        }
    }
}

/// Reads CSV (RFC 4180).
private enum CSV {
    /// The cells of all rows; fails on a misplaced quotation mark.
    static func rows(of text: String) throws -> [[String]] {
        var (rows, row, cell): ([[String]], [String], String.UnicodeScalarView) = ([], [], .init())
        var (isQuoted, wasQuote) = (false, false)
        for scalar in text.unicodeScalars {
            if isQuoted, !wasQuote {
                if scalar == "\"" { wasQuote = true } else { cell.append(scalar) }
            } else if scalar == "\"" {
                if wasQuote { cell.append(scalar) }
                try #require(wasQuote || cell.isEmpty)
                (isQuoted, wasQuote) = (true, false)
            } else if scalar == "," || scalar == "\n" {
                row.append(String(cell))
                (cell, isQuoted, wasQuote) = (.init(), false, false)
                if scalar == "\n" {
                    rows.append(row)
                    row = []
                }
            } else {
                try #require(scalar == "\r")
            }
        }
        try #require(row.isEmpty && cell.isEmpty && !isQuoted)
        return rows
    }
}

import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// The edition desk, used by a browser without scripts.
    @Suite(.serialized)
    struct EditionsTests {
        private func open(_ browser: RoomBrowser, _ fields: [String: String]) async throws -> String {
            let answer = try await browser.post("/admin/editions", fields)
            #expect(answer.status == 303)
            return try #require(answer["location"])
        }

        @Test func whatWasTypedStaysWhereItIsFaulty() async throws {
            let browser = try await Room.person(SharedSite.site, .editor).browser()
            let faulty = try await browser.post("/admin/editions", ["date": "soon", "title": "A <b>title</b>"])
            #expect(faulty.status == 422)
            #expect(
                try faulty.text.contains("A &lt;b&gt;title") && faulty.text.contains("Choose the day of the edition."))
            _ = try await open(browser, ["date": "2033-03-01"])
            let twice = try await browser.post("/admin/editions", ["date": "2033-03-01", "title": "Twice"])
            #expect(twice.status == 422)
            #expect(try twice.text.contains("value=\"Twice\"") && twice.text.contains("already"))
        }

        @Test("A preview shows what readers of a language read first")
        func previewsOfLanguages() async throws {
            let site = try SharedSite.site
            let (browser, desk) = (try await Room.person(site, .editor).browser(), try await Desk(site, .editor))
            let path = try await open(browser, ["date": "2033-04-08", "title": "Two languages"])
            for headline in [("Preview in English", "en-GB"), ("Amostra em português", "pt")] {
                let words = #"{"headline":"\#(headline.0)","language":"\#(headline.1)","section":"city"}"#
                #expect(try await browser.post(path, ["add": "\(try await desk.write(words).id)"]).status == 303)
            }
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update articles set workflow = 'approved' where headline like 'Preview in E%' or headline like 'Amostra%'"
                )
            }
            for (query, isEnglishFirst) in [
                ("", true), ("?reads=en", true), ("?reads=pt", false), ("?reads=", true), ("?reads=%00", true),
            ] {
                let page = try await browser.get("\(path)/preview/phone\(query)")
                let words = try page.text
                let places = ["Preview in English", "Amostra em português"].map { words.range(of: $0)?.lowerBound }
                // There may be so many stories in the language that others have no room.
                let (first, second) = isEnglishFirst ? (places[0], places[1]) : (places[1], places[0])
                #expect(try #require(first) < second ?? words.endIndex, "\(query)")
                #expect(page["content-security-policy"]?.contains("frame-ancestors 'self'") == true)
                // Its own day, which no script replaces by today's.
                #expect(words.contains("<p class=\"today meta\">") && words.contains("datetime=\"2033-04-08\""))
                #expect(!words.contains("</a> <span></span></p>"))
            }
            #expect(try await browser.get(path + "/preview/phone?reads=pt").text.contains("<html lang=\"pt\""))
            let text = try await browser.get(path + "?reads=pt").text
            #expect(text.contains("src=\"\(path)/preview/computer?reads=pt\""))
            #expect(try await browser.get(path + "/preview/computer").status == 200)
        }

        @Test("Whoever publishes learns that another edition is about to follow") func nextEdition() async throws {
            let site = try SharedSite.site
            let (browser, desk) = (try await Room.person(site, .editor).browser(), try await Desk(site, .editor))
            _ = try await desk.write(#"{"headline":"Out before","section":"city","status":"published"}"#)
            let draft = #"{"headline":"A lead","body":"<p>T.</p>","section":"city"}"#
            let panel = "/admin/articles/\(try await desk.write(draft).id)/publish"
            // The day of an edition that is still to come, as far as editions can be planned.
            let day = String(Date(timeIntervalSinceNow: 20 * 86400).ISO8601Format().prefix(10))
            let path = try await open(browser, ["date": day, "title": "Sunday"])
            #expect(try await !browser.get(panel).text.contains("“Sunday”"))
            let text = try await browser.get(path).text
            #expect(text.contains("value=\"\(day)T06:00\""))
            let revision = try #require(text.firstMatch(of: /name="revision" value="(\d+)"/)?.output.1)
            let fields = ["move": "schedule", "revision": String(revision), "at": day + "T06:00"]
            #expect(try await browser.post(path, fields).status == 303)
            let told = try await browser.get(panel).text
            #expect(told.firstMatch(of: /From [^<]+, 06:00, readers have the front page of [^<]*Sunday/) != nil)
            let again = try #require(
                try await browser.get(path).text.firstMatch(of: /name="revision" value="(\d+)"/)?.output.1)
            #expect(try await browser.post(path, ["move": "unschedule", "revision": String(again)]).status == 303)
            #expect(try await !browser.get(panel).text.contains("readers have the front page of"))
        }

        @Test func eachButtonDoesWhatItSays() async throws {
            let site = try SharedSite.site
            let (browser, desk) = (try await Room.person(site, .editor).browser(), try await Desk(site, .editor))
            let page = try await open(browser, ["date": "2033-03-08", "title": "Spring"])
            let number = try #require(Int(page.split(separator: "/").last ?? ""))
            let path = "/admin/editions/\(number)"
            #expect(
                try await browser.get(path).text.contains("8 Mar 2033, but readers get it as soon as you publish it"))
            let past = try await open(browser, ["date": "2001-03-08"])
            #expect(try await !browser.get(past).text.contains("as soon as you publish it"))
            let ids = [
                try await desk.write(#"{"headline":"Alpha","section":"city"}"#).id,
                try await desk.write(#"{"headline":"Beta","section":"city"}"#).id,
            ]
            func front() async throws -> [Int] {
                try await site.backend.archive.read {
                    try $0.editions.frontPage(of: number, onlyPublished: false).stories
                }
            }
            for (fields, expected) in [
                (["add": "\(ids[0])"], [ids[0]]), (["add": "\(ids[1])"], ids), (["up": "\(ids[1])"], ids.reversed()),
                (["down": "\(ids[1])"], ids), (["lead": "\(ids[1])"], ids.reversed()),
                (["drag": "\(ids[0])", "before": "\(ids[1])"], ids), (["remove": "\(ids[0])"], [ids[1]]),
                (["editorial": "\(ids[0])"], [ids[1]]),
            ] {
                let answer = try await browser.post(path, fields)
                #expect(answer.status == 303, "\(fields)")
                #expect(try await front() == expected, "\(fields)")
            }
            #expect(try await browser.post(path, ["take": "\(ids[0])"]).status == 303)
            #expect(try await desk.send(.get, "articles/\(ids[0])").json(WrittenArticle.self).edition == "\(number)")
            let ready = try await desk.write(#"{"headline":"Gamma","section":"city","status":"published"}"#).id
            #expect(try await browser.post(path, ["take": "\(ready)"]).status == 303)
            let listed = try await browser.get(path).text
            let places = ["story-\(ready)", "<h3>Readers do not see these</h3>", "story-\(ids[0])"].map {
                listed.range(of: $0)?.lowerBound ?? listed.endIndex
            }
            #expect(places == places.sorted(), "drafts stand apart, below")
            #expect(try await browser.post(path, ["add": "999999"]).status == 422)
            #expect(try await browser.post(path, ["up": "x"]).status == 400)
            #expect(try await browser.post("/admin/editions/999999", ["add": "1"]).status == 404)
            let stale = try await browser.post(path, ["do": "rename", "title": "Summer", "revision": "1"])
            #expect(stale.status == 422)
            #expect(try stale.text.contains("meanwhile") && stale.text.contains("Spring"))
            let now = try await site.number("select revision from editions where number = \(number)")
            #expect(try await browser.post(path, ["move": "archive", "revision": "\(now)"]).status == 422)
            #expect(try await browser.post(path, ["move": "publish", "revision": "1"]).status == 422)
            #expect(try await browser.post(path, ["move": "publish", "revision": "*"]).status == 400)
            #expect(try await browser.post(path, ["do": "delete", "revision": "1"]).status == 422)
            let subject = "edition/\(number)"
            let audited = try await site.number("select count(*) from audit where subject = \(subject)")
            #expect(audited == 9)
        }

        @Test("A story that readers would lose in its edition is moved after a warning, and a move can be undone")
        func movesAndTheWayBack() async throws {
            let site = try SharedSite.site
            let (browser, desk) = (try await Room.person(site, .editor).browser(), try await Desk(site, .editor))
            let path = try await open(browser, ["date": "2033-05-09", "title": "Moves"])
            let number = try #require(Int(path.split(separator: "/").last ?? ""))
            let story = #"{"headline":"Tramline moves","section":"city","status":"published"}"#
            let written = try await desk.write(story)
            let before = try await desk.send(.get, "articles/\(written.id)").json(WrittenArticle.self).edition
            let found = try await browser.get(path + "?q=tramline").text
            #expect(found.contains("Readers have this story in edition \(before)"))
            let moved = try await browser.post(path, ["take": "\(written.id)", "q": "tramline"])
            let after = try await browser.get(try #require(moved["location"])).text
            #expect(after.contains("Moved into this edition. <button name=\"give\" value=\"\(written.id)\">Undo"))
            #expect(after.contains("name=\"from\" value=\"\(before)\""))
            #expect(
                try await desk.send(.get, "articles/\(written.id)").json(WrittenArticle.self).edition == "\(number)")
            let back = ["give": "\(written.id)", "from": before]
            #expect(try await browser.post(path, back).status == 303)
            #expect(try await desk.send(.get, "articles/\(written.id)").json(WrittenArticle.self).edition == before)
            #expect(try await browser.post(path, back).status == 422, "somebody has moved it on")
            // A draft for which nobody chose an edition goes back to having none.
            let draft = try await desk.write(#"{"headline":"Rowing draft","section":"city"}"#).id
            _ = try await browser.post(path, ["take": "\(draft)"])
            let given = try await browser.get(path + "?taken=\(draft)").text
            #expect(given.contains("name=\"from\" value=\"\""))
            let left = try await browser.post(path, ["leave": "\(draft)"])
            let page = try await browser.get(try #require(left["location"])).text
            #expect(
                page.contains("Taken out, into the edition of its week. <button name=\"take\" value=\"\(draft)\">Undo"))
            #expect(try await desk.send(.get, "articles/\(draft)").json(WrittenArticle.self).edition != "\(number)")
        }

        @Test("Undo takes back only one's own step") func undoOfOnesOwn() async throws {
            let site = try SharedSite.site
            let (browser, desk) = (try await Room.person(site, .editor).browser(), try await Desk(site, .editor))
            let eva = try await Room.person(site, .editor).browser()
            let path = try await open(browser, ["date": "2033-06-10", "title": "Two at once"])
            let number = try #require(Int(path.split(separator: "/").last ?? ""))
            var ids: [Int] = []
            for name in ["Quay", "Rope"] {
                ids.append(try await desk.write(#"{"headline":"\#(name)","section":"city"}"#).id)
            }
            func front() async throws -> [Int] {
                try await site.backend.archive.read {
                    try $0.editions.frontPage(of: number, onlyPublished: false).stories
                }
            }
            let added = try await browser.post(path, ["add": "\(ids[0])"])
            let page = try await browser.get(try #require(added["location"])).text
            let seen = try #require(page.firstMatch(of: /name="seen" value="([^"]*)"/)).output.1
            #expect(seen == "\(ids[0])/")
            _ = try await eva.post(path, ["add": "\(ids[1])"])
            let late = try await browser.post(path, ["former": "/", "seen": String(seen)])
            #expect(late.status == 422)
            #expect(try late.text.contains("Others have changed this since"))
            #expect(try await front() == ids)
            #expect(try await browser.post(path, ["former": "/", "seen": "\(ids[0]),\(ids[1])/"]).status == 303)
            #expect(try await front() == [])
            #expect(try await browser.post(path, ["former": "/"]).status == 400)
        }
    }
}

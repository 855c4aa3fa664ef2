import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    @Suite("People")
    struct PeopleTests {
        /// Invites somebody; returns their number.
        private func invite(_ name: String, by chief: RoomBrowser) async throws -> Int {
            try #require(try await chief.post("/admin/people", ["name": name, "role": "journalist"]).status == 200)
            return try await chief.site.number("select id from editors where name = \(name)")
        }

        @Test("A misspelt name is corrected, and somebody else's is refused") func rename() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief).browser()
            let (name, other) = (UUID().uuidString, try await Room.person(site, .editor))
            let id = try await invite(name, by: chief)
            let save = ["do": "save", "name": name + " Reis", "role": "editor"]
            #expect(try await chief.post("/admin/people/\(id)", save).status == 303)
            #expect(
                try await site.number(
                    "select count(*)::int from editors where name = \(name + " Reis") and role = 'editor'") == 1)
            for taken in [other.name, other.name.uppercased(), ""] {
                let change = ["do": "save", "name": taken, "role": "editor"]
                let answer = try await chief.post("/admin/people/\(id)", change)
                #expect(try answer.status == 422 && answer.text.contains("value=\"\(taken)\""), "\(taken)")
            }
        }

        @Test("What two chiefs change about a person at once stays") func together() async throws {
            let site = try SharedSite.site
            let (one, other) = (try await Room.person(site, .chief), try await Room.person(site, .chief))
            let member = try await Room.person(site, .editor)
            let was = ["do": "save", "was_name": member.name, "was_role": "editor"]
            let demoted = was.merging(["name": member.name, "role": "journalist"]) { $1 }
            let renamed = was.merging(["name": member.name + " Reis", "role": "editor"]) { $1 }
            #expect(try await one.browser().post("/admin/people/\(member.id)", demoted).status == 303)
            #expect(try await other.browser().post("/admin/people/\(member.id)", renamed).status == 303)
            let person = try await site.backend.archive.read { try $0.people.find(member.id) }
            #expect(person?.name == member.name + " Reis" && person?.role == .journalist)
            // The same name again, from the form that the second has not seen: the first one's is shown.
            let outdated = was.merging(["name": member.name + " Melo", "role": "editor"]) { $1 }
            let refused = try await one.browser().post("/admin/people/\(member.id)", outdated)
            let text = try refused.text
            #expect(refused.status == 422 && text.contains("somebody else has saved: \(member.name) Reis, journalist"))
            #expect(
                text.contains("value=\"\(member.name) Melo\"")
                    && text.contains("name=\"was_role\" value=\"journalist\""))
        }

        @Test("A refused invitation marks its own field only, and nobody is offered another role of their own")
        func refusedInvitation() async throws {
            let site = try SharedSite.site
            let (chief, other) = (try await Room.person(site, .chief), try await Room.person(site, .editor))
            let browser = try await chief.browser()
            let refused = try await browser.post("/admin/people", ["name": other.name, "role": "editor"])
            let text = try refused.text
            #expect(refused.status == 422 && text.matches(of: /aria-invalid/).count == 1)
            #expect(text.contains(#"required aria-invalid="true" autofocus"#) && !text.contains("<details open"))
            #expect(text.contains("id=\"role-\(other.id)\"") && !text.contains("id=\"role-\(chief.id)\""))
            let own = ["do": "save", "name": chief.name + " Reis", "was_name": chief.name, "was_role": "chief"]
            #expect(try await browser.post("/admin/people/\(chief.id)", own).status == 303)
        }

        @Test("An invitation is deleted until it is taken up") func uninvite() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief).browser()
            let (name, member) = (UUID().uuidString, try await Room.person(site, .journalist))
            let id = try await invite(name, by: chief)
            #expect(try await chief.post("/admin/people/\(id)", ["do": "uninvite"]).status == 303)
            #expect(try await chief.post("/admin/people/\(id)", ["do": "uninvite"]).status == 404)
            #expect(try await invite(name, by: chief) != id, "the name is free again")
            #expect(try await chief.post("/admin/people/\(member.id)", ["do": "uninvite"]).status == 422)
        }

        @Test(
            "An invitation comes with a letter for the chief's mail program, and its deletion keeps the name on record")
        func letter() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief).browser()
            let name = "Zoë & Co. \(UUID())"
            let page = try await chief.post("/admin/people", ["name": name, "role": "journalist"]).text
            let letter = try #require(page.firstMatch(of: /href="mailto:\?subject=[^&"]+&amp;body=([^"]+)"/)?.1)
            let text = try #require(letter.removingPercentEncoding)
            #expect(text.contains("Hello \(name),\r\n") && text.contains("/admin/welcome/"))
            let id = try await site.number("select id from editors where name = \(name)")
            #expect(try await chief.post("/admin/people/\(id)", ["do": "uninvite"]).status == 303)
            let trail = try await chief.get("/admin/audit?what=editor.delete").text
            #expect(trail.contains("Person Zoë &amp; Co."))
        }

        @Test("Somebody who worked with a token alone stays") func worked() async throws {
            let site = try SharedSite.site
            let chief = try await Room.person(site, .chief).browser()
            _ = try await Desk(site, .editor).write(#"{"headline":"Written with a token","section":"city"}"#)
            let id = try await site.number(
                "select max(id)::int from editors where role = 'editor' and password is null")
            #expect(try await chief.post("/admin/people/\(id)", ["do": "uninvite"]).status == 422)
        }

        @Test(
            "Faults are told in the newsroom's frame, without a log-in in the newspaper's, and to scripts as problems",
            arguments: [("/admin/nothing", 404), ("/admin/people", 403), ("/admin/sections/none", 404)])
        func faults(_ path: String, _ status: Int) async throws {
            let site = try SharedSite.site
            let browser = try await Room.person(site, .editor).browser()
            let page = try await site.get(path, ["Cookie": browser.cookie, "Accept": "text/html"])
            #expect(try page.status == status && page.text.contains("/admin/log-out"))
            #expect(page["cache-control"] == "no-store")
            let problem = try await browser.get(path)
            #expect(problem.status == status && problem["content-type"] == "application/problem+json")
            let stranger = try await site.get(path, ["Accept": "text/html"])
            #expect(try !stranger.text.contains("/admin/log-out"))
        }
    }
}

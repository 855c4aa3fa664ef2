import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

/// Editions made by the newsroom: their states, and the order of the front page.
@Suite(.serialized, SharedSite())
struct EditionDeskTests {
    struct Edition: Decodable { var number: Int; var state: String; var moves: [String]; var articles: Int }
    struct Front: Decodable, Equatable { var stories: [Int]; var editorial: Int? }

    private let all = "network=wifi&images=off&text=headline&items=20"

    private func desk() async throws -> Desk {
        let desk = try await Desk(SharedSite.site, .editor)
        try await desk.section("city")
        return desk
    }

    /// Publishes articles with these headlines; returns their numbers.
    private func publish(_ headlines: [String], _ desk: Desk, _ more: String = "") async throws -> [Int] {
        var ids: [Int] = []
        for headline in headlines {
            ids.append(
                try await desk.write(#"{"headline":"\#(headline)","section":"city","status":"published"\#(more)}"#).id)
        }
        return ids
    }

    private func front(_ query: String = "") async throws -> [String] {
        let answer = try await SharedSite.site.get("/ws?\(all)&" + query)
        try #require(answer.status == 200)
        return try answer.channel.items.map(\.title)
    }

    /// The headlines in the order in which they first appear on a page.
    private func order(_ headlines: [String], on page: String) async throws -> [String] {
        let text = try await SharedSite.site.get(page).text
        let places = headlines.compactMap { headline in text.range(of: headline).map { (headline, $0.lowerBound) } }
        return places.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Makes an edition on a day that no other edition has.
    private func edition(_ desk: Desk, _ json: String) async throws -> Edition {
        let numbers = (Int.random(in: 2031...2080), Int.random(in: 1...12), Int.random(in: 1...28))
        let day = String(format: "%d-%02d-%02d", numbers.0, numbers.1, numbers.2)
        let answer = try await desk.send(.post, "editions", #"{"date":"\#(day)",\#(json)}"#)
        try #require(answer.status == 201)
        return try answer.json()
    }

    @Test func theOrderHoldsWhereverAllNewsIsShown() async throws {
        let (desk, site) = (try await desk(), try SharedSite.site)
        let ids = try await publish(["Oldest", "Older", "Newer", "Newest"], desk)
        let number = try await desk.send(.get, "articles/\(ids[0])").json(WrittenArticle.self).edition
        let path = "editions/\(number)/front-page"
        #expect(try await desk.send(.get, path).json(Front.self) == Front(stories: []))
        let body = #"{"stories":[\#(ids[0]),\#(ids[2])]}"#
        #expect(try await desk.send(.put, path, body).status == 428)
        let put = try await desk.send(.put, path, body, ["If-Match": "*"])
        let said = try put.text
        #expect(put.status == 200, "\(said)")
        let wanted = ["Oldest", "Newer", "Newest", "Older"]
        #expect(try await front().filter(wanted.contains) == wanted)
        #expect(try await front("items=2") == ["Oldest", "Newer"])
        for page in ["/m/?", "/lite/?", "/edition/?", "/editions/\(number)?", "/news/?"] {
            #expect(try await order(wanted, on: page + "network=wifi") == wanted, "\(page)")
        }
        // Other lists, and feeds, are in order of time.
        let newest = ["Newest", "Newer", "Older", "Oldest"]
        #expect(try await front("sections=city").filter(wanted.contains) == newest)
        for list in ["/rss.xml", "/reader/?network=wifi"] { #expect(try await order(wanted, on: list) == newest) }
        // No story is missing from the pages that follow.
        var (seen, page): (Set<String>, String?) = ([], "/ws?\(all)&items=1")
        for _ in 0..<12 {
            guard let asked = page else { break }
            let channel = try await site.get(asked).channel
            seen.formUnion(channel.items.map(\.title))
            page = channel.older.map { String($0.link.dropFirst(TestSite.publicURL.count)) }
        }
        #expect(seen.isSuperset(of: wanted))
    }

    @Test func whatIsNearComesAfterTheLeadAlone() async throws {
        let desk = try await desk()
        let near = try await publish(["By the river"], desk, #","place":{"latitude":40.2,"longitude":-8.4}"#)
        let ids = try await publish(["Lead of all", "Second of all"], desk)
        let number = try await desk.send(.get, "articles/\(ids[0])").json(WrittenArticle.self).edition
        _ = try await desk.send(
            .put, "editions/\(number)/front-page", #"{"stories":[\#(ids[0]),\#(ids[1])]}"#, ["If-Match": "*"])
        #expect(near.count == 1)
        #expect(
            try await front("latitude=40.21&longitude=-8.42").prefix(3) == [
                "Lead of all", "By the river", "Second of all",
            ])
    }

    @Test func aDeltaTellsTheOrder() async throws {
        let (desk, site) = (try await desk(), try SharedSite.site)
        let ids = try await publish(["First", "Second", "Third"], desk)
        let number = try await desk.send(.get, "articles/\(ids[0])").json(WrittenArticle.self).edition
        let token = try await site.get("/ws?\(all)").channel.sync
        let path = "editions/\(number)/front-page"
        _ = try await desk.send(.put, path, #"{"stories":[\#(ids[1]),\#(ids[0])]}"#, ["If-Match": "*"])
        for format in ["xml", "json"] {
            let answer = try await site.get("/ws?\(all)&format=\(format)&since=\(token)")
            let delta = try answer.channel
            // The device may not have older stories, so the delta contains those put on the front page.
            #expect(Set(delta.items.map(\.id)) == [ids[0], ids[1]] && delta.since != nil)
            let told =
                format == "xml" ? "<n4md:front>\(ids[1]) \(ids[0])</n4md:front>" : #""front":"\#(ids[1]) \#(ids[0])""#
            #expect(try answer.text.contains(told))
        }
        #expect(try await !site.get("/ws?\(all)").text.contains("n4md:front"))
    }

    @Test func anOpenEditionIsNotShown() async throws {
        let (desk, site) = (try await desk(), try SharedSite.site)
        let edition = try await edition(desk, #""state":"open","title":"The open one""#)
        #expect(edition.state == "open" && edition.moves == ["publish", "schedule", "unschedule"])
        let story = #","edition":\#(edition.number)"#
        _ = try await publish(["Out already"], desk, story)
        let ready = try await desk.write(#"{"headline":"Approved","section":"city"\#(story)}"#)
        for move in ["submit", "approve"] {
            let moved = try await desk.send(
                .post, "articles/\(ready.id)/moves", #"{"move":"\#(move)"}"#, ["If-Match": "*"])
            #expect(moved.status == 200)
        }
        _ = try await desk.write(#"{"headline":"Still a draft","section":"city"\#(story)}"#)
        let path = "/editions/\(edition.number)"
        #expect(try await site.get(path).status == 404)
        #expect(try await site.get("/ws?edition=\(edition.number)").status == 404)
        #expect(try await !site.get("/editions").text.contains("The open one"))
        #expect(try await site.get("/ws?\(all)").channel.edition != edition.number)
        // Published articles of an open edition are news like any other.
        #expect(try await front().contains("Out already"))

        let api = "editions/\(edition.number)"
        #expect(try await desk.send(.post, api + "/moves", #"{"move":"archive"}"#, ["If-Match": "*"]).status == 409)
        #expect(try await desk.send(.post, api + "/moves", #"{"move":"burn"}"#, ["If-Match": "*"]).status == 422)
        #expect(try await desk.send(.post, api + "/moves", #"{"move":"publish"}"#).status == 428)
        let out = try await desk.send(
            .post, api + "/moves", #"{"move":"publish","articles":true}"#, ["If-Match": "*"])
        let said = try out.text
        #expect(out.status == 200, "\(said)")
        let published = try out.json(Edition.self)
        #expect(published.state == "published" && published.articles == 2)
        #expect(try await order(["Approved", "Out already"], on: path) == ["Approved", "Out already"])
        #expect(try await !site.get(path).text.contains("Still a draft"))
        #expect(try await site.get("/ws?\(all)").channel.edition == edition.number)
        #expect(
            try await desk.send(.get, "articles/\(ready.id)").json(WrittenArticle.self).edition
                == String(edition.number))

        let back = try await desk.send(.post, api + "/moves", #"{"move":"take-back"}"#, ["If-Match": "*"])
        #expect(back.status == 200)
        #expect(try await site.get(path).status == 404)
        #expect(try await site.get("/ws?\(all)").channel.edition != edition.number)
    }

    @Test func oneFaultyArticleKeepsTheWholeEditionBack() async throws {
        let desk = try await desk()
        let edition = try await edition(desk, #""state":"open""#)
        let article = try await desk.write(#"{"headline":"Whole","section":"city","edition":\#(edition.number)}"#)
        for move in ["submit", "approve"] {
            _ = try await desk.send(.post, "articles/\(article.id)/moves", #"{"move":"\#(move)"}"#, ["If-Match": "*"])
        }
        try await SharedSite.site.backend.archive.write {
            _ = try $0.connection.query("update articles set headline = '' where id = \(article.id)")
        }
        let path = "editions/\(edition.number)"
        let answer = try await desk.send(
            .post, path + "/moves", #"{"move":"publish","articles":true}"#, ["If-Match": "*"])
        #expect(answer.status == 422)
        #expect(try answer.text.contains("article \(article.id)"))
        #expect(try await desk.send(.get, path).json(Edition.self).state == "open")
    }

    @Test func anArchivedEditionStaysAsItIs() async throws {
        let (desk, site) = (try await desk(), try SharedSite.site)
        let edition = try await edition(desk, #""title":"To be kept""#)
        let ids = try await publish(["Kept first", "Kept second"], desk, #","edition":\#(edition.number)"#)
        let path = "editions/\(edition.number)"
        _ = try await desk.send(.put, path + "/front-page", #"{"stories":[\#(ids[0])]}"#, ["If-Match": "*"])
        let archived = try await desk.send(.post, path + "/moves", #"{"move":"archive"}"#, ["If-Match": "*"])
        #expect(archived.status == 200)
        #expect(
            try await desk.send(.put, path + "/front-page", #"{"stories":[]}"#, ["If-Match": "*"]).status == 409)
        let late = try await desk.send(
            .post, "articles", #"{"headline":"Late","section":"city","edition":\#(edition.number)}"#)
        #expect(late.status == 422)
        #expect(try late.text.contains("archived"))
        // Articles in an archived edition can still be corrected.
        let same = try await desk.send(
            .put, "articles/\(ids[0])", #"{"headline":"Kept first","section":"city","standfirst":"Mended."}"#,
            ["If-Match": "*"])
        let said = try same.text
        #expect(same.status == 200, "\(said)")
        #expect(
            try await order(["Kept first", "Kept second"], on: "/editions/\(edition.number)") == [
                "Kept first", "Kept second",
            ])
        #expect(try await site.get("/ws?\(all)").channel.edition != edition.number)
        for move in ["reopen", "take-back"] {
            let body = #"{"move":"\#(move)"}"#
            #expect(try await desk.send(.post, path + "/moves", body, ["If-Match": "*"]).status == 200)
        }
    }

    @Test func aPublishedEditionIsTheFrontUntilALaterOne() async throws {
        let (desk, site) = (try await desk(), try SharedSite.site)
        let ids = try await publish(["Of the week", "Also of the week"], desk)
        let extra = try await edition(desk, #""state":"open","title":"The extra""#)
        let path = "editions/\(extra.number)"
        let order = #"{"stories":[\#(ids[0])]}"#
        #expect(try await desk.send(.put, path + "/front-page", order, ["If-Match": "*"]).status == 200)
        let out = try await desk.send(.post, path + "/moves", #"{"move":"publish"}"#, ["If-Match": "*"])
        // The edition has no articles of its own, so it counts those on its front page.
        #expect(try out.json(Edition.self).articles == 1)
        #expect(try await site.get("/ws?\(all)").channel.edition == extra.number)
        #expect(try await front().first == "Of the week")
        #expect(try await self.order(["Of the week"], on: "/editions/\(extra.number)") == ["Of the week"])
        #expect(try await site.get("/editions").text.contains("The extra"))
        _ = try await publish(["An hour later"], desk)
        #expect(try await site.get("/ws?\(all)").channel.edition == extra.number)
        #expect(try await front().first == "Of the week")
        #expect(
            try await desk.send(.post, path + "/moves", #"{"move":"take-back"}"#, ["If-Match": "*"]).status == 200)
    }

    @Test func whatIsWithdrawnIsNotPutOnTheFrontPage() async throws {
        let desk = try await desk()
        let ids = try await publish(["Stays", "Goes"], desk)
        let extra = try await edition(desk, #""state":"open""#)
        func put(_ stories: [Int]) async throws -> Int {
            let body = #"{"stories":\#(stories)}"#
            return try await desk.send(.put, "editions/\(extra.number)/front-page", body, ["If-Match": "*"]).status
        }
        #expect(try await put([ids[1]]) == 200)
        _ = try await desk.send(.post, "articles/\(ids[1])/moves", #"{"move":"withdraw"}"#, ["If-Match": "*"])
        #expect(try await put([ids[0], ids[1]]) == 200, "what was there may stay")
        #expect(try await put([ids[0]]) == 200)
        #expect(try await put([ids[0], ids[1]]) == 422)
    }

    @Test func aCopyBeginsAsTheLastOne() async throws {
        let desk = try await desk()
        let ids = try await publish(["One", "Two"], desk)
        let first = try await edition(desk, #""state":"open""#)
        let front = #"{"stories":[\#(ids[1]),\#(ids[0])],"editorial":\#(ids[0])}"#
        _ = try await desk.send(.put, "editions/\(first.number)/front-page", front, ["If-Match": "*"])
        let copy = try await edition(desk, #""state":"open","copyOf":\#(first.number)"#)
        #expect(
            try await desk.send(.get, "editions/\(copy.number)/front-page").json(Front.self)
                == Front(stories: [ids[1], ids[0]], editorial: ids[0]))
        #expect(
            try await desk.send(.post, "editions", #"{"date":"2032-01-01","copyOf":999999}"#).status == 422)
    }

    @Test func theEditorialIsTheChosenOne() async throws {
        let (desk, site) = (try await desk(), try SharedSite.site)
        let ids = try await publish(["What we think", "What happened"], desk)
        let number = try await desk.send(.get, "articles/\(ids[0])").json(WrittenArticle.self).edition
        _ = try await desk.send(
            .put, "editions/\(number)/front-page", #"{"stories":[],"editorial":\#(ids[0])}"#, ["If-Match": "*"])
        let page = try await site.get("/edition/editorial?network=wifi")
        #expect(page.status == 200)
        #expect(try page.text.contains("What we think"))
        #expect(try await site.get("/edition/").text.contains("/edition/editorial"))
    }

    @Test(arguments: [
        (#"{"stories":[1,1]}"#, 422), (#"{"stories":[999999]}"#, 422), (#"{"stories":[],"editorial":999999}"#, 422),
        (#"{"stories":"1"}"#, 400), (#"{}"#, 400),
        (#"{"stories":[\#((1...61).map(String.init).joined(separator: ","))]}"#, 422),
    ])
    func aFaultyOrderIsRefused(_ body: String, _ status: Int) async throws {
        let desk = try await desk()
        _ = try await publish(["Some"], desk)
        let number = try await SharedSite.site.number("select max(number) from editions where state = 'published'")
        let answer = try await desk.send(.put, "editions/\(number)/front-page", body, ["If-Match": "*"])
        let said = try answer.text
        #expect(answer.status == status, "\(said)")
    }

    @Test func aJournalistMayOnlyLook() async throws {
        let (desk, journalist) = (try await desk(), try await Desk(SharedSite.site, .journalist))
        let edition = try await edition(desk, #""state":"open""#)
        let path = "editions/\(edition.number)"
        #expect(try await journalist.send(.get, path + "/front-page").status == 200)
        #expect(
            try await journalist.send(.put, path + "/front-page", #"{"stories":[]}"#, ["If-Match": "*"]).status == 403)
        #expect(
            try await journalist.send(.post, path + "/moves", #"{"move":"publish"}"#, ["If-Match": "*"]).status == 403)
    }
}

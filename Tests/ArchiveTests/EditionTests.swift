import Archive
import Foundation
import News
import PostgreSQL
import Testing

/// The issues of the newspaper.
struct EditionTests {
    /// Thursday 16 July 2009.
    private static let thursday = Date(timeIntervalSince1970: 1_247_702_400)

    @Test("Weeks become editions in their order, once each") func weekly() throws {
        let archive = try TestArchive()
        let weeks = [7.0, 0, 1, 7].map { Self.thursday.addingTimeInterval($0 * 86_400) }
        #expect(try archive.holdings.editions.makeWeekly(of: weeks) == [1, 1, 2, 2])
        let editions = try archive.holdings.editions.list(limit: 9, onlyPublished: false)
        #expect(editions.map(\.number) == [2, 1])
        #expect(editions.map(\.date.timeIntervalSince1970) == [1_248_048_000, 1_247_443_200], "the Mondays")
        #expect(editions.map(\.isWeekly) == [true, true])
        let daily = try archive.holdings.editions.insert(number: nil, date: "2009-07-27", title: "")
        let found = try archive.holdings.editions.find(.number(daily), onlyPublished: true)
        #expect(found?.isWeekly == false)
    }

    @Test("An edition opens with the first story of its front page, or else with its newest") func leads() throws {
        let archive = try TestArchive()
        let (old, new) = (try archive.published("The old ferry"), try archive.published("The new bridge"))
        #expect(
            try archive.holdings.editions.leads(of: [old.edition]).mapValues(\.headline) == [
                old.edition: "The new bridge"
            ])
        _ = try archive.holdings.transaction {
            try $0.editions.changeFrontPage(of: old.edition, by: archive.chief) {
                $0 = FrontPage(stories: [old.id, new.id])
            }
        }
        let lead = try archive.holdings.editions.leads(of: [old.edition, 99])
        #expect(lead.mapValues(\.headline) == [old.edition: "The old ferry"])
    }

    @Test(
        "An edition goes from one state to the next",
        arguments: [
            (EditionState.open, EditionMove.publish, EditionState.published),
            (.published, .takeBack, .open), (.published, .archive, .archived), (.archived, .reopen, .published),
            (.open, .archive, nil), (.archived, .publish, nil), (.published, .publish, nil),
        ] as [(EditionState, EditionMove, EditionState?)])
    func moves(from state: EditionState, move: EditionMove, to next: EditionState?) throws {
        let archive = try TestArchive()
        let number = try archive.holdings.editions.insert(number: nil, date: "2009-07-13", title: "", state: state)
        let ana = try #require(try archive.holdings.logIn.credentials(of: archive.chief.editor)).editor
        let moved = try? archive.holdings.transaction {
            try $0.editions.move(number, revision: 1, move, by: ana)
        }
        #expect(moved?.state == next)
        #expect(try archive.holdings.editions.find(.number(number), onlyPublished: false)?.state == next ?? state)
    }

    @Test("An edition goes out by itself, with what is approved in it and on its front page, and whole")
    func goesOutByItself() throws {
        let archive = try TestArchive()
        let out = try archive.published("Out already")
        let (front, broken) = (try archive.approved("Approved elsewhere"), try archive.approved("Broken"))
        let number = try archive.holdings.editions.insert(number: nil, date: "2031-07-13", title: "", state: .open)
        _ = try archive.holdings.transaction {
            try $0.editions.changeFrontPage(of: number, by: archive.chief) {
                $0 = FrontPage(stories: [front.id, broken.id, out.id])
            }
        }
        _ = try archive.holdings.connection.query("update articles set headline = '' where id = \(broken.id)")
        let ana = try #require(try archive.holdings.logIn.credentials(of: archive.chief.editor)).editor
        func schedule(_ moment: Date?) throws -> Edition {
            try archive.holdings.transaction {
                let revision = try #require(try $0.editions.find(.number(number), onlyPublished: false)).revision
                return try $0.editions.move(
                    number, revision: revision, .schedule, articles: true, at: moment, by: ana)
            }
        }
        for moment in [nil, Date().addingTimeInterval(-60), Date().addingTimeInterval(3 * 366 * 86_400)] {
            #expect(throws: ArchiveError.self) { try schedule(moment) }
        }
        #expect(try schedule(Date().addingTimeInterval(3600)).publishAt != nil)
        #expect(try archive.holdings.editions.publishDue().isEmpty)
        let wait = try #require(try archive.holdings.editions.secondsToNextSchedule())
        #expect(wait > 3500)
        _ = try archive.holdings.connection.query("update editions set publish_at = now() where number = \(number)")
        let due = try archive.holdings.transaction { try $0.editions.publishDue() }
        #expect(due == [number])
        let edition = try #require(try archive.holdings.editions.find(.number(number), onlyPublished: true))
        #expect(edition.publishAt == nil && edition.articleCount == 2)
        #expect(try archive.holdings.editions.frontPage(of: number, onlyPublished: true).stories == [front.id, out.id])
        #expect(try archive.holdings.editions.publishDue().isEmpty)
    }

    @Test("An edition that readers see is not deleted") func shown() throws {
        let archive = try TestArchive()
        let article = try archive.published("The ferry")
        let number = try archive.holdings.editions.insert(number: nil, date: "2031-07-13", title: "")
        _ = try archive.holdings.transaction {
            try $0.editions.changeFrontPage(of: number, by: archive.chief) { $0 = FrontPage(stories: [article.id]) }
        }
        #expect(throws: ArchiveError.self) { try archive.holdings.editions.delete(number, revision: 2) }
        _ = try archive.holdings.connection.query("update editions set state = 'open' where number = \(number)")
        #expect(try archive.holdings.editions.delete(number, revision: 2))
    }

    @Test("A number or a date is one edition's alone") func taken() throws {
        let archive = try TestArchive()
        _ = try archive.holdings.editions.insert(number: 7, date: "2009-07-13", title: "")
        for (number, date) in [(7, "2009-07-20"), (8, "2009-07-13")] {
            #expect {
                try archive.holdings.editions.insert(number: number, date: date, title: "")
            } throws: {
                ArchiveFault.taken ~= $0
            }
        }
    }

    @Test("An edition with articles stays") func inUse() throws {
        let archive = try TestArchive()
        let article = try archive.published("The ferry")
        #expect {
            try archive.holdings.editions.delete(article.edition, revision: 1)
        } throws: {
            ArchiveFault.inUse ~= $0
        }
    }

    @Test("The front page keeps its order, and shows readers only what is out") func frontPage() throws {
        let archive = try TestArchive()
        let (first, second) = (try archive.published("First"), try archive.published("Second"))
        let changed = try archive.holdings.transaction {
            try $0.editions.changeFrontPage(of: first.edition, by: archive.chief) {
                $0 = FrontPage(stories: [second.id, first.id], editorial: first.id)
            }
        }
        #expect(changed.revision == 2)
        _ = try archive.holdings.transaction {
            try $0.articles.change(first.id, revision: first.revision, .init(.withdraw), by: nil)
        }
        let editions = archive.holdings.editions
        #expect(try editions.frontPage(of: first.edition, onlyPublished: false).stories == [second.id, first.id])
        #expect(try editions.frontPage(of: first.edition, onlyPublished: true) == FrontPage(stories: [second.id]))
        _ = try archive.holdings.transaction { holdings in
            let revision = try #require(try holdings.articles.find(first.id)).revision
            return try holdings.articles.change(first.id, revision: revision, .init(.kill), by: nil)
        }
        #expect(try editions.frontPage(of: first.edition, onlyPublished: false) == FrontPage(stories: [second.id]))
    }
}

import Foundation
@testable import Letters
import News
import Testing

@Suite("When newsletters go out")
struct LetterScheduleTests {
    @Test(
        "In the morning, by the newspaper's clock, and weekly ones on Saturdays",
        arguments: [
            ("2026-11-27T06:59:00Z", "Etc/UTC", []),
            ("2026-11-27T07:00:00Z", "Etc/UTC", ["daily", "search/ferry", "mine"]),
            ("2026-11-28T07:00:00Z", "Etc/UTC", ["daily", "weekly", "search/ferry", "mine"]),
            ("2026-11-27T12:00:00Z", "Etc/UTC", []),
            ("2026-11-27T18:30:00Z", "Pacific/Auckland", ["daily", "weekly", "search/ferry", "mine"]),
        ])
    func hours(_ moment: String, _ zone: String, _ lists: [String]) throws {
        let now = try Date(moment, strategy: .iso8601)
        let masthead = Masthead(
            revision: 1, title: "", description: "", language: "en", updatedAt: now, sections: [], categories: [],
            latestEdition: nil, presentation: Presentation())
        let due = LetterSchedule.due(
            at: now, in: try #require(TimeZone(identifier: zone)), masthead, searches: [.search("ferry")])
        #expect(due.map { $0.list.name } == lists)
    }
}

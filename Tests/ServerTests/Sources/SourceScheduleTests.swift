import Archive
@testable import Exchange
import Foundation
import Testing

/// When a source is fetched again.
@Suite("The schedule of sources")
struct SourceScheduleTests {
    /// A Monday, at noon.
    private static let now = Date(timeIntervalSince1970: 1_767_614_400)

    /// The dates of entries published at these intervals in seconds, the newest just now.
    private static func dates(_ distances: [Double]) -> [Date] {
        distances.reduce(into: [now]) { $0.append(($0.last ?? now).addingTimeInterval(-$1)) }
    }

    static let rhythms: [([Double], Int)] = [
        ([3600, 3600, 3600], 1800), ([60, 60, 60], 300), ([2_592_000, 2_592_000], 86_400),
        ([600, 1200, 1800, 86_400, 1200], 600), ([], 3600), ([0, 0, 0, 7200], 3600),
    ]

    @Test("The rhythm is half of the median distance of the latest entries", arguments: rhythms)
    func rhythm(_ distances: [Double], _ seconds: Int) {
        #expect(SourceSchedule.rhythm(of: Self.dates(distances).shuffled(), now: Self.now) == seconds)
    }

    @Test("Dates of the future and what is older than the latest twenty say nothing of the rhythm") func sample() {
        let many = Self.dates(Array(repeating: 1200, count: 20) + Array(repeating: 1_000_000, count: 50))
        #expect(SourceSchedule.rhythm(of: many, now: Self.now) == 600)
        let future = (1...30).map { Self.now.addingTimeInterval(Double($0) * 86_400 * 365) }
        #expect(SourceSchedule.rhythm(of: many + future + [.distantPast, .distantFuture], now: Self.now) == 600)
    }

    struct Case: Sendable, CustomStringConvertible {
        var description: String
        var result: SourceSchedule.Result
        var previous: Int?
        var wishes = SourceSchedule.Wishes()
        var jitter = 0.0
        var interval: Int
        var wait: Int
    }

    private static let hourly = dates([3600, 3600, 3600])
    static let cases: [Case] = [
        Case(description: "news", result: .news(hourly), previous: 9000, interval: 1800, wait: 1800),
        Case(description: "news, spread", result: .news(hourly), jitter: 1, interval: 1800, wait: 1980),
        Case(description: "nothing lengthens", result: .nothing([]), previous: 1000, interval: 1250, wait: 1250),
        Case(description: "nothing at first", result: .nothing(hourly), interval: 1800, wait: 1800),
        Case(
            description: "at most a day", result: .nothing([]), previous: 80_000, jitter: 1, interval: 86_400,
            wait: 86_400),
        Case(
            description: "its wish of quiet", result: .news(hourly), wishes: .init(quiet: 7200), interval: 7200,
            wait: 7200),
        Case(
            description: "a wish of more than a day", result: .news(hourly), wishes: .init(quiet: .max),
            interval: 86_400, wait: 86_400),
        Case(description: "first failure", result: .failure(times: 1), previous: 86_400, interval: 86_400, wait: 300),
        Case(description: "third failure", result: .failure(times: 3), previous: 600, interval: 600, wait: 1200),
        Case(description: "failure, spread", result: .failure(times: 1), jitter: 1, interval: 3600, wait: 375),
        Case(description: "failure for ever", result: .failure(times: .max), jitter: 1, interval: 3600, wait: 86_400),
        Case(
            description: "Retry-After is longer", result: .failure(times: 1), wishes: .init(retryAfter: 5000),
            interval: 3600, wait: 5000),
        Case(
            description: "Retry-After is shorter", result: .failure(times: 1), wishes: .init(retryAfter: 1),
            interval: 3600, wait: 300),
        Case(
            description: "Retry-After of a year", result: .failure(times: 1), wishes: .init(retryAfter: .max),
            interval: 3600, wait: 86_400),
        Case(
            description: "Retry-After in the past", result: .failure(times: 1), wishes: .init(retryAfter: .min),
            interval: 3600, wait: 300),
        Case(
            description: "hours to skip", result: .news(hourly), wishes: .init(skipHours: [12, 13, 14]),
            interval: 1800, wait: 3 * 3600),
        Case(
            description: "all hours to skip", result: .news(hourly), wishes: .init(skipHours: Set(0..<24)),
            interval: 1800, wait: 1800),
    ]

    @Test("What follows from a fetch", arguments: cases) func next(_ test: Case) {
        let schedule = SourceSchedule(
            after: test.result, previous: test.previous, wishes: test.wishes, now: Self.now, jitter: test.jitter)
        #expect(schedule.interval == test.interval && schedule.wait == test.wait)
    }

    @Test("Whatever comes, it is minutes to a day", arguments: [0.0, 0.5, 1.0]) func bounds(_ jitter: Double) {
        for previous in [nil, 300, 5000, 86_400] as [Int?] {
            for times in [1, 5, 12, 1000] {
                for result: SourceSchedule.Result in [.news([]), .nothing([Self.now]), .failure(times: times)] {
                    let schedule = SourceSchedule(after: result, previous: previous, now: Self.now, jitter: jitter)
                    #expect((300...86_400).contains(schedule.interval) && (300...86_400).contains(schedule.wait))
                }
            }
        }
    }
}

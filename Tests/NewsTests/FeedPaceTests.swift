import Foundation
import News
import Testing

struct FeedPaceTests {
    private func moments(_ count: Int, every seconds: Double, from start: Double = 1_700_000_000) -> [Date] {
        (0..<count).map { Date(timeIntervalSince1970: start - Double($0) * seconds) }
    }

    @Test(arguments: [(60.0, 5), (600, 5), (1200, 10), (3600, 30), (7200, 60), (86_400, 60)])
    func readersAreToldToAskTwiceAsOftenAsThereIsNews(_ gap: Double, _ minutes: Int) {
        #expect(FeedPace(moments(40, every: gap)).minutes == minutes)
    }

    @Test func aNewspaperWithoutNewsIsAskedSeldom() {
        #expect(FeedPace([]).minutes == 60 && FeedPace([]).quietHours.isEmpty)
        #expect(FeedPace(moments(1, every: 1)).minutes == 60)
    }

    /// Published at every hour from 6 to 22 (UTC), for forty days.
    @Test func hoursInWhichNothingIsEverPublishedAreQuiet() {
        let midnight = 19_700.0 * 86_400
        let busy = (0..<40).flatMap { day in
            (6...22).map { Date(timeIntervalSince1970: midnight - Double(day) * 86_400 + Double($0) * 3600 + 60) }
        }.sorted(by: >)
        #expect(FeedPace(Array(busy.prefix(FeedPace.sample))).quietHours == [0, 1, 2, 3, 4, 5, 23])
    }

    @Test func nobodyCanSayOfFewOrOldPublications() {
        #expect(FeedPace(moments(100, every: 86_400)).quietHours.isEmpty)
        #expect(FeedPace(moments(500, every: 600)).quietHours.isEmpty)
        #expect(FeedPace(moments(500, every: 86_400)).quietHours.isEmpty)
    }

    @Test func momentsBefore1970AreNoTrouble() {
        #expect(FeedPace(moments(300, every: 3600 * 24, from: -1000)).quietHours.count == 23)
    }
}

import News
import Testing

struct FrontPageTests {
    @Test(arguments: [
        (FrontPage.Change.lead(3), [3, 1, 2]), (.lead(9), [9, 1, 2, 3]), (.up(3), [1, 3, 2]), (.up(1), [1, 2, 3]),
        (.up(9), [1, 2, 3]), (.down(1), [2, 1, 3]), (.down(3), [1, 2, 3]), (.down(9), [1, 2, 3]),
        (.add(9), [1, 2, 3, 9]),
        (.add(2), [1, 2, 3]), (.remove(2), [1, 3]), (.remove(9), [1, 2, 3]), (.move(3, before: 1), [3, 1, 2]),
        (.move(1, before: 3), [2, 1, 3]), (.move(1, before: nil), [2, 3, 1]), (.move(1, before: 9), [2, 3, 1]),
        (.move(2, before: 2), [1, 2, 3]), (.move(9, before: 2), [1, 9, 2, 3]), (.editorial(2), [1, 2, 3]),
    ])
    func changesOrderIt(_ change: FrontPage.Change, _ expected: [Int]) {
        var front = FrontPage(stories: [1, 2, 3])
        front.make(change)
        #expect(front.stories == expected)
        #expect(front.editorial == (change == .editorial(2) ? 2 : nil))
    }

    @Test(arguments: [
        (3, FrontPage.Place.lead, [3, 1, 2]), (1, .lead, [1, 2, 3]), (9, .lead, [9, 1, 2, 3]),
        (9, .placed, [1, 9, 2, 3]),
        (3, .placed, [1, 2, 3]), (1, .placed, [2, 1, 3]), (2, .time, [1, 3]), (9, .time, [1, 2, 3]),
    ])
    func aStoryIsPutSomewhere(_ story: Int, _ place: FrontPage.Place, _ expected: [Int]) {
        var front = FrontPage(stories: [1, 2, 3])
        front.put(story, place)
        #expect(front.stories == expected && front.place(of: story) == place)
    }

    @Test(arguments: [(nil, [1, 3]), (0, [2, 1, 3]), (2, [1, 3, 2]), (9, [1, 3, 2]), (-9, [2, 1, 3])])
    func aStoryIsPutAtAnIndex(_ index: Int?, _ expected: [Int]) {
        var front = FrontPage(stories: [1, 2, 3])
        front.put(2, at: index)
        #expect(front.stories == expected)
    }

    @Test func anEditionGoesFromTheNewsroomToTheArchiveAndBack() {
        for state in EditionState.allCases {
            for move in EditionMove.allCases {
                #expect((state.after(move) != nil) == state.moves.contains(move))
            }
        }
        #expect(
            EditionState.open.moves == [.publish, .schedule, .unschedule]
                && EditionState.open.after(.publish) == .published)
        #expect(EditionState.published.moves == [.takeBack, .archive])
        #expect(EditionState.archived.moves == [.reopen] && EditionState.archived.after(.archive) == nil)
    }
}

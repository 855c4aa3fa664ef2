import Archive
@testable import Push
import Testing

@Suite("Answers of push services")
struct PushScheduleTests {
    @Test(
        "What follows from a status",
        arguments: [
            (201, nil, 1, false, PushResult.Outcome.sent, nil), (200, nil, 1, false, .sent, nil),
            (204, nil, 3, true, .sent, nil),
            (404, nil, 1, false, .gone, nil), (410, nil, 1, true, .gone, nil), (413, nil, 1, false, .short, nil),
            (413, nil, 1, true, .failed, nil), (429, 120, 1, false, .retry(after: 120, counts: false), 120),
            (429, nil, 9, false, .retry(after: 60, counts: false), 60),
            (503, 0, 1, false, .retry(after: 1, counts: false), 1),
            (429, 1_000_000, 1, false, .failed, 86_400), (500, nil, 1, false, .retry(after: 30, counts: true), nil),
            (400, nil, 2, false, .retry(after: 60, counts: true), nil),
            (403, nil, 7, false, .retry(after: 1920, counts: true), nil),
            (302, nil, 20, false, .retry(after: 3600, counts: true), nil),
            (nil, nil, 1, false, .retry(after: 30, counts: true), 60),
        ] as [(Int?, Int?, Int, Bool, PushResult.Outcome, Int?)])
    func statuses(
        _ status: Int?, _ retryAfter: Int?, _ step: Int, _ isShort: Bool, _ outcome: PushResult.Outcome, _ hold: Int?
    ) {
        let result = PushSchedule.outcome(
            status, retryAfter: retryAfter, step: step, isShort: isShort, left: 80_000, jitter: 0)
        #expect(result.outcome == outcome && result.hold == hold)
    }

    @Test("Nothing is tried after the message is of no use", arguments: [500, 429, nil]) func late(_ status: Int?) {
        #expect(PushSchedule.outcome(status, retryAfter: nil, step: 2, isShort: false, left: 30).outcome == .failed)
    }
}

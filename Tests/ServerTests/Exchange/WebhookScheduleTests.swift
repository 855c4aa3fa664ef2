import Archive
import Testing

/// How an endpoint's answer affects the schedule.
@Suite("Webhook schedule")
struct WebhookScheduleTests {
    private func outcome(_ status: Int?, _ retryAfter: Int? = nil, step: Int = 1, jitter: Double = 0)
        -> WebhookOutcome
    {
        WebhookSchedule.outcome(status, retryAfter: retryAfter, step: step, jitter: jitter)
    }

    @Test("2xx is success, 410 the end, everything else is tried again") func statuses() {
        for status in [200, 201, 202, 204, 299] { #expect(outcome(status) == .delivered) }
        for status in [nil, 100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 429, 500, 502, 503, 504, 599] {
            #expect(outcome(status) == .retry(after: 5))
        }
        for step in [1, 5, 10, 11] { #expect(outcome(410, step: step) == .gone) }
        #expect(outcome(200, step: 10) == .delivered)
    }

    /// The intervals that Standard Webhooks recommends: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.
    @Test("Ten tries within a little more than three days") func schedule() {
        let hour = 3600
        let waits = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
        for (step, wait) in waits.enumerated() {
            #expect(outcome(500, step: step + 1) == .retry(after: wait))
            let late = outcome(500, step: step + 1, jitter: 1)
            #expect(late == .retry(after: Int((Double(wait) * 1.1).rounded())))
        }
        for step in [10, 11, 1000, 0, -1] { #expect(outcome(500, step: step) == .failed) }
    }

    @Test(
        "Retry-After puts off, a day at most, and never hurries",
        arguments: [(120, 120), (2, 5), (0, 5), (86_400, 86_400), (31_536_000, 86_400)])
    func retryAfter(_ seconds: Int, _ wait: Int) {
        for status in [429, 500, 503] { #expect(outcome(status, seconds) == .retry(after: wait)) }
        #expect(outcome(503, seconds, step: 10) == .failed)
        #expect(outcome(200, seconds) == .delivered)
    }
}

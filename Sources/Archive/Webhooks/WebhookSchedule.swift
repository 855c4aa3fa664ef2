/// What follows from an answer, as Standard Webhooks (version 1.0.0) advises.
package enum WebhookSchedule {
    /// Seconds from one try to the next: ten tries in a little more than three days.
    package static let waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    /// The most that an endpoint may put us off, in seconds.
    package static let longestWait = 86_400

    /// - Parameters:
    ///   - status: of the answer; nil where there was none.
    ///   - retryAfter: seconds that the endpoint asks for.
    ///   - step: which try it was, from 1.
    ///   - jitter: 0 to 1, so that what failed together is not tried again together.
    package static func outcome(
        _ status: Int?, retryAfter: Int?, step: Int, jitter: Double = .random(in: 0...1)
    ) -> WebhookOutcome {
        switch status {
        case (200..<300)?: return .delivered
        case 410?: return .gone
        default: break
        }
        guard waits.indices.contains(step - 1) else { return .failed }
        let wait = Double(waits[step - 1]) * (1 + jitter / 10)
        return .retry(after: max(Int(wait.rounded()), min(retryAfter ?? 0, longestWait)))
    }
}

/// Decides on retries, as Standard Webhooks (version 1.0.0) advises.
package enum WebhookSchedule {
    /// Seconds between attempts: ten attempts in a little more than three days.
    package static let waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    /// The maximum delay that an endpoint may ask for, in seconds.
    package static let longestWait = 86_400

    /// - Parameters:
    ///   - status: the HTTP status; nil if there was no response.
    ///   - retryAfter: the delay that the endpoint asks for, in seconds.
    ///   - step: the number of the attempt, from 1.
    ///   - jitter: 0 to 1, to spread the retries of requests that failed together.
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

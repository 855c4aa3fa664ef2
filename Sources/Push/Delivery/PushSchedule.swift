package import Archive

/// The next step after the answer of a push service (RFC 8030, section 8; RFC 8292; and the services' own pages).
package enum PushSchedule {
    /// Seconds before the second try; each later wait is twice as long.
    static let firstWait = 30
    /// The longest wait between two tries, in seconds.
    static let longestWait = 3600
    /// Seconds for which a server is left alone that wants that but does not say for how long, and one that does not answer at all.
    static let usualHold = 60
    /// The longest that a server may be left alone at its own wish, in seconds.
    static let longestHold = 86_400

    /// - Parameters:
    ///   - status: the HTTP status; nil if there was no answer.
    ///   - retryAfter: the delay that the service asks for, in seconds.
    ///   - step: the number of the try, from 1.
    ///   - isShort: whether the short form was sent.
    ///   - left: the seconds until the message is of no use any more.
    ///   - jitter: 0 to 1, to spread the tries of messages that failed together.
    /// - Returns: the outcome, and for how many seconds the whole server is left alone; nil if it is not.
    package static func outcome(
        _ status: Int?, retryAfter: Int?, step: Int, isShort: Bool, left: Int, jitter: Double = .random(in: 0...1)
    ) -> (outcome: PushResult.Outcome, hold: Int?) {
        switch status {
        case (200..<300)?: return (.sent, nil)
        case 404?, 410?: return (.gone, nil)
        case 413? where !isShort: return (.short, nil)
        case 413?: return (.failed, nil)
        case 429?, 503?:
            let hold = min(max(retryAfter ?? usualHold, 1), longestHold)
            return (hold < left ? .retry(after: hold, counts: false) : .failed, hold)
        default: break
        }
        let doubled = firstWait << min(max(step - 1, 0), 10)
        let wait = Int((Double(min(doubled, longestWait)) * (1 + jitter / 10)).rounded())
        return (wait < left ? .retry(after: wait, counts: true) : .failed, status == nil ? usualHold : nil)
    }
}

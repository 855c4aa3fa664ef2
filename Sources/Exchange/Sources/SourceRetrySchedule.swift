/// The times at which an entry without its page or picture is tried again.
enum SourceRetrySchedule {
    /// Seconds before each try: six tries within about two days.
    private static let pauses = [600, 1800, 7200, 21_600, 54_000, 86_400]

    /// Seconds until the next try; nil if there were enough.
    /// - Parameters:
    ///   - tries: the tries after the first.
    ///   - retryAfter: the seconds that the server asked for; at most a day is honoured.
    ///   - jitter: 0 to 1, to spread entries that failed together.
    static func wait(after tries: Int, retryAfter: Int, jitter: Double = .random(in: 0...1)) -> Int? {
        guard pauses.indices.contains(tries) else { return nil }
        let pause = pauses[tries] + Int(Double(pauses[tries]) * jitter / 10)
        return max(pause, min(retryAfter, SourceSchedule.longest))
    }
}

/// How hard the puzzles are: there are none while few wait, and harder ones while many wait who have solved those of
/// the present difficulty.
struct PuzzleDifficulty {
    /// The zero bits; 0 for no puzzle.
    private(set) var bits = 0
    private var raisedAt: ContinuousClock.Instant?
    private var busyAt: ContinuousClock.Instant?

    /// The first puzzles: 65,000 hashes, less than a second of a telephone.
    static let leastBits = 16
    /// The time before puzzles become harder again, and of calm before they become easier.
    private static let (rise, calm) = (Duration.seconds(2), Duration.seconds(15))

    /// Follows the queue.
    /// - Parameters:
    ///   - waiting: all who wait.
    ///   - rivals: those of them who solved a puzzle of the present difficulty.
    ///   - limit: the most who may wait.
    mutating func follow(waiting: Int, rivals: Int, limit: Int, now: ContinuousClock.Instant) {
        // Those who solve no puzzles do not make them harder, but as long as they come there are some.
        let isBusy = bits <= Self.leastBits ? waiting >= limit / 4 : rivals >= limit / 4
        if isBusy { busyAt = now }
        let isRising = bits == 0 ? isBusy : rivals >= limit / 2
        if isRising, bits < Puzzles.mostBits, raisedAt.map({ now - $0 >= Self.rise }) ?? true {
            bits = max(bits + 1, Self.leastBits)
            raisedAt = now
        } else if bits > 0, let calmSince = busyAt, now - calmSince >= Self.calm {
            bits = bits > Self.leastBits ? bits - 1 : 0
            busyAt = now
        }
    }
}

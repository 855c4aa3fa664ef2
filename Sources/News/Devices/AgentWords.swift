/// The words of a user agent: runs of letters and runs of digits in lower case, each with the one before
/// it. They are held as FNV-1a hashes (Fowler, Noll and Vo), so that nothing is copied and a look-up costs
/// a few nanoseconds.
struct AgentWords {
    /// A word and its pair with the word before.
    struct Word: Hashable {
        var hash: UInt64
        /// The hash of the previous word and this one.
        var pair: UInt64
        /// Its bytes as written.
        var text: ArraySlice<UInt8>
        /// Whether it ends in `bot`, `spider`, `crawler` or the like.
        var isRobot: Bool
    }

    private let bytes: [UInt8]
    private var offset = 0
    private var last: UInt64 = 0
    private static let limit = 512

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8.prefix(Self.limit))
    }

    /// The next word; nil at the end.
    mutating func next() -> Word? {
        while offset < bytes.count, Self.class(bytes[offset]) == .other { offset += 1 }
        guard offset < bytes.count else { return nil }
        let start = offset
        let kind = Self.class(bytes[offset])
        var hash = Self.seed
        while offset < bytes.count, Self.class(bytes[offset]) == kind {
            hash = Self.step(hash, bytes[offset])
            offset += 1
        }
        let isRobot =
            kind == .letter && hash != Self.cubot
            && Self.robots.contains { ending in
                offset - start >= ending.count
                    && bytes[(offset - ending.count)..<offset].elementsEqual(ending) { $0 | 0x20 == $1 }
            }
        defer { last = hash }
        return Word(hash: hash, pair: Self.pair(last, hash), text: bytes[start..<offset], isRobot: isRobot)
    }

    /// The version number that follows, as in `Chrome/120.0`, `Android 4.4`, `OS 14_4` or `NT 6.1`; zeros if
    /// there is none.
    var versionAhead: (major: Int, minor: Int) {
        var place = offset
        func number() -> Int {
            var value = 0
            while place < bytes.count, Self.class(bytes[place]) == .digit {
                value = min(value * 10 + Int(bytes[place] - 0x30), 1_000_000)
                place += 1
            }
            return value
        }
        guard place < bytes.count, [0x2F, 0x20, 0x2D].contains(bytes[place]) || Self.class(bytes[place]) == .digit
        else { return (0, 0) }
        if Self.class(bytes[place]) != .digit { place += 1 }
        let major = number()
        guard place < bytes.count, bytes[place] == 0x2E || bytes[place] == 0x5F else { return (major, 0) }
        place += 1
        return (major, number())
    }

    /// The hash of one word, or of two consecutive words written with a space between them.
    static func hash(_ words: some StringProtocol) -> UInt64 {
        let parts = words.utf8.split(separator: 0x20).map { $0.reduce(seed, step) }
        return parts.count == 2 ? pair(parts[0], parts[1]) : parts.first ?? seed
    }

    private enum Class { case letter, digit, other }
    private static func `class`(_ byte: UInt8) -> Class {
        switch byte {
        case 0x30...0x39: .digit
        case 0x41...0x5A, 0x61...0x7A: .letter
        default: .other
        }
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        // Lower-cases letters; digits already have the bit set.
        (hash ^ UInt64(byte | 0x20)) &* 0x100_0000_01B3
    }
    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { (first &* 31) ^ second &+ 1 }

    /// A phone maker, not a robot.
    private static let cubot = hash("cubot")
    private static let robots: [[UInt8]] = ["bot", "spider", "crawler", "slurp", "fetcher", "archiver"].map {
        Array($0.utf8)
    }
}

/// The words of a user agent: runs of letters and runs of digits in lower case, each with those before it.
/// They are held as FNV-1a hashes (Fowler, Noll and Vo), so that nothing is copied and a look-up costs a few
/// nanoseconds.
struct AgentWords {
    /// A word and its phrases with the words before.
    struct Word: Hashable {
        var hash: UInt64
        /// The hash of the previous word and this one.
        var pair: UInt64
        /// The hash of the two previous words and this one.
        var triple: UInt64
        /// Its phrases with a number that is given by its first digits alone.
        var patterns: Patterns
        /// Its bytes as written.
        var text: ArraySlice<UInt8>
        /// Whether it follows an at sign, as in an e-mail address.
        var isAddress: Bool
        /// Whether it ends a model that begins with a television's size in inches, such as `32LEX-7145`.
        var endsScreen: Bool
    }

    /// Phrases with a number whose later digits may be any: `7###` for 7098. Zeros if there are none.
    struct Patterns: Hashable {
        /// This number by its first digit, after one word and after two.
        var shortPair: UInt64 = 0
        var shortTriple: UInt64 = 0
        /// This number by its first two digits.
        var longPair: UInt64 = 0
        var longTriple: UInt64 = 0
        /// This word after a number, by its first digit, that begins a model.
        var after: UInt64 = 0
    }

    private let bytes: [UInt8]
    private var offset = 0
    /// The previous word.
    private var last = Run()
    /// The one before it.
    private var lastButOne = Run()
    /// Whether the model has been named: what follows are the build and the programs.
    private var isPastModel = false
    private static let limit = 512

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8.prefix(Self.limit))
    }

    /// A word by its place.
    private struct Run {
        var range = 0..<0
        var kind = Class.other
        var hash: UInt64 = 0
        var pair: UInt64 = 0
        /// For a number that begins a model: its hash with its first digit alone.
        var pattern: UInt64 = 0
    }

    /// The next word; nil at the end.
    mutating func next() -> Word? {
        while offset < bytes.count, Self.class(bytes[offset]) == .other {
            if bytes[offset] == 0x29 { isPastModel = true }
            offset += 1
        }
        guard offset < bytes.count else { return nil }
        let start = offset
        var run = Run(kind: Self.class(bytes[start]), hash: Self.seed)
        while offset < bytes.count, Self.class(bytes[offset]) == run.kind {
            run.hash = Self.step(run.hash, bytes[offset])
            offset += 1
        }
        run.range = start..<offset
        run.pair = Self.pair(last.hash, run.hash)
        if run.hash == Self.build { isPastModel = true }
        let patterns = endPatterns(&run)
        defer { (last, lastButOne) = (run, last) }
        return Word(
            hash: run.hash, pair: run.pair, triple: Self.pair(last.pair, run.hash), patterns: patterns,
            text: bytes[run.range], isAddress: isAddress(run), endsScreen: endsScreen(run))
    }

    /// The phrases that end in this word and have a number given by its first digits.
    private func endPatterns(_ run: inout Run) -> Patterns {
        var patterns = Patterns()
        if last.pattern != 0 { patterns.after = Self.pair(last.pattern, run.hash) }
        guard run.kind == .digit, (2...9).contains(run.range.count) else { return patterns }
        let short = pattern(run.range, given: 1)
        (patterns.shortPair, patterns.shortTriple) = (Self.pair(last.hash, short), Self.pair(last.pair, short))
        if run.range.count > 2 {
            let long = pattern(run.range, given: 2)
            (patterns.longPair, patterns.longTriple) = (Self.pair(last.hash, long), Self.pair(last.pair, long))
        }
        let isJoined = last.kind != .other && run.range.lowerBound == last.range.upperBound
        if !isJoined { run.pattern = short }
        return patterns
    }

    /// The hash of a number with a sharp for each digit after those given.
    private func pattern(_ range: Range<Int>, given: Int) -> UInt64 {
        let digits = bytes[range].prefix(given).reduce(Self.seed, Self.step)
        return (given..<range.count).reduce(digits) { hash, _ in Self.step(hash, 0x23) }
    }

    /// Whether letters follow an at sign that follows a word.
    private func isAddress(_ run: Run) -> Bool {
        let start = run.range.lowerBound
        return run.kind == .letter && start > 1 && bytes[start - 1] == 0x40 && last.range.upperBound == start - 1
    }

    /// Whether the two words before and this one are a size, a series and a number, such as `43U600` or
    /// `32LEX-7145`. Phones' names seldom have this form.
    private func endsScreen(_ run: Run) -> Bool {
        guard run.kind == .digit, last.kind == .letter, last.range.count <= 5, lastButOne.kind == .digit, !isPastModel,
            lastButOne.range.upperBound == last.range.lowerBound, isScreenSize(lastButOne.range)
        else { return false }
        let gap = last.range.upperBound..<run.range.lowerBound
        if gap.isEmpty { return run.range.count >= 2 }
        return gap.count == 1 && [0x2D, 0x5F].contains(bytes[gap.lowerBound]) && run.range.count >= 3
    }

    private func isScreenSize(_ range: Range<Int>) -> Bool {
        guard range.count == 2 else { return false }
        return Self.screenSizes.contains(bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) })
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

    /// The hash of one word, or of two or three consecutive words written with spaces between them.
    static func hash(_ words: some StringProtocol) -> UInt64 {
        let parts = words.utf8.split(separator: 0x20).map { $0.reduce(seed, step) }
        return parts.dropFirst().reduce(parts.first ?? seed, pair)
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
        // Lower-cases letters; digits and the sharp already have the bit set.
        (hash ^ UInt64(byte | 0x20)) &* 0x100_0000_01B3
    }
    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { (first &* 31) ^ second &+ 1 }

    /// Precedes the number of Android's build, which resembles a model's.
    private static let build = hash("build")
    /// The usual sizes of televisions' screens, in inches.
    private static let screenSizes: Set = [
        19, 20, 22, 23, 24, 28, 29, 31, 32, 37, 39, 40, 42, 43, 46, 47, 48, 49, 50, 52, 55, 58, 60, 65, 70, 75, 77, 82,
        85, 86, 98,
    ]
}

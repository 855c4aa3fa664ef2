import News

/// A headline prepared for comparison by its trigrams, exactly as PostgreSQL's `pg_trgm` does it, so that
/// the database's order of candidates agrees with the decision made here.
package struct ComparedTitle: Sendable, Hashable {
    /// Its words in the form in which they are compared, separated by blanks.
    package let words: String
    let count: Int
    private let trigrams: Set<String>
    /// Pairs of nearby words, in either order, as numbers, at most 12: similar headlines share some.
    let keys: [UInt32]
    /// The words with a digit: parts of a series may differ only in these.
    private let counts: Set<Substring>

    /// Reads a headline.
    package init(_ headline: String) {
        let words = Highlighter.words(in: headline, limit: Self.wordLimit).map(FoldedWord.of)
        self.words = words.joined(separator: " ")
        count = words.count
        trigrams = Set(words.flatMap(Self.trigrams))
        keys = Array(Self.pairs(words).prefix(Self.keyLimit))
        counts = Set(words.filter { $0.contains { $0.isWholeNumber } }.map { $0[...] })
    }

    /// More words than any headline has.
    private static let wordLimit = 100

    private static let keyLimit = 12

    /// Every two of the longer words with at most one other between them.
    private static func pairs(_ words: [String]) -> [UInt32] {
        let numbers = words.filter { $0.unicodeScalars.count > 2 }.map { FoldedWord.number(of: $0.utf8) }
        // A headline with only one such word is found by that word.
        guard numbers.count > 1 else { return numbers.map(Shingles.number) }
        let pairs = numbers.indices.flatMap { first in
            numbers[(first + 1)...].prefix(2).map { Shingles.number(numbers[first] &+ $0) }
        }
        return Shingles.sorted(pairs)
    }

    /// The trigrams of a word, padded with two blanks in front and one behind.
    private static func trigrams(_ word: String) -> [String] {
        let letters = "  \(word) ".unicodeScalars.map { Character($0) }
        return (0..<letters.count - 2).map { String(letters[$0..<$0 + 3]) }
    }

    /// The share of their combined trigrams that both headlines have, 0 to 1.
    package func similarity(to other: ComparedTitle) -> Double {
        let shared = trigrams.intersection(other.trigrams).count
        let either = trigrams.count + other.trigrams.count - shared
        return either == 0 ? 0 : Double(shared) / Double(either)
    }

    /// Whether each has a number that the other lacks: parts of a series, results of two days.
    package func countsOtherwise(than other: ComparedTitle) -> Bool {
        !counts.isSubset(of: other.counts) && !other.counts.isSubset(of: counts)
    }
}

/// A headline as it is compared with others: by its trigrams, exactly as PostgreSQL's `pg_trgm` does it, so that the order in which candidates
/// come from there and what is decided here agree.
package struct ComparedTitle: Sendable, Hashable {
    /// Its words in the form in which they are compared, with a blank between each two.
    package let words: String
    let count: Int
    private let trigrams: Set<String>
    /// Pairs of words that stand close together, in either order, as numbers, at most 12: headlines that are alike have some in common.
    let keys: [UInt32]
    /// The words that have a digit: of a series these alone may differ.
    private let counts: Set<Substring>

    /// Of a headline.
    package init(_ headline: String) {
        let words = Highlighter.words(in: headline, limit: Self.wordLimit).map(FoldedWord.of)
        self.words = words.joined(separator: " ")
        count = words.count
        trigrams = Set(words.flatMap(Self.trigrams))
        keys = Array(Self.pairs(words).prefix(Self.keyLimit))
        counts = Set(words.filter { $0.contains { $0.isWholeNumber } }.map { $0[...] })
    }

    /// More words than headlines have.
    private static let wordLimit = 100

    private static let keyLimit = 12

    /// Each two of the longer words between which there is one other at most.
    private static func pairs(_ words: [String]) -> [UInt32] {
        let numbers = words.filter { $0.unicodeScalars.count > 2 }.map { FoldedWord.number(of: $0.utf8) }
        // A headline of one such word is found by that.
        guard numbers.count > 1 else { return numbers.map(Shingles.number) }
        let pairs = numbers.indices.flatMap { first in
            numbers[(first + 1)...].prefix(2).map { Shingles.number(numbers[first] &+ $0) }
        }
        return Shingles.sorted(pairs)
    }

    /// The trigrams of a word: two blanks stand before it and one behind.
    private static func trigrams(_ word: String) -> [String] {
        let letters = "  \(word) ".unicodeScalars.map { Character($0) }
        return (0..<letters.count - 2).map { String(letters[$0..<$0 + 3]) }
    }

    /// The share of the trigrams of both together that both have, 0 to 1.
    package func similarity(to other: ComparedTitle) -> Double {
        let shared = trigrams.intersection(other.trigrams).count
        let either = trigrams.count + other.trigrams.count - shared
        return either == 0 ? 0 : Double(shared) / Double(either)
    }

    /// Whether each has a number that the other has not: parts of a series, results of two days.
    package func countsOtherwise(than other: ComparedTitle) -> Bool {
        !counts.isSubset(of: other.counts) && !other.counts.isSubset(of: counts)
    }
}

import News

/// A text as the set of its shingles: runs of three words, each as a number. Texts that say the same in
/// nearly the same words share most of them; other texts share next to none (Broder, On the resemblance
/// and containment of documents, 1997).
package struct Shingles: Sendable, Hashable {
    /// The numbers, each once, in ascending order.
    package let numbers: [UInt32]
    /// The smallest numbers of the whole text and of its opening, at most 24. If one text is a good part of
    /// another, they share some, so that they find each other in an archive of any size.
    package let keys: [UInt32]
    /// The numbers of the opening, and of the first `beginningWords` words.
    let lead: [UInt32], beginning: [UInt32]

    /// The number of words in a shingle.
    package static let width = 3
    /// The words of a text that are read, about 60 kB, so that the cost is bounded.
    package static let wordLimit = 10_000
    private static let wholeKeys = 16
    private static let leadKeys = 8
    /// The words of the opening, which is all that many feeds carry.
    private static let leadWords = 60
    /// The words within which the opening of another text is looked for, since sources put words of their own
    /// before it.
    private static let beginningWords = 150

    /// Reads a text without markup.
    package init(_ text: String) {
        let words = FoldedWord.numbers(of: text, limit: Self.wordLimit)
        let shingles = Self.shingles(words)
        numbers = Self.sorted(shingles)
        lead = Self.sorted(shingles.prefix(Self.leadWords - Self.width + 1))
        beginning = Self.sorted(shingles.prefix(Self.beginningWords - Self.width + 1))
        keys = Self.sorted(numbers.prefix(Self.wholeKeys) + lead.prefix(Self.leadKeys))
    }

    private static func shingles(_ words: [UInt64]) -> [UInt32] {
        guard !words.isEmpty else { return [] }
        return (0...max(0, words.count - width)).map { start in
            number(words[start..<min(words.count, start + width)].reduce(0) { $0 &* 0x9E37_79B9_7F4A_7C15 &+ $1 })
        }
    }

    /// The finaliser of SplitMix64, so that the smallest numbers are a random sample.
    static func number(_ mixed: UInt64) -> UInt32 {
        var mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    static func sorted(_ numbers: some Sequence<UInt32>) -> [UInt32] {
        numbers.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// The overlap of two texts.
    package struct Overlap: Sendable, Hashable {
        /// Shingles that both have.
        package var shared: Int
        /// The shingles of the shorter text, and those that either text has.
        package var least: Int, either: Int
        /// The share of one text's opening that is in the beginning of the other, 0 to 1.
        package var lead: Double

        /// The share of both texts together that both have, 0 to 1: the Jaccard index.
        package var resemblance: Double { either == 0 ? 0 : Double(shared) / Double(either) }
        /// The share of the shorter text that is in the longer one, 0 to 1.
        package var containment: Double { least == 0 ? 0 : Double(shared) / Double(least) }
    }

    /// The overlap with another text.
    /// - Parameter common: shingles that do not count, since they occur in stories of all kinds.
    package func overlap(with other: Shingles, except common: Set<UInt32> = []) -> Overlap {
        let (left, right) = (Self.without(common, numbers), Self.without(common, other.numbers))
        let shared = Self.shared(left, right)
        return Overlap(
            shared: shared, least: min(left.count, right.count), either: left.count + right.count - shared,
            lead: max(leadShare(in: other, common), other.leadShare(in: self, common)))
    }

    /// The share of the opening that is in the beginning of another text.
    private func leadShare(in other: Shingles, _ common: Set<UInt32>) -> Double {
        let lead = Self.without(common, lead)
        return lead.isEmpty ? 0 : Double(Self.shared(lead, Self.without(common, other.beginning))) / Double(lead.count)
    }

    /// The number of elements that two sorted lists share.
    private static func shared(_ left: [UInt32], _ right: [UInt32]) -> Int {
        var (first, second, shared) = (0, 0, 0)
        while first < left.count, second < right.count {
            let (one, two) = (left[first], right[second])
            if one == two { shared += 1 }
            if one <= two { first += 1 }
            if two <= one { second += 1 }
        }
        return shared
    }

    private static func without(_ common: Set<UInt32>, _ numbers: [UInt32]) -> [UInt32] {
        common.isEmpty ? numbers : numbers.filter { !common.contains($0) }
    }
}

/// Guesses what a reader meant whose search found nothing, from the words that the newspaper uses.
package struct SearchSpelling: Sendable {
    /// A word of the newspaper, as the newest text has it.
    private struct Use {
        var written: String
        /// Its folded form, for comparison.
        var letters: [UInt8]
        var count = 0
    }

    /// The words by their folded forms.
    private var known: [String: Use] = [:]

    /// Words shorter than this are left as they are: too many others are like them.
    private static let leastLength = 4
    /// From this length on two letters may be wrong, including the first. In shorter words two of the first three, or a wrong first one, more
    /// often make another word ("covid" is not "could", "train" not "rain"), so only the order of the first two may be wrong.
    private static let longLength = 6
    /// Longer words are not compared.
    private static let mostLength = 40
    /// A search with more words is not corrected: each unknown one is compared with all that are known.
    package static let mostWords = 6

    /// - Parameters:
    ///   - texts: headlines and standfirsts, the newest first, or names.
    ///   - areNames: whether their capitals are kept.
    package init(_ texts: some Sequence<String>, areNames: Bool = false) {
        for word in texts.lazy.flatMap({ $0.split { !$0.isLetter } }) where word.count >= Self.leastLength {
            let folded = FoldedWord.of(word)
            let written = areNames ? String(word) : word.lowercased()
            known[folded, default: Use(written: written, letters: Array(folded.utf8))].count += 1
        }
    }

    /// The search with its unknown words replaced by the nearest known ones; nil if there is nothing to replace.
    package func correction(of words: String) -> String? {
        var isChanged = false
        let typed = words.split(separator: " ")
        guard typed.count <= Self.mostWords else { return nil }
        let parts = typed.map { word -> String in
            guard word.count >= Self.leastLength, word.count <= Self.mostLength, word.allSatisfy(\.isLetter),
                let nearest = nearest(to: FoldedWord.of(word))
            else { return String(word) }
            isChanged = true
            return nearest
        }
        return isChanged ? parts.joined(separator: " ") : nil
    }

    /// The known word that it begins, or else the one with the fewest different letters, among those one that is not shorter, and the most
    /// frequent; nil if it is known itself or none is near.
    private func nearest(to word: String) -> String? {
        guard known[word] == nil else { return nil }
        let longer = known.lazy.filter { $0.key.hasPrefix(word) }.min {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }
        if let longer { return longer.value.written }
        let letters = Array(word.utf8)
        var best: (distance: Int, extra: Int, count: Int, folded: String)?
        for (folded, use) in known where abs(use.letters.count - letters.count) <= 2 {
            let distance = Self.distance(letters, use.letters)
            guard distance <= Self.mostSlips(letters, use.letters) else { continue }
            // Of letters too few and too many, the former are the more frequent (Pollock and Zamora, "Automatic Spelling Correction in
            // Scientific and Scholarly Text", 1984).
            let extra = use.letters.count < letters.count ? 1 : 0
            let isBetter =
                best.map { ($0.distance, $0.extra, -$0.count, $0.folded) > (distance, extra, -use.count, folded) }
                ?? true
            if isBetter { best = (distance, extra, use.count, folded) }
        }
        return best.flatMap { known[$0.folded]?.written }
    }

    /// How many letters may differ between a typed word and a known one.
    private static func mostSlips(_ typed: [UInt8], _ known: [UInt8]) -> Int {
        if typed.count >= longLength || typed.prefix(3) == known.prefix(3) { return 2 }
        return typed.first == known.first || typed.prefix(2).elementsEqual(known.prefix(2).reversed()) ? 1 : 0
    }

    /// The letters to insert, to remove, to replace or to swap with their neighbours (optimal string alignment).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var (before, last) = ([Int](), Array(0...other.count))
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let replaced = last[column] + (one[row] == other[column] ? 0 : 1)
                var least = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, last) = (last, current)
        }
        return last[other.count]
    }
}

import Foundation

/// Guesses what a reader meant whose search found nothing, from the words that the newspaper uses.
package struct SearchSpelling: Sendable {
    /// The words without case and accents, as they are written most often, and how often they occur.
    private var known: [String: (written: String, count: Int)] = [:]

    /// Words shorter than this are left as they are: too many others are like them.
    private static let leastLength = 4
    /// From this length on two letters may be wrong, otherwise one.
    private static let longLength = 6
    /// Longer words are not compared.
    private static let mostLength = 40

    /// - Parameter texts: headlines and standfirsts, the newest first.
    package init(_ texts: some Sequence<String>) {
        for word in texts.lazy.flatMap({ $0.split { !$0.isLetter } }) where word.count >= Self.leastLength {
            known[Self.plain(word), default: (word.lowercased(), 0)].count += 1
        }
    }

    /// The search with its unknown words replaced by the nearest known ones; nil if there is nothing to replace.
    package func correction(of words: String) -> String? {
        var isChanged = false
        let parts = words.split(separator: " ").map { word -> String in
            guard word.count >= Self.leastLength, word.count <= Self.mostLength, word.allSatisfy(\.isLetter),
                let nearest = nearest(to: Self.plain(word))
            else { return String(word) }
            isChanged = true
            return nearest
        }
        return isChanged ? parts.joined(separator: " ") : nil
    }

    /// The known word with the fewest different letters, among those the most frequent; nil if it is known itself or none is near.
    private func nearest(to word: String) -> String? {
        guard known[word] == nil else { return nil }
        let letters = Array(word)
        let most = letters.count >= Self.longLength ? 2 : 1
        var best: (distance: Int, count: Int, plain: String)?
        for (plain, use) in known where abs(plain.count - letters.count) <= most {
            let distance = Self.distance(letters, Array(plain))
            guard distance <= most else { continue }
            let isBetter = best.map { ($0.distance, -$0.count, $0.plain) > (distance, -use.count, plain) } ?? true
            if isBetter { best = (distance, use.count, plain) }
        }
        return best.flatMap { known[$0.plain]?.written }
    }

    /// The letters to insert, to remove, to replace or to swap with their neighbours (optimal string alignment).
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
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

    private static func plain(_ word: some StringProtocol) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

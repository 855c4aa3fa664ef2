import Foundation

/// Reduces words of any language to one form for comparison: without case, accents and width.
package enum FoldedWord {
    /// The characters of a word that count: the cost of comparison grows with the square of the marks on one
    /// letter.
    private static let lengthLimit = 64

    /// The folded form of a word.
    package static func of(_ word: Substring) -> String {
        let word = word.utf8.count <= lengthLimit ? word : Substring(word.unicodeScalars.prefix(lengthLimit))
        let isPlain = word.utf8.allSatisfy { $0 < 0x80 }
        return isPlain
            ? word.lowercased()
            : word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// The words of a text as numbers, at most `limit`. In a script without spaces between words, each letter
    /// counts as one.
    package static func numbers(of text: String, limit: Int) -> [UInt64] {
        var numbers: [UInt64] = []
        for word in Highlighter.words(in: text, limit: limit) {
            if let first = word.unicodeScalars.first, partsNoWords(first) {
                for scalar in word.unicodeScalars where numbers.count < limit {
                    numbers.append(number(of: String(scalar).utf8))
                }
            } else if word.utf8.allSatisfy({ $0 < 0x80 }) {
                numbers.append(number(of: word.utf8.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }))
            } else {
                numbers.append(number(of: of(word).utf8))
            }
        }
        return Array(numbers.prefix(limit))
    }

    /// FNV-1a with 64 bits (RFC 9923).
    package static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Whether the script of a character has no spaces between words: Thai to Burmese, Khmer, and the range from the
    /// Chinese radicals to the ideographs; Korean is not included.
    package static func partsNoWords(_ scalar: UnicodeScalar) -> Bool {
        [0x0E00...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF].contains {
            $0.contains(scalar.value)
        }
    }
}

/// The forms of a word that readers take for the same one: singular and plural, with or without accents. A stemmer goes further,
/// and takes Porto and porta, or university and universal, for one word too.
package enum WordForms {
    /// Endings that stand for each other, by language as `search_language` names it. The first that a word ends in counts; what stands
    /// before it is the word's root. They only tell apart words that a stemmer took for one, so they may well allow too much.
    private static let endings: [String: [[String]]] = [
        "en": [["ies", "ys", "y"], ["sses", "ss"], ["ses", "se", "es", "s", "e", ""]],
        "es": [["iones", "ion"], ["ces", "z"], ["es", "s", "e", ""]],
        "pt": [
            ["oes", "aes", "aos", "ao"], ["aises", "ais", "al"], ["eis", "el"], ["ois", "ol"], ["uis", "ul"],
            ["ens", "em"],
            ["ins", "im"], ["ons", "om"], ["uns", "um"], ["eses", "es", "s", "e", ""],
        ],
    ]
    /// The letters that are written with accents in these languages, with all that count as the same.
    private static let accented: [Character: String] = [
        "a": "aáàâãäå", "c": "cç", "e": "eéèêë", "i": "iíìîï", "n": "nñ", "o": "oóòôõö", "u": "uúùûü",
    ]

    /// A word's root and what it may end in; nil in a language whose endings are not known.
    private static func parts(of word: Substring, in language: String) -> (root: Substring, endings: [String])? {
        let folded = FoldedWord.of(word)
        for group in endings[language] ?? [] {
            if let ending = group.first(where: { folded.hasSuffix($0) && folded.utf8.count > $0.utf8.count }) {
                return (folded.dropLast(ending.count), group)
            }
        }
        return nil
    }

    /// The beginning that all forms of a word share, without accents and capitals; the whole word in a language whose endings are not known.
    package static func root(of word: Substring, in language: String) -> String {
        parts(of: word, in: language).map { String($0.root) } ?? FoldedWord.of(word)
    }

    /// A regular expression of PostgreSQL, to be matched without regard to case, for a text with one of the word's forms; nil for a
    /// word of other characters than letters and digits, and in a language whose endings are not known.
    package static func pattern(of word: Substring, in language: String) -> String? {
        guard word.allSatisfy({ $0.isLetter || $0.isNumber }), let parts = parts(of: word, in: language) else {
            return nil
        }
        func written(_ letters: some StringProtocol) -> String {
            letters.map { letter in accented[letter].map { "[\($0)]" } ?? String(letter) }.joined()
        }
        return "\\m\(written(parts.root))(\(parts.endings.map { written($0) }.joined(separator: "|")))\\M"
    }
}

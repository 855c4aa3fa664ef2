import Archive
import Foundation
import News

/// Words that let entries of a source in or keep them out. Case, accents and width make no difference; several
/// words in a row are a phrase; an asterisk at the end stands for any ending.
package struct EntryWords: Sendable, Hashable {
    /// The decision about an entry.
    package enum Verdict: Sendable, Hashable {
        case admitted
        /// It contains this word, which keeps it out.
        case excluded(String)
        /// It contains none of the words that would let it in.
        case notIncluded
    }

    /// An entry needs one of these; without any, every entry comes in.
    package var include: [String]
    /// An entry with one of these stays out, whatever else it contains.
    package var exclude: [String]

    /// The most words in each list, and the most characters of one.
    private static let (countLimit, lengthLimit) = (50, 60)
    /// The number of an entry's words that are examined.
    private static let examined = 20_000

    /// Words. Empty lists admit every entry.
    package init(include: [String] = [], exclude: [String] = []) {
        (self.include, self.exclude) = (include, exclude)
    }

    /// Whether there are none, so that every entry comes in.
    package var isEmpty: Bool { include.isEmpty && exclude.isEmpty }

    /// Decides about an entry with these texts: headline, summary and so on, without markup.
    package func verdict(on texts: [String]) -> Verdict {
        guard !isEmpty else { return .admitted }
        let text = Self.folded(texts: texts)
        if let word = exclude.first(where: { Self.contains(text, $0) }) { return .excluded(word) }
        return include.isEmpty || include.contains { Self.contains(text, $0) } ? .admitted : .notIncluded
    }

    /// The faults in its words.
    var faults: [ArticleDraft.Fault] {
        [("includeWords", include), ("excludeWords", exclude)].compactMap { field, words in
            Self.areGood(words)
                ? nil
                : .init(
                    field: field,
                    detail:
                        "can be at most \(Self.countLimit) words or phrases of at most \(Self.lengthLimit) characters, without commas"
                )
        }
    }

    /// Whether words are neither too many nor too long, and each has a letter or digit.
    static func areGood(_ words: [String]) -> Bool {
        // The newsroom's form separates words by commas.
        words.count <= countLimit
            && words.allSatisfy {
                $0.unicodeScalars.count <= lengthLimit && !$0.contains(",")
                    && !Highlighter.words(in: $0, limit: 1).isEmpty
            }
    }

    /// The words of several texts, folded.
    static func folded(texts: [String]) -> String {
        // A separator that is no word keeps a phrase from spanning two texts.
        texts.map { folded($0) }.joined(separator: "|")
    }

    /// The words of a text, folded, each between spaces.
    private static func folded(_ text: String) -> String {
        " " + Highlighter.words(in: text, limit: examined).map(FoldedWord.of).joined(separator: " ") + " "
    }

    static func contains(_ text: String, _ word: String) -> Bool {
        var sought = folded(word)
        if sought.unicodeScalars.contains(where: FoldedWord.partsNoWords) {
            // Scripts without spaces between words.
            sought = sought.trimmingCharacters(in: .whitespaces)
        } else if word.hasSuffix("*") {
            sought.removeLast()
        }
        return text.contains(sought)
    }
}

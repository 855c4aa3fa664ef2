/// A word or a name, and how often it occurs in a story.
package struct StoryTerm: Sendable, Hashable {
    /// The form in which it is compared and counted.
    package var key: String
    /// Its most frequent form in the story.
    package var name: String
    /// How often it occurs; the headline and standfirst count for more.
    package var count: Double
    /// Whether it is written like a proper name.
    package var isName: Bool
}

/// The words and names of a story that may show what it is about.
package struct StoryTerms: Sendable {
    /// The most frequent ones, at most `limit`.
    package let terms: [StoryTerm]

    /// The most terms of a story that are considered.
    package static let limit = 500
    /// The most words of a text that are read, about 18 kB.
    private static let wordLimit = 3000
    /// The weight of a term in the headline, and in the standfirst.
    private static let (headlineWeight, standfirstWeight) = (4.0, 2.0)

    /// Of the words of an article.
    package init(headline: String, standfirst: String, text: String, language: String) {
        var reader = TermReader(language: language)
        // The body is read first: capitals in a headline may be there for looks.
        reader.read(text, weight: 1, limit: Self.wordLimit)
        reader.read(standfirst, weight: Self.standfirstWeight, limit: Self.wordLimit)
        reader.read(headline, weight: Self.headlineWeight, limit: Self.wordLimit, isHeadline: true)
        terms = Array(
            reader.terms.sorted { ($0.count, $1.key) > ($1.count, $0.key) }.prefix(Self.limit))
    }
}

/// Collects the terms of texts.
struct TermReader {
    let language: String
    private var found: [String: Found] = [:]

    /// The most bytes of a word; anything longer is not a word.
    private static let tokenLimit = 120
    /// The most words in a name.
    static let nameLimit = 5

    private struct Found {
        var count = 0.0
        var names: [Substring: Double] = [:]
        var asName = 0.0
    }

    init(language: String) { self.language = language.prefix { $0 != "-" }.lowercased() }

    /// The terms found.
    var terms: [StoryTerm] {
        found.map { key, entry in
            let name = entry.names.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            let parts = key.split(separator: " ").compactMap { found[String($0)]?.count }
            guard parts.count > 1 else {
                return StoryTerm(
                    key: key, name: String(name), count: entry.count, isName: entry.asName > entry.count / 2)
            }
            // Somebody named in full once is meant wherever a part of the name occurs.
            return StoryTerm(key: key, name: String(name), count: max(entry.count, parts.min() ?? 0), isName: true)
        }
    }

    /// A word as it occurs in a text.
    private struct Word {
        var text: Substring
        var key: String
        var isCapital: Bool
        /// Whether only a blank separates it from the previous word.
        var follows: Bool
        /// Whether it begins a sentence, where a capital says nothing.
        var begins: Bool
        var isStop: Bool
    }

    /// Reads a text. If most words of a headline are capitalised, the capitals are there for looks.
    mutating func read(_ text: String, weight: Double, limit: Int, isHeadline: Bool = false) {
        let words = words(of: text, limit)
        guard !words.isEmpty else { return }
        let capitals = words.count { $0.isCapital && !$0.isStop }
        let hasNames = !isHeadline || capitals * 2 <= words.count { !$0.isStop }
        var index = 0
        while index < words.count {
            let end = hasNames ? endOfName(words, from: index) : index + 1
            let isLong = end - index > 1
            if isLong { add(words[index..<end], in: text, weight, isName: true) }
            for word in words[index..<end] where !word.isStop && isTelling(word) {
                add([word], in: text, weight, isName: hasNames && word.isCapital && !word.begins)
            }
            index = end
        }
    }

    /// The end of a name that may begin here: capitalised words, with words like *of* between them; the index
    /// after the first word if there is no name.
    private func endOfName(_ words: [Word], from start: Int) -> Int {
        guard words[start].isCapital, !words[start].isStop else { return start + 1 }
        var end = start + 1
        var next = end
        while next < words.count, next - start < Self.nameLimit, words[next].follows {
            if words[next].isCapital, !words[next].isStop {
                end = next + 1
            } else if !Self.links.contains(words[next].key) {
                break
            }
            next += 1
        }
        return end
    }

    private func isTelling(_ word: Word) -> Bool {
        (3...30).contains(word.key.unicodeScalars.count) && word.key.contains { $0.isLetter }
    }

    private mutating func add(_ words: ArraySlice<Word>, in text: String, _ weight: Double, isName: Bool) {
        guard let first = words.first, let last = words.last else { return }
        let name = text[first.text.startIndex..<last.text.endIndex]
        guard name.unicodeScalars.count <= Keyword.lengthLimit else { return }
        var entry = found[words.map(\.key).joined(separator: " ")] ?? Found()
        entry.count += weight
        entry.names[name, default: 0] += 1
        if isName { entry.asName += weight }
        found[words.map(\.key).joined(separator: " ")] = entry
    }

    private mutating func add(_ words: [Word], in text: String, _ weight: Double, isName: Bool) {
        add(words[...], in: text, weight, isName: isName)
    }

    private func words(of text: String, _ limit: Int) -> [Word] {
        let tokens = Highlighter.words(in: text, limit: limit)
        var end = text.startIndex
        return tokens.filter { $0.utf8.count <= Self.tokenLimit }.enumerated().map { index, token in
            let gap = text[end..<token.startIndex]
            end = token.endIndex
            let folded = FoldedWord.of(token)
            return Word(
                text: token, key: Self.stem(folded, language), isCapital: token.first?.isUppercase == true,
                follows: index > 0 && gap == " ",
                begins: index == 0 || gap.contains { ".!?:;\n\u{2026}\u{201C}\"".contains($0) },
                isStop: StopWords.of(language).contains(folded))
        }
    }

    /// A word without its plural ending (Harman, How effective is suffixing?, 1991), in languages that have
    /// one.
    static func stem(_ word: String, _ language: String) -> String {
        guard ["en", "pt", "es", "fr", "gl", "ca"].contains(language.prefix { $0 != "-" }.lowercased()),
            word.utf8.count > 3, word.hasSuffix("s"), !["ss", "us", "is"].contains(where: word.hasSuffix)
        else { return word }
        if language.hasPrefix("en"), word.hasSuffix("ies"), !["eies", "aies"].contains(where: word.hasSuffix) {
            return word.dropLast(3) + "y"
        }
        return String(word.dropLast())
    }

    /// Words that occur inside names.
    private static let links: Set<String> = [
        "of", "de", "da", "do", "dos", "das", "du", "del", "la", "van", "von", "der", "e",
    ]
}

import Foundation

/// The people whom a text names after an `@`: by their names, or by beginnings of them that nobody else's name has.
///
/// Case and accents do not matter unless they are all that tells two people apart. An e-mail address names nobody.
package struct Mentions: Sendable, Equatable {
    /// A member of the newsroom.
    package struct Person: Sendable {
        package var id: Int
        package var name: String

        package init(id: Int, name: String) { (self.id, self.name) = (id, name) }
    }

    /// A name that several people have.
    package struct Doubt: Sendable, Equatable {
        /// As it was written.
        package var written: String
        /// The names of those whom it may mean.
        package var names: [String]
    }

    /// The numbers of those who are named, each once, in the order of the text.
    package private(set) var people: [Int] = []
    package private(set) var doubts: [Doubt] = []

    package init(in text: String, of people: [Person]) {
        guard text.contains("@") else { return }
        let people = people.map(KnownName.init)
        for words in MentionScan.names(in: text) {
            switch KnownName.find(words, among: people) {
            case .one(let id): if !self.people.contains(id) { self.people.append(id) }
            case .several(let doubt): if !doubts.contains(doubt) { doubts.append(doubt) }
            case .nobody: break
            }
        }
    }
}

/// Finds the words after each `@`.
private enum MentionScan {
    /// The most words of a name.
    private static let most = 6

    static func names(in text: String) -> [[String]] {
        let text = Array(text)
        return text.indices.compactMap { index in
            guard text[index] == "@", index == 0 || !isJoined(text[index - 1]) else { return nil }
            let (words, end) = words(text, from: index + 1)
            // `@name@example.org` is an address elsewhere.
            if words.isEmpty || end < text.count && text[end] == "@" { return nil }
            return words
        }
    }

    /// Whether an `@` after this character is part of an address.
    private static func isJoined(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_+-%/@".contains(character)
    }

    /// The words from here on that one space separates, and where the first of them ends.
    private static func words(_ text: [Character], from start: Int) -> ([String], end: Int) {
        var (words, index, end): ([String], Int, Int) = ([], start, start)
        while words.count < most {
            let length = length(ofWordIn: text, from: index)
            guard length > 0 else { break }
            words.append(String(text[index..<index + length]))
            index += length
            if words.count == 1 { end = index }
            guard index < text.count, text[index] == " " || text[index] == "\u{A0}" else { break }
            index += 1
        }
        return (words, end)
    }

    /// Letters and digits; hyphens and apostrophes between them.
    private static func length(ofWordIn text: [Character], from start: Int) -> Int {
        var index = start
        func isPlain(_ index: Int) -> Bool { index < text.count && (text[index].isLetter || text[index].isNumber) }
        while isPlain(index) || index > start && index < text.count && "-'’".contains(text[index]) && isPlain(index + 1)
        {
            index += 1
        }
        return index - start
    }
}

/// A person's name, in words without case and accents.
private struct KnownName {
    let id: Int
    let name: String
    let plain: [String]
    /// In lower case, with its accents.
    let exact: [String]

    enum Found { case one(Int), several(Mentions.Doubt), nobody }

    init(_ person: Mentions.Person) {
        (id, name) = (person.id, person.name)
        let words = person.name.split(whereSeparator: \.isWhitespace).map { word in
            word.filter { $0.isLetter || $0.isNumber || "-'’".contains($0) }
        }.filter { !$0.isEmpty }
        (plain, exact) = (words.map(Self.plain), words.map { $0.lowercased() })
    }

    /// As many whole words as somebody's name begins with; else the beginning of a name.
    static func find(_ words: [String], among people: [KnownName]) -> Found {
        let plain = words.map(plain)
        for count in stride(from: words.count, to: 0, by: -1) {
            let found = people.filter { $0.plain.starts(with: plain.prefix(count)) }
            if !found.isEmpty { return choose(among: found, words, plain, count) }
        }
        let begun = people.filter { $0.plain.first?.hasPrefix(plain[0]) == true }
        if !begun.isEmpty { return one(of: begun, as: words[0]) }
        // “Eva's”, “Eva-like”.
        guard let end = words[0].lastIndex(where: { "-'’".contains($0) }) else { return .nobody }
        return find([String(words[0][..<end])], among: people)
    }

    private static func choose(
        among found: [KnownName], _ words: [String], _ plain: [String], _ count: Int
    ) -> Found {
        var found = found
        func narrow(_ isMeant: (KnownName) -> Bool) {
            let meant = found.filter(isMeant)
            if found.count > 1, !meant.isEmpty { found = meant }
        }
        // “Eva L”, but not “Eva left”.
        if count < words.count, words[count].first?.isUppercase == true {
            narrow { $0.plain.count > count && $0.plain[count].hasPrefix(plain[count]) }
        }
        narrow { $0.plain.count == count }
        let exact = words.prefix(count).map { $0.lowercased() }
        narrow { $0.exact.starts(with: exact) }
        return one(of: found, as: words.prefix(count).joined(separator: " "))
    }

    private static func one(of found: [KnownName], as written: String) -> Found {
        found.count == 1 ? .one(found[0].id) : .several(.init(written: written, names: found.map(\.name).sorted()))
    }

    static func plain(_ word: String) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

extension Mentions.Person {
    /// Whether the name, or one of its words, begins with these words, without case and accents.
    package func matches(_ words: String) -> Bool {
        let (name, words) = (KnownName.plain(name), KnownName.plain(words))
        return name.indices.contains { start in
            (start == name.startIndex || name[name.index(before: start)] == " ") && name[start...].hasPrefix(words)
        }
    }
}

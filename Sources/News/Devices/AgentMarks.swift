/// The meanings of words in user agents, as `agents.txt` lists them: the table that `UserAgent` reads.
enum AgentMarks {
    enum Meaning: Hashable {
        case kind(UserAgent.Kind)
        case system(Name)
        case browser(Name)
        /// On Android, phones also say `Mobile` and tablets do not.
        case android
        case mobile
        /// A feature phone, whatever else it says.
        case simple
        /// Apple's network library and the kernel under it: their versions reveal the system's.
        case networkLibrary, darwin
        /// A processor of desktop computers.
        case intel
    }

    /// A product and its rank among others: the lowest rank wins.
    struct Name: Hashable {
        var text: String
        var rank: Int
    }

    static func all(_ word: AgentWords.Word) -> [Meaning] {
        if word.isRobot { return [.kind(.bot)] }
        var meanings = table[word.hash] ?? []
        if let more = table[word.pair] { meanings += more }
        guard let first = word.text.first, let last = word.text.last else { return meanings }
        for affix in beginnings[Int(first | 0x20)] where affix.matches(word.text) { meanings.append(affix.meaning) }
        for affix in endings[Int(last | 0x20)] where affix.matches(word.text) { meanings.append(affix.meaning) }
        return meanings
    }

    /// A word of the table with a star in front or behind, which stands for any letters, or none.
    private struct Affix {
        let bytes: [UInt8]
        let isBeginning: Bool
        let meaning: Meaning

        init?(_ word: Substring, _ meaning: Meaning) {
            guard word.hasPrefix("*") || word.hasSuffix("*") else { return nil }
            (isBeginning, self.meaning) = (word.hasSuffix("*"), meaning)
            bytes = Array((isBeginning ? word.dropLast() : word.dropFirst()).utf8)
        }

        func matches(_ word: ArraySlice<UInt8>) -> Bool {
            guard word.count >= bytes.count else { return false }
            let part = isBeginning ? word.prefix(bytes.count) : word.suffix(bytes.count)
            // Letters alone have this bit set in lower case.
            return part.elementsEqual(bytes) { $0 | 0x20 == $1 }
        }
    }

    /// By their first byte, so that hardly any is compared.
    private static let beginnings = sorted { $0.isBeginning ? $0.bytes.first : nil }
    /// By their last byte.
    private static let endings = sorted { $0.isBeginning ? nil : $0.bytes.last }

    private static func sorted(_ byte: (Affix) -> UInt8?) -> [[Affix]] {
        var lists = [[Affix]](repeating: [], count: 256)
        for affix in words.compactMap({ Affix($0.word, $0.meaning) }) {
            if let byte = byte(affix) { lists[Int(byte)].append(affix) }
        }
        return lists
    }

    private static let table: [UInt64: [Meaning]] = {
        var table: [UInt64: [Meaning]] = [:]
        for (word, meaning) in words where !word.contains("*") {
            table[AgentWords.hash(word), default: []].append(meaning)
        }
        return table
    }()

    private static let words: [(word: Substring, meaning: Meaning)] = DeviceTable.agents.enumerated().flatMap {
        rank, line -> [(word: Substring, meaning: Meaning)] in
        guard let meaning = Meaning(line.key, rank: rank) else { return [] }
        return line.value.split(separator: ", ").map { ($0, meaning) }
    }
}

extension AgentMarks.Meaning {
    /// Reads a key of `agents.txt`; nil for one that has no meaning.
    /// - Parameter rank: the line's place, since the first that an agent names wins.
    init?(_ key: [Substring], rank: Int) {
        let name = key.dropFirst().joined(separator: " ")
        switch (key.first, name.isEmpty) {
        case ("kind", false):
            guard let kind = UserAgent.Kind(rawValue: name) else { return nil }
            self = .kind(kind)
        case ("system", false): self = .system(.init(text: name, rank: rank))
        case ("browser", false): self = .browser(.init(text: name, rank: rank))
        case ("android", true): self = .android
        case ("mobile", true): self = .mobile
        case ("simple", true): self = .simple
        case ("network-library", true): self = .networkLibrary
        case ("darwin", true): self = .darwin
        case ("intel", true): self = .intel
        default: return nil
        }
    }
}

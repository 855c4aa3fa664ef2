/// The meanings of words in user agents, as `agents.txt` lists them: the table that `UserAgent` reads.
enum AgentMarks {
    enum Meaning: Hashable {
        case kind(UserAgent.Kind)
        case system(Name)
        case browser(Name)
        /// On Android, phones also say `Mobile` and tablets do not.
        case android
        case mobile
        /// A browser. On Android, programs that are none say neither this nor `Mobile`, whatever the device.
        case safari
        /// A feature phone, whatever else it says.
        case simple
        /// A web address, which robots give, and a program with which people read, which may give one too.
        case link, reader
        /// An e-mail address, which robots alone give. It is found without the table.
        case address
        /// A model that begins with a television's size. It is found without the table.
        case screen
        /// A computer, though it runs Android or calls itself a tablet.
        case computer
        /// Nothing: the word only resembles others that have a meaning.
        case plain
        /// Apple's network library and the kernel under it: their versions reveal the system's.
        case networkLibrary, darwin
        /// A processor of desktop computers.
        case intel

        /// Whether it tells the kind of device, so that it replaces what a part of its words says of that.
        var tellsKind: Bool {
            switch self {
            case .kind, .reader, .computer, .plain: true
            default: false
            }
        }
    }

    /// A product and its rank among others: the lowest rank wins.
    struct Name: Hashable {
        var text: String
        var rank: Int
    }

    /// The meanings of a word and of the longest phrase that ends in it.
    static func all(_ word: AgentWords.Word) -> [Meaning] {
        let own = table[word.hash] ?? starred(word.text)
        guard let longest = phrase(word) else { return own }
        guard longest.contains(where: \.tellsKind) else { return own + longest }
        return own.filter { !$0.tellsKind } + longest
    }

    /// The most exact phrase that ends in the word.
    private static func phrase(_ word: AgentWords.Word) -> [Meaning]? {
        if let exact = table[word.triple] ?? table[word.pair] { return exact }
        let patterns = word.patterns
        if patterns.shortPair != 0, let found = table[patterns.shortTriple] ?? table[patterns.shortPair] {
            return found
        }
        if patterns.longPair != 0, let found = table[patterns.longTriple] ?? table[patterns.longPair] { return found }
        return patterns.after == 0 ? nil : table[patterns.after]
    }

    private static func starred(_ text: ArraySlice<UInt8>) -> [Meaning] {
        guard let first = text.first, let last = text.last, first >= 0x40 else { return [] }
        var meanings: [Meaning] = []
        for affix in beginnings[Int(first | 0x20)] where affix.matches(text) { meanings.append(affix.meaning) }
        for affix in endings[Int(last | 0x20)] where affix.matches(text) { meanings.append(affix.meaning) }
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

    /// Meanings by hash. Nearly all look-ups find nothing, so a list of bits answers most of them.
    private struct Table {
        private var meanings: [UInt64: [Meaning]] = [:]
        private var isPresent = [Bool](repeating: false, count: 1 << 14)

        private static func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash & 0x3FFF) }

        subscript(hash: UInt64) -> [Meaning]? { isPresent[Self.place(hash)] ? meanings[hash] : nil }

        mutating func add(_ meaning: Meaning, at hash: UInt64) {
            meanings[hash, default: []].append(meaning)
            isPresent[Self.place(hash)] = true
        }
    }

    private static let table: Table = {
        var table = Table()
        for (word, meaning) in words where !word.contains("*") {
            table.add(meaning, at: AgentWords.hash(word))
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
        case (let word?, true):
            guard let meaning = Self.single[word] else { return nil }
            self = meaning
        default: return nil
        }
    }

    /// The meanings whose key is one word.
    private static let single: [Substring: Self] = [
        "android": .android, "mobile": .mobile, "safari": .safari, "simple": .simple, "link": .link,
        "reader": .reader, "computer": .computer, "plain": .plain, "network-library": .networkLibrary,
        "darwin": .darwin, "intel": .intel,
    ]
}

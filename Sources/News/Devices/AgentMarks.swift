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
        guard let one = table[word.hash] else { return table[word.pair] ?? [] }
        return table[word.pair].map { one + $0 } ?? one
    }

    private static let table: [UInt64: [Meaning]] = {
        var table: [UInt64: [Meaning]] = [:]
        for (rank, line) in DeviceTable.agents.enumerated() {
            guard let meaning = Meaning(line.key, rank: rank) else { continue }
            for word in line.value.split(separator: ", ") {
                table[AgentWords.hash(word), default: []].append(meaning)
            }
        }
        return table
    }()
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

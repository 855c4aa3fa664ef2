import News
import Testing

@Suite("Mentions")
struct MentionsTests {
    private static let names = [
        "Eva Lopes", "Rui Sá", "João Dias", "João Pires", "Joana Reis", "Ana", "Ana Maria Sousa", "Zoë O'Brien",
        "Jean-Luc Petit",
        "Inês Sá", "Ines Sa", "Evaristo Gil", "Bruno da Silva",
    ]

    private static func mentions(_ text: String) -> Mentions {
        Mentions(in: text, of: names.enumerated().map { .init(id: $0.offset, name: $0.element) })
    }

    @Test(
        "Whom a text names",
        arguments: [
            ("@Eva", ["Eva Lopes"]),
            ("@eva lopes, please", ["Eva Lopes"]),
            ("Look (@EVA).", ["Eva Lopes"]),
            ("@Eva left her lens", ["Eva Lopes"]),
            ("@Evar", ["Evaristo Gil"]),
            ("@rui sa", ["Rui Sá"]),
            ("@Rui's text", ["Rui Sá"]),
            ("@João Dias and @joao pires", ["João Dias", "João Pires"]),
            ("@Joao D", ["João Dias"]),
            ("@João D.", ["João Dias"]),
            ("@Joan", ["Joana Reis"]),
            ("@Ana", ["Ana"]),
            ("@Ana Maria", ["Ana Maria Sousa"]),
            ("@Ana maria sousa", ["Ana Maria Sousa"]),
            ("@zoe o'brien", ["Zoë O'Brien"]),
            ("@Zoë", ["Zoë O'Brien"]),
            ("@Jean-Luc Petit", ["Jean-Luc Petit"]),
            ("@Jean", ["Jean-Luc Petit"]),
            ("@Inês Sá", ["Inês Sá"]),
            ("@Ines Sa", ["Ines Sa"]),
            ("@Bruno da", ["Bruno da Silva"]),
            ("@Eva @Eva @Rui", ["Eva Lopes", "Rui Sá"]),
            ("one\n@Eva\n@Rui", ["Eva Lopes", "Rui Sá"]),
            // Nobody.
            ("", []), ("@", []), ("@ Eva", []), ("Eva", []), ("@Xavier", []), ("@@Eva", []), ("@Evas", []),
            ("eva@example.org", []), ("press+eva@eva.example", []), ("eva.lopes@rui", []), ("mailto:9@eva", []),
            ("https://social.example/@eva", []), ("@eva@social.example", []),
        ])
    func people(_ text: String, _ expected: [String]) {
        let found = Self.mentions(text)
        #expect(found.people.map { Self.names[$0] } == expected)
        #expect(found.doubts == [])
    }

    @Test(
        "Names that several people have",
        arguments: [
            ("@João", "João", ["João Dias", "João Pires"]),
            ("@joao disse", "joao", ["João Dias", "João Pires"]),
            ("@Joã", "Joã", ["Joana Reis", "João Dias", "João Pires"]),
            ("@João X", "João", ["João Dias", "João Pires"]),
        ])
    func doubts(_ text: String, _ written: String, _ names: [String]) {
        let found = Self.mentions(text)
        #expect(found.people == [])
        #expect(found.doubts.map(\.written) == [written] && found.doubts.map(\.names) == [names])
    }

    @Test("A long text full of names is soon read") func long() {
        #expect(Self.mentions(String(repeating: "@eva lopes ", count: 180)).people.count == 1)
    }
}

import News
import Testing

/// The subjects of a story.
struct KeywordTests {
    private static let text = """
        The ferry to Ilha Grande sails again. On Friday the Port Authority of Lisbon said that ferries had been repaired. Mayor Ana \
        Moura welcomed the ferry at the quay. The city and the people said it was good for the city. Ana Moura spoke for an hour.
        """

    private static func terms(_ headline: String, _ text: String, language: String = "en") -> StoryTerms {
        StoryTerms(headline: headline, standfirst: "", text: text, language: language)
    }

    @Test func namesAndRareWordsTell() {
        let archive = TermFrequencies(
            stories: 1000, counts: ["city": 190, "said": 900, "hour": 150, "people": 300, "friday": 180])
        let keywords = Self.terms("The Night Ferry Returns", Self.text).keywords(against: archive)
        let names = keywords.map(\.name)
        #expect(names.prefix(2) == ["Ana Moura", "ferry"])
        #expect(
            names.contains("Ana Moura") && names.contains("Port Authority of Lisbon") && names.contains("Ilha Grande"))
        #expect(!names.contains("Moura") && !names.contains("Lisbon"), "parts of a name are no keywords of their own")
        #expect(!names.contains("said") && !names.contains("people"), "what is everywhere tells nothing")
        #expect(keywords.count <= Keyword.limit)
        #expect(abs(keywords.reduce(0) { $0 + $1.weight * $1.weight } - 1) < 0.000_001)
        #expect(zip(keywords, keywords.dropFirst()).allSatisfy { $0.weight >= $1.weight })
    }

    @Test func theArchiveDecides() {
        let terms = Self.terms("Ferry and bridge", "A ferry, a bridge. The ferry below the bridge.")
        let rareFerry = terms.keywords(against: .init(stories: 500, counts: ["bridge": 90]))
        let rareBridge = terms.keywords(against: .init(stories: 500, counts: ["ferry": 90]))
        #expect(rareFerry.first?.term == "ferry" && rareBridge.first?.term == "bridge")
    }

    @Test func pluralsAndAccentsAreOneTerm() {
        let terms = Self.terms("", "The countries met; each country spoke. Elections follow an election.").terms
        #expect(terms.first { $0.key == "country" }?.count == 2)
        #expect(terms.first { $0.key == "election" }?.count == 2)
        let portuguese = Self.terms("", "A C\u{E2}mara Municipal de Lisboa e a c\u{E2}mara.", language: "pt-PT").terms
        #expect(portuguese.contains { $0.key == "camara municipal de lisboa" && $0.isName })
        #expect(portuguese.first { $0.key == "camara" }?.count == 2)
    }

    @Test func anEmptyStoryHasNone() {
        let none = TermFrequencies(stories: 0, counts: [:])
        #expect(Self.terms("", "").keywords(against: none).isEmpty)
        #expect(Self.terms("The and of", "12 34").keywords(against: none).isEmpty)
    }

    @Test func whatIsLongHasABound() {
        let words = (0..<20_000).map { "word\($0 % 9000)x" }.joined(separator: " ")
        #expect(Self.terms("", words).terms.count == StoryTerms.limit)
        let long = String(repeating: "Aa", count: 5000)
        #expect(Self.terms(long, long).terms.allSatisfy { $0.name.count <= Keyword.lengthLimit })
    }

    @Test func typedOnesAreKeptInTheirOrder() {
        let typed = Keyword.typed(["Ana Moura", "Ferries", "ferry", "!!", "Port"], language: "en")
        #expect(typed.map(\.name) == ["Ana Moura", "Ferries", "Port"])
        #expect(typed.map(\.term) == ["ana moura", "ferry", "port"])
    }
}

@testable import Doubles
import News
import Testing

/// When two stories count as the same.
struct ComparedStoryTests {
    private static let words = [
        "harbour", "council", "ferry", "winter", "timetable", "bridge", "engineers", "voted", "budget", "night", "quay",
        "passengers",
        "storm", "repair", "company", "mayor", "island", "school", "market", "tower",
    ]

    /// A text with this many words, different for each seed.
    private static func text(_ seed: Int, _ count: Int) -> String {
        var state = UInt64(seed) &* 7919 &+ 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return words[Int(state >> 33) % words.count]
        }.joined(separator: " ")
    }

    private static func story(
        _ headline: String, _ text: String, standfirst: String = "", language: String = "en", address: String? = nil
    ) -> ComparedStory {
        ComparedStory(headline: headline, standfirst: standfirst, text: text, language: language, address: address)
    }

    private static let whole = text(1, 400)
    private static let original = story(
        "Night ferry returns to the old quay", whole, address: "https://a.example/ferry")

    @Test(
        arguments: [
            ("the same", story("Night ferry returns to the old quay", whole), true),
            (
                "other capitals, accents and signs",
                story("NIGHT FERRY: returns to the old qu\u{E0}y!", whole.uppercased()), true
            ),
            ("cut", story("Night ferry returns", String(whole.prefix(700))), true),
            ("another headline", story("Boats sail again after dark", whole), true),
            ("another headline, cut by half", story("Boats sail again after dark", String(whole.prefix(1500))), true),
            (
                "words of the source before", story("Night ferry returns to the old quay", text(9, 25) + " " + whole),
                true
            ),
            (
                "the page's other address",
                story("The old quay's ferry", text(2, 300), address: "http://m.a.example/ferry/?from=x"),
                true
            ),
            ("a headline alone", story("Night ferry returns to old quay", ""), true),
            ("another language", story("Night ferry returns to the old quay", whole, language: "pt"), false),
            ("the same headline, another text", story("Night ferry returns to the old quay", text(2, 400)), false),
            ("another story", story("Council votes on the budget", text(3, 400)), false),
            (
                "news with old background",
                story(
                    "Night ferry returns to the old quay: first week", text(4, 300) + " " + String(whole.suffix(700))),
                false
            ),
            ("a headline alone of another", story("Night train returns to the new station", ""), false),
            (
                "a round-up", story("This week", text(5, 200) + " " + String(whole.prefix(900)) + " " + text(6, 200)),
                false
            ),
        ] as [(String, ComparedStory, Bool)])
    func doublesAreTold(_ what: String, _ other: ComparedStory, _ isSame: Bool) {
        #expect((Self.original.likeness(to: other) != nil) == isSame, "\(what)")
        #expect((other.likeness(to: Self.original) != nil) == isSame, "\(what), the other way round")
    }

    @Test func partsOfASeriesAreNotTheSame() {
        let (first, second) = (Self.story("Results of round 1", ""), Self.story("Results of round 2", ""))
        #expect(first.likeness(to: second) == nil)
        #expect(first.likeness(to: Self.story("Results of round 1", "")) != nil)
    }

    @Test func anAddressAloneMakesNoDouble() {
        let address = "https://example.org/harbour"
        let story = ComparedStory(
            headline: "Harbour bridge closes", standfirst: "", text: Self.text(1, 100), language: "en", address: address
        )
        let pills = ComparedStory(
            headline: "Buy our miracle pills", standfirst: "", text: Self.text(2, 100), language: "en", address: address
        )
        let rewritten = ComparedStory(
            headline: "No way over the river", standfirst: "", text: Self.text(1, 60), language: "en", address: address)
        #expect(story.likeness(to: pills) == nil && story.likeness(to: rewritten) == 1)
    }

    /// The cost would otherwise grow with the square of the marks.
    @Test(.timeLimit(.minutes(1)), arguments: ["a\u{301}\u{316}", "\u{5D0}\u{5B4}\u{5B0}"])
    func manyMarksOnALetterCostLittle(_ letter: String) {
        let scalars = Array(letter.unicodeScalars)
        var marks = String.UnicodeScalarView([scalars[0]])
        for number in 0..<200_000 { marks.append(scalars[1 + number % 2]) }
        let word = String(marks)
        let story = ComparedStory(headline: "x", standfirst: word, text: word, language: "en")
        #expect(story.text.numbers.count == 1)
        let terms = StoryTerms(headline: "The marks", standfirst: word, text: word + " harbour", language: "en").terms
        #expect(terms.map(\.key).sorted() == ["harbour", "mark"])
    }

    @Test func whatASourcePutsUnderEveryStoryDoesNotCount() {
        let below = Self.text(20, 120)
        let stories = (30..<36).map { Self.story("Story \(Self.words[$0 - 30])", below + " " + Self.text($0, 60)) }
        let new = Self.story("Story of the day", below + " " + Self.text(50, 60))
        #expect(new.likeness(to: stories[0]) != nil, "two alone cannot show it")
        #expect(new.doubles(among: stories.enumerated().map { ($1, $0) }).isEmpty)
        let again = Self.story("Story of the day", below + " " + Self.text(50, 60))
        #expect(new.doubles(among: (stories + [again]).enumerated().map { ($1, $0) }) == [6])
    }

    @Test func theSurestComesFirst() {
        let close = Self.story("Night ferry returns to the old quay", Self.whole + " " + Self.text(7, 20))
        let closer = Self.story("Night ferry returns to the old quay", Self.whole)
        #expect(
            Self.original.doubles(among: [(close, 1), (Self.story("Else", Self.text(8, 200)), 2), (closer, 3)]) == [
                0, 2,
            ])
    }

    @Test(
        arguments: [
            // The results of `select similarity(a, b)` in pg_trgm.
            ("night ferry", "night ferry", 1.0), ("night ferry", "ferry night", 1.0), ("word", "two words", 4.0 / 11.0),
            ("", "a", 0.0), ("", "", 0.0), ("abc", "xyz", 0.0),
        ])
    func titlesAreComparedAsTheDatabaseDoes(_ left: String, _ right: String, _ similarity: Double) {
        #expect(abs(ComparedTitle(left).similarity(to: ComparedTitle(right)) - similarity) < 0.000_001)
    }

    @Test func keysAreFewAndOfTheText() {
        let long = Shingles(Self.text(11, 50_000))
        #expect(long.keys.count <= 24 && long.numbers.count <= Shingles.wordLimit)
        #expect(Set(long.keys).isSubset(of: long.numbers))
        #expect(!Set(Shingles(Self.whole).keys).isDisjoint(with: Shingles(String(Self.whole.prefix(900))).keys))
        #expect(Shingles("").keys.isEmpty && Shingles("one").keys.count == 1)
        #expect(Shingles("Don\u{2019}t stop!").numbers == Shingles("don't STOP").numbers)
    }

    @Test func scriptsWithoutBlanksAreCompared() {
        let text = "\u{53F0}\u{98CE}\u{5468}\u{4E94}\u{767B}\u{9646}\u{6CBF}\u{6D77}\u{5730}\u{533A}"
        #expect(Shingles(text).numbers.count == 8)
    }
}

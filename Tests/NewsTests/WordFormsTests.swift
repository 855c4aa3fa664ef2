import News
import Testing

/// The forms of a word that readers take for the same.
struct WordFormsTests {
    @Test(
        "Singular and plural have one root",
        arguments: [
            ("ferry", "ferries", "en"), ("house", "houses", "en"), ("bus", "buses", "en"), ("day", "days", "en"),
            ("glass", "glasses", "en"), ("porto", "Portos", "pt"), ("eleição", "ELEIÇÕES", "pt"),
            ("canal", "canais", "pt"),
            ("papel", "papéis", "pt"), ("homem", "homens", "pt"), ("mês", "meses", "pt"), ("mulher", "mulheres", "pt"),
            ("canción", "canciones", "es"), ("voz", "voces", "es"),
        ])
    func root(singular: Substring, plural: Substring, language: String) throws {
        let patterns = [singular, plural].compactMap { WordForms.pattern(of: $0, in: language) }
        #expect(patterns.count == 2)
        let regexes = try patterns.map {
            try Regex($0.replacing("\\m", with: "^").replacing("\\M", with: "$")).ignoresCase()
        }
        #expect(regexes.allSatisfy { $0.matches(singular) && $0.matches(plural) })
    }

    @Test(
        "Words that only a stemmer takes for one are told apart",
        arguments: [
            ("porto", "porta", "pt"), ("porto", "aeroporto", "pt"), ("university", "universal", "en"),
            ("organ", "organization", "en"),
        ])
    func others(word: Substring, other: Substring, language: String) throws {
        let pattern = try #require(WordForms.pattern(of: word, in: language))
        let regex = try Regex(pattern.replacing("\\m", with: "^").replacing("\\M", with: "$")).ignoresCase()
        #expect(!regex.matches(other))
    }

    @Test("A language without known endings, and signs, have no pattern") func none() {
        #expect(WordForms.pattern(of: "straße", in: "de") == nil)
        #expect(WordForms.pattern(of: "a.b*", in: "en") == nil)
        #expect(WordForms.root(of: "Straßen", in: "de") == FoldedWord.of("Straßen"))
    }
}

extension Regex {
    fileprivate func matches(_ word: Substring) -> Bool { (try? wholeMatch(in: word)) != nil }
}

import News
import Testing

/// Corrections of searches that found nothing.
struct SearchSpellingTests {
    static let spelling = SearchSpelling([
        "Night ferry returns to the Old Quay", "A comet comes home, and a mountain switches off its lights",
        "Rain until Friday", "As pradarias submersas estão a regressar à baía", "The last ferry", "The berry harvest",
        "What could be done", "Caldeirada for a Sunday", "Caldeira scores", "Caldeira again",
    ])

    @Test(
        "Unknown words are replaced by the nearest, among several by the most frequent",
        arguments: [
            ("fery", "ferry"), ("mount", "mountain"), ("harv comet", "harvest comet"), ("covid", nil),
            ("ferrry", "ferry"), ("caldeirda", "caldeirada"), ("mountian comet", "mountain comet"), ("NIHGT", "night"),
            ("inght", "night"), ("train", nil), ("erry", nil), ("omuntain", "mountain"),
            ("pradárias", nil), ("pradrias", "pradarias"), ("baia", nil), ("ferry", nil), ("xylophone", nil),
            ("old", nil), ("", nil), ("\"night fery\"", nil), ("fery -berry", "ferry -berry"), ("f€ry", nil),
            (String(repeating: "ferry", count: 30), nil), ("a b c d e f fery", nil),
        ] as [(String, String?)])
    func corrects(words: String, expected: String?) { #expect(Self.spelling.correction(of: words) == expected) }

    @Test("Nothing is known of a newspaper without stories") func empty() {
        #expect(SearchSpelling([]).correction(of: "ferry") == nil)
    }
}

import ExchangeArchive
import Testing

/// Words that let entries of a source in or keep them out.
@Suite struct EntryWordsTests {
    static let verdicts: [(include: [String], exclude: [String], texts: [String], verdict: EntryWords.Verdict)] = [
        ([], [], ["Anything"], .admitted),
        (["câmara"], [], ["A CAMARA reuniu"], .admitted),
        (["port"], [], ["The airport and the ports"], .notIncluded),
        (["port*"], [], ["The airport and the ports"], .admitted),
        (["city council"], [], ["The City  Council’s plan"], .admitted),
        (["city council"], [], ["In the city", "Council plan"], .notIncluded),
        ([], ["city-council"], ["City council: a plan"], .excluded("city-council")),
        (["harbour"], ["sport"], ["Harbour race", "Sport"], .excluded("sport")),
        (["東京"], [], ["きょう東京で"], .admitted),
        (["harbour"], [], [], .notIncluded),
    ]

    @Test(arguments: verdicts) func verdict(
        _ include: [String], _ exclude: [String], _ texts: [String], _ verdict: EntryWords.Verdict
    ) {
        #expect(EntryWords(include: include, exclude: exclude).verdict(on: texts) == verdict)
    }
}

import Testing

@testable import Locating

@Suite("Countries and their languages")
struct CountryTests {
    @Test(
        "Languages of a country",
        arguments: [
            ("PT", ["pt"]), ("BR", ["pt"]), ("MZ", ["pt"]), ("AO", ["pt"]), ("pt", ["pt"]),
            ("CH", ["de", "fr", "it", "rm"]),
            ("CA", ["en", "fr"]), ("JP", ["ja"]), ("AQ", []), ("EU", []), ("", []), ("P", []),
        ] as [(String, [String])])
    func languages(_ country: String, _ languages: [String]) {
        #expect(CountryLanguages.languages(of: country) == languages)
    }

    @Test("All countries of ISO 3166-1 and Kosovo, each code and language well-formed")
    func table() {
        #expect(CountryLanguages.table.count == 250)
        for (country, languages) in CountryLanguages.table {
            #expect(country.wholeMatch(of: /[A-Z]{2}/) != nil)
            #expect(languages.allSatisfy { $0.wholeMatch(of: /[a-z]{2,3}/) != nil }, "\(country)")
            #expect(Set(languages).count == languages.count, "\(country)")
        }
    }
}

@Suite("The cache of places")
struct GenerationsTests {
    @Test("It is bounded, and keeps the newest entries and those in use")
    func bounded() {
        var cache = Generations<Int, Int>(limit: 100)
        for number in 0..<1000 {
            cache.insert(number, number)
            #expect(cache.count <= 100)
            #expect(cache.value(0) == 0)
            #expect(
                (max(0, number - 49)...number).allSatisfy { number in number < 950 || cache.value(number) == number })
        }
        #expect(cache.value(500) == nil)
        cache.insert(7, 999)
        #expect(cache.value(999) == 7)
    }
}

import Testing

@testable import News

@Suite("Search queries")
struct SearchQueryTests {
    @Test(
        "Words are tidied, and operators understood however a keyboard writes them",
        arguments: [
            ("  ferry \t quay\n", "ferry quay"), ("\u{201C}old quay\u{201D}", "\"old quay\""),
            ("\u{AB}vieux port\u{BB}", "\"vieux port\""), ("ferry \u{2013}quay", "ferry -quay"),
            ("2001\u{2013}2004", "2001\u{2013}2004"), ("\u{2212}quay", "-quay"), ("a\u{0}b", "a b"),
            ("corac\u{327}a\u{303}o", "coração"), ("soft\u{AD}hyphen", "softhyphen"), ("\u{202E}abc", "abc"),
            ("\"", "\""), ("🙂 ferry", "🙂 ferry"), ("a & b | !c :* \\", "a & b | !c :* \\"), ("\u{A0}", ""),
        ])
    func words(_ typed: String, _ words: String) {
        let (query, faults) = SearchQuery.read([("q", typed)])
        #expect(query.words == words && faults.isEmpty && !query.isCut)
        #expect(query.isEmpty == words.isEmpty)
    }

    @Test("Of more than 200 characters the first words are searched for")
    func long() {
        let words = SearchQuery.read([("q", String(repeating: "ferry ", count: 2000))]).0
        #expect(words.isCut && words.words == Array(repeating: "ferry", count: 33).joined(separator: " "))
        let one = SearchQuery.read([("q", String(repeating: "x", count: 10_000))]).0
        #expect(one.isCut && one.words == String(repeating: "x", count: 200))
        let exact = SearchQuery.read([("q", String(repeating: "x", count: 200))]).0
        #expect(!exact.isCut && exact.words.count == 200)
        let accents = SearchQuery.read([("q", "e" + String(repeating: "\u{301}", count: 10_000))]).0
        #expect(accents.isCut && accents.words.unicodeScalars.count <= 200)
        let spaces = SearchQuery.read([("q", "ferry" + String(repeating: " ", count: 300) + "quay")]).0
        #expect(!spaces.isCut && spaces.words == "ferry quay")
    }

    @Test(
        "Years, months and days",
        arguments: [
            ("2009", "2009-01-01", "2009-12-31"), ("2009-02", "2009-02-01", "2009-02-28"),
            ("2008-02", "2008-02-01", "2008-02-29"), ("2009-04", "2009-04-01", "2009-04-30"),
            ("2009-05-31", "2009-05-31", "2009-05-31"),
        ])
    func days(_ text: String, _ first: String, _ last: String) {
        let (query, faults) = SearchQuery.read([("from", text), ("to", text)])
        #expect(query.from?.name == first && query.to?.name == last && faults.isEmpty)
    }

    @Test(
        "Malformed fields are reported and change nothing",
        arguments: [
            ("from", "2009-13", .day), ("from", "09", .day), ("to", "yesterday", .day), ("to", "2009-02-30", .day),
            ("to", "0000", .day), ("from", "99999", .day), ("section", "!", .section), ("category", "🙂", .category),
            ("category", String(repeating: "x", count: 10_000), .category),
            ("author", String(repeating: "x", count: 101), .author),
        ] as [(String, String, SearchQuery.Fault)])
    func faults(_ name: String, _ value: String, _ fault: SearchQuery.Fault) {
        let (query, faults) = SearchQuery.read([("q", "ferry"), (name, value)])
        #expect(faults == [fault])
        var unchanged = SearchQuery()
        unchanged.words = "ferry"
        #expect(query == unchanged)
    }

    @Test("A last day before the first is a fault")
    func order() {
        #expect(SearchQuery.read([(name: "to", value: "2008"), (name: "from", value: "2009")]).faults == [.order])
        #expect(SearchQuery.read([(name: "to", value: "2009"), (name: "from", value: "2009")]).faults == [])
    }

    @Test(
        "Where a page begins is bounded",
        arguments: [
            ("20", 20), ("0", 0), ("-1", 0), ("x", 0), ("1001", 1000), ("99999999999999999999999", 0),
        ])
    func start(_ text: String, _ start: Int) {
        #expect(SearchQuery.read([("start", text)]).query.start == start)
    }

    @Test("Its fields are read back as the same query")
    func fields() {
        let typed = [
            ("q", "\"old quay\" -ferry or coração"), ("section", "Culture"), ("category", "Town hall"),
            ("author", "Ana"),
            ("from", "2009"), ("to", "2010-05"), ("start", "40"), ("other", "x"), ("x", ""),
        ].map { (name: $0.0, value: $0.1) }
        let (query, faults) = SearchQuery.read(typed)
        #expect(
            faults.isEmpty && query.section == "culture" && query.category == "town-hall" && query.start == 40
                && query.isNarrowed)
        #expect(SearchQuery.read(query.fields).0 == query)
        #expect(SearchQuery.read(query.fields).faults.isEmpty)
        #expect(SearchQuery().fields.isEmpty)
    }

    @Test(
        "Days are numbered from 1970",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
            ("2025-12-31", 20_453),
            ("9999-12-31", 2_932_896), ("0001-01-02", -719_161),
        ])
    func numbers(_ day: String, _ number: Int) throws {
        #expect(try #require(CivilDate(day)).dayNumber == number)
        #expect(CivilDate(dayNumber: number)?.name == day)
    }

    @Test("There are no days beyond the calendar", arguments: [Int.min, -719_163, 2_932_897, Int.max])
    func noDays(_ number: Int) { #expect(CivilDate(dayNumber: number) == nil) }
}

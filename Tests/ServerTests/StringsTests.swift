import Foundation
import Testing

@testable import Server

/// The words of the interface.
struct StringsTests {
    private static let assets = FileManager.default.currentDirectoryPath + "/static"
    private let catalogues: Catalogues

    init() throws { catalogues = try Catalogues(folder: Self.assets + "/strings") }

    @Test func everyLanguageSaysTheSame() throws {
        let english = try #require(catalogues.all["en"])
        #expect(catalogues.all.keys.sorted() == ["en", "pt"] && english.shape.count > 80)
        for (language, strings) in catalogues.all {
            #expect(strings.shape == english.shape, "\(language)")
            for name in english.shape.keys where english[name].contains("{}") { #expect(strings[name].contains("{}")) }
        }
    }

    /// Each name in a template is in the catalogues; a misspelt one would stand in the page.
    @Test func templatesNameWhatThereIs() throws {
        let english = try #require(catalogues.all["en"])
        var names: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: Self.assets + "/templates") {
            let text = try String(contentsOfFile: "\(Self.assets)/templates/\(file)", encoding: .utf8)
            names.formUnion(text.matches(of: /\{\{[#^]?t\.([A-Za-z_]+)\}\}/).map { String($0.output.1) })
        }
        #expect(names.count > 20)
        #expect(names.subtracting(english.shape.keys).isEmpty)
    }

    @Test(arguments: [
        (["pt-PT", "en"], "en", "pt"), (["fr", "pt"], "en", "pt"), (["fr"], "pt-BR", "pt"), ([], "en-GB", "en"),
        (["de"], "de", "en"), (["EN-us"], "pt", "en"),
    ])
    func theReadersLanguageIsTaken(_ languages: [String], _ newspaper: String, _ expected: String) {
        #expect(catalogues.strings(for: languages, newspaper: newspaper).language == expected)
    }

    @Test(arguments: [
        ("en", 0, "0 stories"), ("en", 1, "1 story"), ("en", 2, "2 stories"), ("pt", 0, "0 notícias"),
        ("pt", 1, "1 notícia"), ("pt", 1000, "1000 notícias"),
    ])
    func numbersHaveTheirForm(_ language: String, _ count: Int, _ expected: String) throws {
        let strings = try #require(catalogues.all[language])
        let text = strings("stories", count)
        #expect(text == expected)
    }

    @Test func momentsAreToldInTheLanguage() throws {
        let date = Date(timeIntervalSince1970: 1_243_805_400)
        let moments = try ["en", "pt"].map { Moment(date, try #require(catalogues.all[$0])) }
        #expect(moments.map(\.text) == ["31 May 2009, 21:30", "31 mai 2009, 21:30"])
        #expect(moments.map(\.day) == ["31 May 2009", "31 mai 2009"])
    }
}

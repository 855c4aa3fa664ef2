import Foundation
import News
@testable import Newsroom
import Testing
@testable import Web

/// The texts of the interface.
struct StringsTests {
    private static let assets = FileManager.default.currentDirectoryPath + "/static"
    private let catalogues: Catalogues

    private static func catalogues(_ zone: String) throws -> Catalogues {
        try Catalogues(folder: assets + "/strings", timeZone: try #require(TimeZone(identifier: zone)))
    }

    init() throws { catalogues = try Self.catalogues("UTC") }

    @Test func aPictureInATextIsNamedByItsDescription() throws {
        let strings = try #require(catalogues.all["en"])
        let hash = String(repeating: "0a", count: 32)
        let text = "Before\n\n![A quay](picture:\(hash))\n\n![No](picture:9) ![](https://example.org/)"
        #expect(
            strings.withNamedPictures(text)
                == "Before\n\n[Picture: A quay]\n\n![No](picture:9) ![](https://example.org/)")
    }

    @Test func everyLanguageSaysTheSame() throws {
        let english = try #require(catalogues.all["en"])
        #expect(catalogues.all.keys.sorted() == ["en", "pt"] && english.shape.count > 80)
        for (language, strings) in catalogues.all {
            #expect(strings.shape == english.shape, "\(language)")
            for name in english.shape.keys where english[name].contains("{}") { #expect(strings[name].contains("{}")) }
        }
    }

    /// The catalogues have every name used in a template. A misspelt one would appear on the page.
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
        let masthead = Masthead(
            revision: 1, title: "", description: "", language: newspaper, updatedAt: .now, sections: [], categories: [],
            latestEdition: nil, presentation: Presentation(timeZone: TimeZone(identifier: "Asia/Tokyo")))
        let strings = catalogues.strings(for: languages, of: masthead)
        #expect(strings.language == expected && strings.timeZone.identifier == "Asia/Tokyo")
        #expect(catalogues.strings(for: languages, of: nil).timeZone.identifier != "Asia/Tokyo")
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

    @Test(
        "Moments are told in the language, by the newspaper's clock",
        arguments: [
            ("en", "UTC", 1_243_805_400, "31 May 2009, 21:30"), ("pt", "UTC", 1_243_805_400, "31 mai 2009, 21:30"),
            ("en", "Europe/Lisbon", 1_243_805_400, "31 May 2009, 22:30"),
            ("en", "Europe/Lisbon", 1_262_304_000, "1 Jan 2010, 00:00"),
            ("en", "America/New_York", 1_262_304_000, "31 Dec 2009, 19:00"),
            ("en", "Asia/Kolkata", 1_262_304_000, "1 Jan 2010, 05:30"),
        ])
    func moments(_ language: String, _ zone: String, _ second: Double, _ expected: String) throws {
        let strings = try #require(try Self.catalogues(zone).all[language])
        let moment = Moment(Date(timeIntervalSince1970: second), strings)
        #expect(moment.text == expected)
        #expect(moment.datetime.hasSuffix("Z"))
    }

    @Test("A day of the calendar is the same by every clock")
    func days() throws {
        let strings = try #require(try Self.catalogues("America/New_York").all["pt"])
        #expect(Moment.day(Date(timeIntervalSince1970: 1_243_728_000), strings) == "31 mai 2009")
    }
}

import Foundation
import News
import Testing

@testable import Locating

/// Places by name, in the file supplied with the program.
struct GazetteerTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../static/places.tsv").path
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try Gazetteer(Self.path) }

    @Test(arguments: [
        ("Coimbra", "Coimbra", "PT"), ("coimbr", "Coimbra", "PT"), ("ÉVORA", "Évora", "PT"), ("evora", "Évora", "PT"),
        ("Lisboa", "Lisboa", "PT"), ("Lisbon", "Lisbon", "PT"), ("Londres", "Londres", "GB"),
        ("são paulo", "São Paulo", "BR"), ("  porto ", "Porto", "PT"), ("Lagos", "Lagos", "NG"),
        ("Lagos, Portugal", "Lagos", "PT"), ("lagos,pt", "Lagos", "PT"), ("Porto, Bras", "Porto Alegre", "BR"),
    ])
    func theBestComesFirst(_ text: String, _ name: String, _ country: String) throws {
        let first = try #require(gazetteer.places(text, limit: 8).first)
        #expect((first.name, first.country) == (name, country))
    }

    @Test func thoseNearWhatTheNewspaperSpeaksOfComeFirst() throws {
        let (porto, faro) = (try place(41.15, -8.61), try place(37.02, -7.93))
        let nigeria = try #require(gazetteer.places("Lagos", limit: 1).first)
        #expect(nigeria.country == "NG")
        #expect(gazetteer.places("Lagos", near: [porto, faro], limit: 8).map(\.country) == ["PT", "NG"])
        #expect(gazetteer.places("Lag", near: [porto, faro], limit: 8).first?.country == "PT")
        // One story from far away changes nothing.
        let many = Array(repeating: faro, count: 20) + [nigeria.place]
        #expect(gazetteer.places("Lagos", near: many, limit: 1).first?.country == "PT")
        #expect(gazetteer.places("Lagos", near: [nigeria.place], limit: 1).first?.country == "NG")
    }

    @Test(arguments: [
        ("Coimbraa", "Coimbra"), ("Lisbao", "Lisboa"), ("Cioimbra, PT", nil), ("Fro", nil), ("Xyzzy", nil), ("", nil),
    ])
    func similarNamesAreFound(_ text: String, _ name: String?) {
        #expect(gazetteer.similar(to: text, limit: 8).first?.name == name)
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Place {
        try #require(Place(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        (41.2, -8.6, "Porto"), (38.7, -9.1, "Lisboa"), (37.0, -7.9, "Faro"), (0.0, -30.0, nil), (90.0, 0.0, nil),
        (-36.9, 174.8, "Auckland"),
    ])
    func theNearestTownGivesAPlaceItsName(_ latitude: Double, _ longitude: Double, _ name: String?) throws {
        let place = try #require(Place(latitude: latitude, longitude: longitude))
        #expect(gazetteer.scan(for: place, within: 25)?.name == name)
    }

    /// The last line has no newline, and others make no sense.
    @Test func aDamagedFileGivesWhatItHas() throws {
        let file = try TemporaryFile(Array("# x\n\nnonsense\na\tA\t\tPT\tx\ty\t1\nb\tB\t\tFJ\t0.0\t179.95\t5".utf8))
        let place = try #require(Place(latitude: 0, longitude: -179.95))
        #expect(try Gazetteer(file.path).scan(for: place, within: 25)?.name == "B")
        let empty = try TemporaryFile([])
        #expect(try Gazetteer(empty.path).scan(for: place, within: 25) == nil)
    }

    @Test func aPlaceIsOfferedOnceWithWhatTellsItFromOthers() throws {
        let world = """
            # A source, and its licence
            springfield\tSpringfield\tMissouri\tUS\t37.22\t-93.30\t169000
            springfield\tSpringfield\tOhio\tUS\t39.92\t-83.81\t58000
            springfield-gardens\tSpringfield Gardens\t\tUS\t40.66\t-73.76\t900000

            """
        let file = try TemporaryFile(Array(world.utf8))
        let gazetteer = try Gazetteer(file.path)
        #expect(gazetteer.attribution == "A source, and its licence" && self.gazetteer.attribution == nil)
        #expect(
            gazetteer.places("Springf", limit: 8).map { $0.title(in: "en") } == [
                "Springfield Gardens, United States", "Springfield, Missouri, United States",
                "Springfield, Ohio, United States",
            ])
        #expect(gazetteer.places("springfield", limit: 1).first?.region == "Missouri")
        #expect(gazetteer.places("Springfield, Ohio", limit: 8).map(\.inhabitants) == [58000])
        let lisbon = try #require(self.gazetteer.places("Lisboa", limit: 1).first)
        #expect(lisbon.title(in: "pt") == "Lisboa, Portugal" && abs(lisbon.place.latitude - 38.72) < 0.05)
        #expect(self.gazetteer.places("Lisb", limit: 8).count == 1)
    }

    @Test(arguments: [
        "", "l", ",", "  ", "zzzzzzzz", "\t\n", "%", "Coimbra, Atlantis", String(repeating: "a", count: 100_000),
    ])
    func whatIsNoneFindsNothing(_ text: String) { #expect(gazetteer.places(text, limit: 8).isEmpty) }

    /// Otherwise binary search would miss some.
    @Test func theFileIsInOrder() throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 300)
        var last = Substring()
        for line in lines {
            let key = line.prefix { $0 != "\t" }
            #expect(!key.utf8.lexicographicallyPrecedes(last.utf8), "\(line)")
            last = key
            let name = line.split(separator: "\t", omittingEmptySubsequences: false)[1]
            #expect(Slug.make(String(name)) == String(key), "\(line)")
        }
    }

    @Test(arguments: [
        "", "a", "coimbra", "coimbra\tCoimbra\n", "coimbra\tCoimbra\t\tPT\t400\t0\t1\n", "\n\n\n",
        "coimbra\t\t\t\t\t\t\t\t",
    ])
    func damageFindsNothing(_ bytes: String) throws {
        let file = try TemporaryFile(Array(bytes.utf8))
        #expect(try Gazetteer(file.path).places("coimbra", limit: 8).isEmpty)
        #expect(throws: LocatingError.notOpened(path: "/nowhere")) { try Gazetteer("/nowhere") }
    }
}

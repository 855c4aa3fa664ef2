import Foundation
import Imaging
@testable import Server
import Testing

struct DemoTests {
    private static let newspaper = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../static/demo/newspaper.xml").standardized

    private func text() throws -> String { try String(contentsOf: Self.newspaper, encoding: .utf8) }

    @Test func everyPictureHasItsFileAndTheOtherWayRound() throws {
        let named = try text().matches(of: /https:\/\/example\.org\/media\/([a-z-]+)\.jpg/).map { String($0.output.1) }
        #expect(named.count >= 24)
        #expect(Set(named).count == named.count)
        let files = try FileManager.default.contentsOfDirectory(atPath: DemoPicture.folder).filter {
            $0.hasSuffix(".jpg")
        }
        #expect(named.map { "\($0).jpg" }.sorted() == files.sorted())
    }

    @Test func everyArticleIsComplete() throws {
        let items = try text().components(separatedBy: "<item>").dropFirst()
        #expect(items.count == 30)
        for item in items {
            for element in ["title", "link", "pubDate", "dc:creator", "dc:language", "category", "description"] {
                #expect(item.contains("<\(element)>"), "\(element) is missing in \(item.prefix(120))")
            }
            #expect(item.contains("<content:encoded>"))
            #expect(item.contains("<media:content") == item.contains("<media:description"))
        }
        let sections = items.compactMap { $0.firstMatch(of: /<category>(.+?)<\/category>/)?.output.1 }
        #expect(Set(sections) == ["City", "World", "Science", "Culture", "Sport"])
    }

    /// Its dates are moved to the day on which somebody tries it.
    @Test func noTextIsTiedToADay() throws {
        let texts = try text().replacing(/<(?:pubDate|lastBuildDate)>.+?</, with: "")
        let day =
            /\b(?:[Oo]n|[Ff]rom|[Uu]ntil) (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\bn[ao] (?:\w+-feira|sábado|domingo)\b/
        #expect(texts.matches(of: day).map { String($0.output) }.isEmpty)
    }

    /// The files match the newspaper's figures, and are small enough for a repository.
    @Test func everyPictureIsAPhotographOfItsSize() throws {
        let names = try text().matches(of: /media\/([a-z-]+)\.jpg/).map { String($0.output.1) }
        var bytes = 0
        for name in names {
            let picture = try DemoPicture.bytes(name)
            let header = try ImageHeader.read(picture)
            #expect(header.format == .jpeg && header.width == 1600 && header.height == 1000, "\(name)")
            bytes += picture.count
        }
        #expect(bytes < 5_000_000)
    }
}

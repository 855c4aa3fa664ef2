import Foundation
import Testing
@testable import Server

struct DemoTests {
    private static let newspaper = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../static/demo/newspaper.xml").standardized

    private func text() throws -> String { try String(contentsOf: Self.newspaper, encoding: .utf8) }

    @Test func everyPictureHasItsIllustrationAndTheOtherWayRound() throws {
        let named = try text().matches(of: /https:\/\/example\.org\/media\/([a-z-]+)\.jpg/).map { String($0.output.1) }
        #expect(named.count >= 24)
        #expect(Set(named).count == named.count)
        #expect(named.sorted() == Illustration.all.map(\.name).sorted())
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

    @Test func anIllustrationIsDrawnByName() throws {
        let bytes = try #require(Illustration.jpeg(named: "marathon"))
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(bytes.count > 50_000)
        #expect(Illustration.jpeg(named: "no-such-picture") == nil)
    }
}

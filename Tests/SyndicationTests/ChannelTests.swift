import Foundation
import News
import Testing
import XML

@testable import Syndication

struct ChannelTests {
    @Test func theDocumentIsTheGoldenOne() throws {
        let (channel, twin) = (Example.channel(try Example.plan()), Example.channel(try Example.plan(), .json))
        try expectGolden("channel.xml", channel.document(allowance: 250_000, compression: 1).bytes)
        try expectGolden("channel.json", twin.document(allowance: 250_000, compression: 1).bytes)
    }

    /// What the 2009 clients read by position.
    @Test func theElementsOf2009AreInTheirOrder() throws {
        let root = try XMLReader.parse(
            Example.channel(try Example.plan()).document(allowance: 250_000, compression: 1).bytes)
        #expect(
            root.elements.filter { $0.namespace == nil }.map(\.name)
                == ["title", "description", "link", "language", "generator", "items"])
        let item = try #require(root.first("items")?.first("item"))
        #expect(
            item.elements.filter { $0.namespace == nil }.map(\.name)
                == [
                    "id", "title", "description", "pubDate", "link", "image", "imageCaption", "thumbnail", "text",
                    "author",
                    "category", "category", "category",
                ])
        #expect(item.first("title")?.text == Example.stories[0].headline)
        #expect(item.first("text")?.text == Example.stories[0].text)
        #expect(item.first("link")?.text == "https://news.example.org/articles/boat")
    }

    @Test func theJSONTwinParses() throws {
        let bytes = Example.channel(try Example.plan(), .json).document(allowance: 250_000, compression: 1).bytes
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let items = try #require(object["items"] as? [[String: Any]])
        #expect(items.map { $0["title"] as? String } == Example.stories.map(\.headline))
    }

    /// Document and pictures together, whatever is allowed; and what is left out is left out whole.
    @Test(
        arguments: [DocumentFormat.xml, .json],
        ["html.full", "plain.full", "summary.thumbnails", "headline.off", "html.off"])
    func staysWithinWhatIsAllowed(_ format: DocumentFormat, _ wish: String) throws {
        let plan = try Example.plan("20.\(wish).120q30.320q60.jpeg.250.auto.100.3g")
        let channel = Example.channel(plan, format)
        var weights: [Int] = []
        for allowance in stride(from: 2_500, through: 50_000, by: 250) {
            let document = channel.document(allowance: allowance, compression: 1)
            let weight = document.bytes.count + document.pictureBytes
            #expect(weight <= allowance)
            #expect(document.pictureBytes == namedBytes(document.bytes, format))
            if plan.pictures == .off { #expect(document.pictureBytes == 0) }
            switch format {
            case .xml: #expect(throws: Never.self) { try XMLReader.parse(document.bytes) }
            case .json: #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(document.bytes)) }
            }
            if document.shares.count < 3 { #expect(document.older != nil) }
            weights.append(document.shares.count)
        }
        #expect(weights == weights.sorted())
        #expect(weights.last == 3)
    }

    private func namedBytes(_ bytes: [UInt8], _ format: DocumentFormat) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        let pattern = format == .xml ? /n4md:bytes="(\d+)"/ : /"bytes":(\d+)/
        return text.matches(of: pattern).compactMap { Int($0.output.1) }.reduce(0, +)
    }

    @Test func nothingFitsIntoNothing() throws {
        let document = Example.channel(try Example.plan()).document(allowance: 0, compression: 1)
        #expect(document.shares.isEmpty)
        #expect(try XMLReader.parse(document.bytes).first("items")?.all("item").isEmpty == true)
    }

    @Test func theCursorLeadsToWhatComesAfterTheLastStory() throws {
        let plan = try Example.plan("2.headline.off.120q30.320q60.jpeg.250.auto.100.3g")
        let cut = Example.channel(plan).document(allowance: 250_000, compression: 1)
        #expect(cut.older?.cursor == Cursor(publishedAt: Example.stories[1].publishedAt, id: 41))
        let root = try XMLReader.parse(cut.bytes)
        let older = try #require(root.first("older", "urn:n4md:1"))
        #expect(older.attribute("before") == cut.older?.cursor.token)
        let address = "https://news.example.org/channel/7/\(plan.name).xml"
        #expect(older.text == "\(address)?before=\(cut.older?.cursor.token ?? "")&sections=city,culture")
        let all = Example.channel(try Example.plan(), hasMore: false).document(allowance: 250_000, compression: 1)
        #expect(all.older == nil)
    }

    @Test func aCompressedDocumentHasRoomForMore() throws {
        let channel = Example.channel(try Example.plan("20.headline.off.120q30.320q60.jpeg.250.auto.100.3g"))
        let all = channel.document(allowance: 250_000, compression: 1).bytes.count
        #expect(channel.document(allowance: all - 100, compression: 1).shares.count < 3)
        #expect(channel.document(allowance: all - 100, compression: 0.5).shares.count == 3)
    }
}

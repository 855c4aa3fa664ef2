import Foundation
import News
import Testing
import XML

@testable import Syndication

struct ChannelTests {
    @Test func theDocumentIsTheGoldenOne() throws {
        let (channel, twin) = (Example.channel(try Example.plan()), Example.channel(try Example.plan(), .json))
        try expectGolden("channel.xml", channel.document(compression: 1).sent)
        try expectGolden("channel.json", twin.document(compression: 1).sent)
    }

    /// The weather stands before the items, and is weighed with them.
    @Test(arguments: [DocumentFormat.xml, .json]) func theWeatherHasItsPlace(_ format: DocumentFormat) throws {
        var channel = Example.channel(try Example.plan("p1-i1-theadline-moff-b250"), format)
        let without = channel.document(compression: 1).sent.count
        channel.weather = LocalWeather(
            WeatherReport(
                town: "São \"João\" & <Mar>",
                values: .init(
                    time: Example.moment(0), temperature: 14, low: -2, high: 17, symbol: .lightrainshowers, wind: 18,
                    precipitation: 0.4),
                source: WeatherSource(name: "MET Norway", link: "https://api.met.no/doc/License")),
            "14 °C, light rain showers")
        let document = channel.document(compression: 1).sent
        try expectGolden("weather.\(format.rawValue)", document)
        #expect((250..<450).contains(document.count - without))
        // What is not known is left out.
        channel.weather = LocalWeather(
            WeatherReport(
                town: nil,
                values: .init(
                    time: Example.moment(0), temperature: 14, low: 9, high: 17, symbol: nil, wind: nil,
                    precipitation: nil), source: WeatherSource(name: "weather.example", link: "http://weather.example/")
            ),
            "14 °C")
        let short = String(decoding: channel.document(compression: 1).sent, as: UTF8.self)
        for name in ["town", "symbol", "wind", "precipitation"] {
            #expect(!short.contains(format == .xml ? " \(name)=" : "\"\(name)\":"))
        }
    }

    /// The 2009 clients read these elements by position.
    @Test func theElementsOf2009AreInTheirOrder() throws {
        let root = try XMLReader.parse(
            Example.channel(try Example.plan()).document(compression: 1).sent)
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
        let bytes = Example.channel(try Example.plan(), .json).document(compression: 1).sent
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let items = try #require(object["items"] as? [[String: Any]])
        #expect(items.map { $0["title"] as? String } == Example.stories.map(\.headline))
    }

    /// The document and its pictures stay within any budget, and parts are only left out as a whole.
    @Test(
        arguments: [DocumentFormat.xml, .json],
        [
            "thtml-mfull-w320-q60-h120-k30-ssquare", "tplain-mfull-w320-q60-h120-k30-ssquare",
            "tsummary-mthumbnails-h120-k30-ssquare", "theadline-moff", "thtml-moff",
        ])
    func staysWithinTheBudget(_ format: DocumentFormat, _ wish: String) throws {
        var plan = try Example.plan("p1-i20-\(wish)-b250")
        var weights: [Int] = []
        for budget in stride(from: 2_500, through: 50_000, by: 250) {
            plan.budget = budget
            let document = Example.channel(plan, format).document(compression: 1)
            #expect(document.sent.count + document.pictureBytes <= budget)
            #expect(document.pictureBytes == namedBytes(document.sent, format))
            if plan.pictures == .off { #expect(document.pictureBytes == 0) }
            switch format {
            case .xml: #expect(throws: Never.self) { try XMLReader.parse(document.sent) }
            case .json: #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(document.sent)) }
            }
            if document.shares.count < 3 { #expect(document.shares.isEmpty == (document.older == nil)) }
            weights.append(document.count)
        }
        #expect(weights == weights.sorted())
        #expect(weights.last == Example.channel(plan, format).document(compression: 1).packer.steps.count)
    }

    private func namedBytes(_ bytes: [UInt8], _ format: DocumentFormat) -> Int {
        let text = String(decoding: bytes, as: UTF8.self)
        let pattern = format == .xml ? /n4md:bytes="(\d+)"/ : /"bytes":(\d+)/
        return text.matches(of: pattern).compactMap { Int($0.output.1) }.reduce(0, +)
    }

    @Test func nothingFitsIntoNothing() throws {
        var plan = try Example.plan()
        plan.budget = 0
        let document = Example.channel(plan).document(compression: 1)
        #expect(document.shares.isEmpty)
        #expect(try XMLReader.parse(document.sent).first("items")?.all("item").isEmpty == true)
    }

    @Test func theCursorLeadsToWhatComesAfterTheLastStory() throws {
        let plan = try Example.plan("p1-i2-theadline-moff-b250")
        let cut = Example.channel(plan).document(compression: 1)
        #expect(cut.older?.cursor == Cursor(publishedAt: Example.stories[1].publishedAt, id: 41))
        let root = try XMLReader.parse(cut.sent)
        let older = try #require(root.first("older", "urn:n4md:1"))
        #expect(older.attribute("before") == cut.older?.cursor.token)
        let address = "https://news.example.org/channel/current/\(plan.name).xml"
        #expect(older.text == "\(address)?before=\(cut.older?.cursor.token ?? "")&sections=city,culture")
        let all = Example.channel(try Example.plan(), rest: nil).document(compression: 1)
        #expect(all.older == nil)
    }

    /// The compressed size is known only after writing, so the document is rewritten until it fills the budget.
    @Test func aCompressedDocumentHasRoomForMore() throws {
        var plan = try Example.plan("p1-i20-theadline-moff-b250")
        plan.budget = Example.channel(plan).document(compression: 1).sent.count - 100
        #expect(Example.channel(plan).document(compression: 1).shares.count < 3)
        let half = Example.channel(plan).document(compression: 1) { Array($0.prefix($0.count / 2)) }
        #expect(half.shares.count == 3)
    }

    @Test func aDeltaSaysSoAndNamesWhatIsNoMore() throws {
        for format in DocumentFormat.allCases {
            var channel = Example.channel(try Example.plan(), format, stories: [Example.stories[0]], rest: nil)
            channel.selection.since = 5
            channel.withdrawn = [Withdrawal(id: 17, at: Example.moment(0)), Withdrawal(id: 18, at: Example.moment(9))]
            let sent = channel.document(compression: 1).sent
            try expectGolden("delta.\(format.rawValue)", sent)
            if format == .json {
                let object = try #require(try JSONSerialization.jsonObject(with: Data(sent)) as? [String: Any])
                #expect((object["items"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [17, 18, 42])
            }
        }
    }

    /// If HTML is too long, plain text replaces it rather than nothing, and the document says so.
    @Test func aTextThatIsPlainerThanThePlanSaysSo() throws {
        var story = Example.stories[0]
        story.picture = nil
        story.text = "<p>" + String(repeating: "<em>wave</em> <strong>water</strong> ", count: 80) + "</p>"
        story.plainText = String(repeating: "wave water ", count: 80)
        var plan = try Example.plan()
        let whole = Example.channel(plan, stories: [story], rest: nil).document(compression: 1)
        #expect(whole.shares.map(\.text) == [.html])
        plan.budget = whole.sent.count - 100
        let plain = Example.channel(plan, stories: [story], rest: nil).document(compression: 1)
        #expect(plain.shares.map(\.text) == [.plain])
        let item = try XMLReader.parse(plain.sent).first("items")?.first("item")
        #expect(item?.all("text").map(\.text) == [story.plainText])
        #expect(item?.first("text")?.attribute("format", "urn:n4md:1") == "plain")
    }
}

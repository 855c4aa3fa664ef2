import Foundation
import News
import Testing

@testable import Syndication

/// A small newspaper that is always the same, with some of everything.
enum Example {
    static let culture = Section(id: 1, slug: "culture", name: "Culture")
    static let city = Section(id: 2, slug: "city", name: "City & Port")
    static let site = Site(publicURL: "https://news.example.org/")

    static let masthead = Masthead(
        revision: 7, title: "The <Example> & Co.", description: "News of one town", language: "en",
        updatedAt: moment(3600), sections: [culture, city],
        categories: [
            Category(id: 10, slug: "culture", name: "Culture"), Category(id: 11, slug: "film", name: "Film"),
            Category(id: 12, slug: "sea", name: "Sea \"& shore\""),
        ],
        latestEdition: Edition(number: 3, date: moment(-6 * 86_400), title: "", revision: 1, articleCount: 3))

    static func moment(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_243_805_400 + seconds) }

    static let hash = String(repeating: "0123456789abcdef", count: 4)

    static func picture(thumbnail: Bool = true) -> StoryPicture {
        let small = Rendition(
            name: .init(PictureSpec(width: 120, quality: 30, shape: .square), crop: 50, format: .webp), width: 120,
            height: 120, bytes: 2_000)
        let large = Rendition(
            name: .init(PictureSpec(width: 320, quality: 60), format: .jpeg), width: 300, height: 200, bytes: 14_000)
        return StoryPicture(
            hash: hash, alt: "A \"boat\" & its <crew>", caption: "The boat", credit: "A. Nother", color: "#2060a0",
            renditions: thumbnail ? [small, large] : [large],
            pair: PicturePair(thumbnail: small.spec, detail: large.spec))
    }

    static let stories = [
        Story(
            id: 42, revision: 1, guid: "tag:example.org,2009:boat", slug: "boat",
            texts: .init(headline: "Boat <b>& \"bridge\"</b> ]]>", standfirst: "It's < a boat", byline: "Ana & Rui"),
            text: "<p>One &amp; two<br>three ]]&gt;</p>",
            sectionID: 2, categoryIDs: [12, 11], edition: 3, publishedAt: moment(0), updatedAt: moment(3600),
            picture: picture(), place: Place(latitude: 41.4502, longitude: -8.2901)),
        Story(
            id: 41, revision: 1, guid: "tag:example.org,2009:filme", slug: "filme",
            texts: .init(headline: "Um filme em São Mamede 🙂", language: "pt-PT"),
            text: "<p>Texto</p>", sectionID: 1, categoryIDs: [10, 11], edition: 3,
            publishedAt: moment(-60), updatedAt: moment(0), picture: nil, place: nil),
        Story(
            id: 40, revision: 1, guid: "tag:example.org,2009:old", slug: "old",
            texts: .init(headline: "Control \u{1} and \u{FFFF}", standfirst: "Old", byline: "Desk"),
            text: "", sectionID: 99, categoryIDs: [98], edition: 2,
            publishedAt: moment(-86_400), updatedAt: moment(-86_400), picture: picture(thumbnail: false), place: nil),
    ]

    static func plan(_ name: String = "p1-i20-thtml-mfull-w320-q60-h120-k30-ssquare-b250") throws
        -> DeliveryPlan
    {
        try #require(DeliveryPlan(name: name))
    }

    static func channel(
        _ plan: DeliveryPlan, _ format: DocumentFormat = .xml, stories: [Story] = stories,
        rest: Cursor? = Cursor(publishedAt: moment(-86_400), id: 40)
    ) -> Channel {
        let writer = StoryWriter(masthead: masthead, site: site, text: .html, format: format)
        var selection = Selection()
        selection.sections = ["city", "culture"]
        return Channel(
            masthead: masthead, site: site, plan: plan,
            reasons: [
                Reason(.third, "3G: 20 items, plain text, thumbnails of quality 30 and pictures of quality 60"),
                Reason(.threeQuarters, "Battery between 20 and 49 %: three quarters of the budget"),
            ], selection: selection, format: format, stories: stories.map(writer.write), rest: rest)
    }
}

/// Compares the bytes with a file in the repository, or writes it if `N4MD_UPDATE_GOLDEN` is set.
func expectGolden(_ name: String, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["N4MD_UPDATE_GOLDEN"] != nil { try Data(bytes).write(to: file) }
    let golden = try Data(contentsOf: file)
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self), sourceLocation: location)
}

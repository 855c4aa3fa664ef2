import Doubles
import Foundation
import News
import XML

/// A source's version of a story, labelled with the story it is.
struct Told: Encodable {
    /// The number of the story; equal numbers are the same story.
    var story: Int
    /// The kind of variant, or of lookalike.
    var kind: String
    var headline: String
    var standfirst = ""
    var text: String
    var address: String

    var compared: ComparedStory {
        ComparedStory(headline: headline, standfirst: standfirst, text: text, language: "en", address: address)
    }
}

/// Reads the articles of an RSS 2.0 feed with full texts.
func articles(of path: String) throws -> [Told] {
    let root = try XMLReader.parse([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    let items = root.first("channel")?.all("item") ?? []
    return Array(items).enumerated().map { number, item in
        Told(
            story: number, kind: "original", headline: plain(item.first("title")?.text ?? ""),
            standfirst: plain(item.first("description")?.text ?? ""),
            text: plain(item.first("encoded", "http://purl.org/rss/1.0/modules/content/")?.text ?? ""),
            address: item.first("link")?.text ?? "")
    }
}

private func plain(_ html: String) -> String { HTMLSanitizer.sanitize(html).plainText }

/// A SplitMix64 generator, with the same numbers in every run.
struct Dice: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

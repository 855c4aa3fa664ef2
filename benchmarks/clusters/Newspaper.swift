import Foundation
import News
import XML

/// A story as a source tells it, and which story it is.
struct Told {
    /// Stories of one number are the same; all others are not.
    var story: Int
    /// How it was made of the original, or what it is that only looks like it.
    var kind: String
    var headline: String
    var standfirst = ""
    var text: String
    var address: String

    var compared: ComparedStory {
        ComparedStory(headline: headline, standfirst: standfirst, text: text, language: "en", address: address)
    }
}

/// The articles of a feed in RSS 2.0 that has their whole texts.
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

/// SplitMix64: the same numbers in every run.
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

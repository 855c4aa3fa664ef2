/// One of the sources: its number says its address and how it behaves.
struct Source {
    /// How sources are; of 1000, 50 are slow, 20 broken, 30 redirect, and 5 are hostile.
    enum Kind: String, CaseIterable {
        case good, late, trickling, dripping, silent, reset, short, garbage, failing, moved, elsewhere, circle, endless,
            bomb, headers

        /// Whether a reader gets a feed from it in the end.
        var hasFeed: Bool { [.good, .late, .trickling, .moved, .elsewhere].contains(self) }
    }

    let number: Int

    /// 127.1.0.1 and on: all of 127.0.0.0/8 is this machine.
    var host: String { "127.\(1 + number / 62_500).\(number / 250 % 250).\(number % 250 + 1)" }

    init(number: Int) { self.number = number }

    /// The source at an address.
    init?(host: String) {
        let parts = host.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4, parts[1] > 0, parts[3] > 0 else { return nil }
        number = (parts[1] - 1) * 62_500 + parts[2] * 250 + parts[3] - 1
    }

    var kind: Kind {
        // So that the bad ones are spread evenly.
        let place = number * 7919 % 1000
        return switch place {
        case 0..<20: .late
        case 20..<30: .trickling
        case 30..<40: .dripping
        case 40..<50: .silent
        case 50..<70: [.reset, .short, .garbage, .failing][place % 4]
        case 70..<100: [.moved, .elsewhere, .circle][place % 3]
        case 100..<102: .endless
        case 102..<104: .bomb
        case 104: .headers
        default: .good
        }
    }

    /// What identifies the feed as it is when so many editions have come out.
    func tag(_ edition: Int) -> String { "\"\(number)-\(edition)\"" }

    /// An RSS feed of 20 stories, the newest of which came out with the edition; about 15 kB.
    func feed(_ edition: Int) -> String {
        let items = (0..<20).map { age -> String in
            let story = edition + 20 - age
            let words = Words(seed: number * 1_000_003 + story)
            return """
                <item><title>\(words.text(8))</title><link>http://\(host)/stories/\(story)</link>
                <guid isPermaLink="false">\(number)-\(story)</guid><description>\(words.text(90))</description></item>

                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>Source \(number)</title><link>http://\(host)/</link>
            <description>Number \(number) of many</description><ttl>5</ttl>
            \(items.joined())</channel></rss>
            """
    }
}

/// Text that follows from a number, and is another for another.
private final class Words {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    func text(_ count: Int) -> String {
        (0..<count).map { _ in
            (0..<3).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Self.syllables[Int(state >> 59)]
            }.joined()
        }.joined(separator: " ")
    }

    private static let syllables = [
        "ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "du", "fa", "ge", "hi", "jo", "la", "me", "ni", "po",
        "ru", "sa", "te", "wi", "yo", "zu", "an", "el", "is", "or", "un", "ta", "re", "co",
    ]
}

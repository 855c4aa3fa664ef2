/// A source, whose number determines its address and behaviour.
struct Source {
    /// The behaviour of a source. Of 1000, 50 are slow, 20 broken, 30 redirect, and 5 are hostile.
    enum Kind: String, CaseIterable {
        case good, late, trickling, dripping, silent, reset, short, garbage, failing, moved, elsewhere, circle, endless,
            bomb, headers

        /// Whether it eventually delivers a feed.
        var hasFeed: Bool { [.good, .late, .trickling, .moved, .elsewhere].contains(self) }
    }

    let number: Int

    /// An address from 127.1.0.1 up: all of 127.0.0.0/8 is this machine.
    var host: String { "127.\(1 + number / 62_500).\(number / 250 % 250).\(number % 250 + 1)" }

    init(number: Int) { self.number = number }

    /// The source at an address.
    init?(host: String) {
        let parts = host.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4, parts[1] > 0, parts[3] > 0 else { return nil }
        number = (parts[1] - 1) * 62_500 + parts[2] * 250 + parts[3] - 1
    }

    var kind: Kind {
        // Spreads the bad ones evenly.
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

    /// The entity tag of the feed after a number of editions.
    func tag(_ edition: Int) -> String { "\"\(number)-\(edition)\"" }

    /// An RSS feed of 20 stories, about 15 kB, the newest published with the edition.
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

/// Generates text that is determined by a seed.
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

import Foundation

/// Makes variants of an article as other sources would publish it.
struct Variants {
    var dice: Dice

    /// The boilerplate of other sources around each of their stories.
    private static let sources: [(name: String, before: String, after: String)] = [
        (
            "wire.example", "",
            "Reporting by our staff; editing by the night desk. Our standards: the trust principles of the wire. Licensing rights can be bought by whoever wants to print this story, in whole or in part, with the name of its writers."
        ),
        (
            "daily.example",
            "You have read two of your five free stories this month. Subscribe now for one euro a week and support independent journalism in our region, every day of the year.",
            "Follow us on all channels and never miss a story again. Have you seen a mistake? Write to the editors, who answer every letter within two days. All rights reserved, no part of this page may be copied without our written consent."
        ),
        ("mirror.example", "This story was first published elsewhere and is printed here with permission.", ""),
        (
            "portal.example",
            "Advertisement. Scroll down to continue reading. Listen to this story, about as long as it takes to drink a coffee.",
            "Sign up for our newsletter and get the best stories of the day in your inbox each morning at six, with the weather, the traffic, and a crossword that takes no longer than the ride to work."
        ),
        (
            "blog.example", "",
            "Thanks for reading! Share this with somebody who should know about it, and leave a comment below."
        ),
    ]
    private static let synonyms = [
        "announcing": "Unveiling", "introducing": "Presenting", "how": "The way", "why": "The reasons",
        "building": "Creating", "new": "Fresh",
        "using": "Employing", "making": "Producing", "design": "Layout", "government": "State", "federal": "U.S.",
        "tips": "Advice",
        "guide": "Handbook", "story": "Tale", "team": "Group", "users": "People", "website": "Site",
        "tools": "Instruments", "open": "Free",
        "data": "Figures", "standards": "Rules", "what": "All that", "helps": "Aids", "improving": "Bettering",
        "lessons": "Teachings",
        "project": "Undertaking", "questions": "Inquiries", "digital": "Online", "agencies": "Offices",
        "better": "Improved",
    ]
    private static let prefixes = [
        "Breaking:", "Exclusive:", "UPDATE 1 -", "Opinion |", "WATCH:", "In depth:", "Washington (wire) -",
    ]
    private static let fillers = ["also", "now", "reportedly", "again", "later", "meanwhile", "there", "still"]

    /// Six variants of an article, as other sources would publish it.
    mutating func all(of article: Told) -> [Told] {
        let ways: [(String, (inout Variants, inout Told) -> Void)] = [
            ("cut", { $0.cut(&$1, 30...70) }),
            (
                "headline rewritten, words changed",
                {
                    $0.rewrite(&$1); $0.edit(&$1, 2...8)
                }
            ),
            (
                "among other words, cut",
                {
                    $0.cut(&$1, 50...100); $0.surround(&$1)
                }
            ),
            (
                "all at once",
                {
                    $0.rewrite(&$1); $0.cut(&$1, 30...70); $0.edit(&$1, 2...5); $0.surround(&$1)
                }
            ),
            ("other signs, same page", { $0.sign(&$1) }),
            ("headline and first sentence", { $0.shorten(&$1) }),
        ]
        return ways.map { kind, make in
            var told = article
            told.kind = kind
            told.address =
                "https://source\(Int.random(in: 1...40, using: &dice)).example/\(Int.random(in: 1...9_999_999, using: &dice))"
            make(&self, &told)
            return told
        }
    }

    private mutating func cut(_ told: inout Told, _ percent: ClosedRange<Int>) {
        let words = told.text.split(separator: " ")
        told.text = words.prefix(max(1, words.count * Int.random(in: percent, using: &dice) / 100)).joined(
            separator: " ")
        // Half of the sources have no standfirst.
        if Bool.random(using: &dice) { told.standfirst = "" }
    }

    /// Rewrites the headline: with synonyms, reordered, shortened, with a prefix, or as the beginning of
    /// the text.
    private mutating func rewrite(_ told: inout Told) {
        let words = told.headline.split(separator: " ").map(String.init)
        switch Int.random(in: 0...4, using: &dice) {
        case 0:
            told.headline = words.map { Self.synonyms[$0.lowercased()] ?? $0 }.joined(separator: " ")
        case 1:
            let middle = words.count / 2
            told.headline = (words[middle...] + words[..<middle]).joined(separator: " ")
        case 2:
            told.headline = words.prefix(max(3, words.count * 2 / 3)).joined(separator: " ")
        case 3:
            told.headline = (Self.prefixes.randomElement(using: &dice) ?? "") + " " + told.headline
        default:
            told.headline = told.text.split(separator: " ").prefix(9).joined(separator: " ")
        }
    }

    /// Removes, inserts or swaps a percentage of the words.
    private mutating func edit(_ told: inout Told, _ percent: ClosedRange<Int>) {
        let share = Int.random(in: percent, using: &dice)
        var words: [String] = []
        for word in told.text.split(separator: " ") {
            guard Int.random(in: 0..<100, using: &dice) < share else { words.append(String(word)); continue }
            switch Int.random(in: 0...2, using: &dice) {
            case 0: break
            case 1: words += [String(word), Self.fillers.randomElement(using: &dice) ?? ""]
            default: words.insert(String(word), at: max(0, words.count - 1))
            }
        }
        told.text = words.joined(separator: " ")
    }

    mutating func surround(_ told: inout Told) {
        guard let source = Self.sources.randomElement(using: &dice) else { return }
        told.address = "https://\(source.name)/\(Int.random(in: 1...9_999_999, using: &dice))"
        told.text = [source.before, told.text, source.after].joined(separator: "\n")
    }

    /// The same page at another address, from a source with different typography.
    private mutating func sign(_ told: inout Told) {
        told.address = "https://www.127.0.0.1:8090/" + "amp" + told.address
        told.text = told.text.replacing("\u{2019}", with: "'").replacing("\u{201C}", with: "\"").replacing(
            "\u{201D}", with: "\""
        )
        .replacing(" - ", with: " \u{2014} ").replacing("&", with: "and")
        told.headline = told.headline.uppercased()
    }

    private mutating func shorten(_ told: inout Told) {
        let sentences = Self.sentences(of: told.text)
        told.standfirst = sentences.prefix(2).joined(separator: " ")
        told.text = ""
    }

    static func sentences(of text: String) -> [String] {
        text.split { $0 == "\n" }.flatMap { $0.split(separator: ". ") }.map { $0 + "." }.filter { $0.count > 30 }
    }
}

import Foundation
import News
import Web

/// The page on which readers choose what they are told of on their lock screens. Its script knows what they chose.
struct MessageWishPage: Sendable {
    struct Choice: Sendable, Equatable {
        var topic: String
        var name: String

        init(_ topic: PushTopic, _ name: String) {
            self.topic = topic.name
            self.name = name
        }
    }
    /// The topics of a kind, folded.
    struct Group: Sendable {
        var heading: String
        var choices: [Choice]
        var hasChoices: Bool
        /// The page with all of them, if some are left out.
        var all: String?
    }
    struct Cap: Sendable {
        var number: Int
        var isUsual: Bool
    }

    /// The topics of the page or story that the reader comes from.
    var asked: [Choice]
    var groups: [Group]
    var caps: [Cap]

    /// The messages a day to choose from, within `PushWishes.caps`, and the number if readers say nothing (docs/push.md).
    private static let (capChoices, usualCap) = ([1, 2, 3, 5, 10, 20, 50], 5)

    /// - Parameters:
    ///   - authors: those to choose from.
    ///   - rows: the most choices of a kind.
    init(asked: [Choice], _ authors: [Author], _ masthead: Masthead, _ strings: Strings, rows: Int) {
        self.asked = asked
        func group(_ kind: String, _ choices: [Choice]) -> Group? {
            let open = choices.filter { !asked.contains($0) }
            guard !open.isEmpty else { return nil }
            return Group(
                heading: strings[kind], choices: Array(open.prefix(rows)), hasChoices: rows > 0,
                all: open.count > rows ? "/" + kind : nil)
        }
        groups = [
            group("sections", masthead.sections.map { Choice(.section($0.slug), $0.name) }),
            group("categories", masthead.categories.map { Choice(.category($0.slug), $0.name) }),
            group(
                "authors",
                authors.map { Choice(.author($0.slug), $0.title) }
                    .sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }),
        ].compactMap(\.self)
        caps = Self.capChoices.map { Cap(number: $0, isUsual: $0 == Self.usualCap) }
    }
}

import Exchange
import ExchangeArchive
import News
import Web

/// The entries that a source would have brought in, as its pages show them.
struct SourcePreviewPart: Sendable {
    struct Entry: Sendable {
        var headline: String
        /// The decision about it, as readers of the page are told it.
        var verdict: String
        var isOut: Bool
        /// The section that it would go into, if there are rules for that.
        var section: String?
        var at: Moment?
    }

    /// The most entries on a page.
    private static let limit = 50

    var title: String
    var summary: String
    var entries: [Entry]

    init(_ preview: SourcePreview, _ sections: [Section], _ strings: Strings) {
        let names = Dictionary(sections.map { ($0.slug, $0.name) }) { $1 }
        title = strings[preview.isLastWeek ? "room_sourceLastWeek" : "room_sourceLatest"]
        summary = strings["room_sourceWould"].replacing("{count}", with: "\(preview.admitted)").replacing(
            "{all}", with: "\(preview.entries.count)")
        entries = preview.entries.prefix(Self.limit).map {
            let verdict =
                switch $0.verdict {
                case .admitted: strings["room_sourceIn"]
                case .excluded(let word): strings("room_sourceOut", word)
                case .notIncluded: strings["room_sourceNoWord"]
                }
            return Entry(
                headline: $0.headline, verdict: verdict, isOut: $0.verdict != .admitted,
                section: preview.hasSectionRules && $0.verdict == .admitted
                    ? strings("room_sourceInto", names[$0.section] ?? $0.section) : nil,
                at: $0.published.map { Moment($0, strings) })
        }
    }
}

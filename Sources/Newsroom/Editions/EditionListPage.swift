import Archive
import Editorial
import Foundation
import News
import Web
import WebEditions

/// The page of all editions.
struct EditionListPage: Sendable {
    struct Row: Sendable {
        var url: String
        var name: String
        /// Its state, its day, the number of its stories, and when it goes out.
        var notes: [String]
        /// Whether its front page is the newspaper's.
        var isCurrent: Bool
    }

    /// The number of editions on a page.
    static let limit = 30

    var rows: [Row]
    var older: String?
    /// The title and date of a new edition.
    var titleTyped: String
    var date: String
    /// The words that offer to begin with the stories that are pinned for readers now; nil if there are none.
    var copy: String?
    var isCopy: Bool

    /// - Parameters:
    ///   - current: the edition that readers have now.
    ///   - hasPinned: whether stories are pinned on its front page.
    ///   - opened: the days of the editions that somebody opened, the latest first.
    init(
        _ editions: [Edition], current: Edition?, hasPinned: Bool, opened: [Date], typed: NewsroomForm?,
        _ strings: Strings
    ) {
        rows = editions.prefix(Self.limit).map { edition in
            Row(
                url: NewsroomLinks.edition(edition.number), name: strings.name(of: edition),
                notes: Self.notes(edition, strings), isCurrent: edition.number == current?.number)
        }
        copy = current.flatMap { hasPinned ? strings("room_editionCopy", strings.name(of: $0)) : nil }
        older =
            editions.count > Self.limit
            ? NewsroomLinks.editions + "?before=\(editions[Self.limit - 1].number)" : nil
        titleTyped = typed?["title"] ?? ""
        let today = String(LocalMoment.text(Date(), in: strings.timeZone).prefix(10))
        date =
            typed?["date"]
            ?? EditionRhythm(opened: opened.map(\.day)).nextDay(from: today, taken: Set(editions.map(\.date.day)))
        isCopy = typed.map { !$0["copy"].isEmpty } ?? true
    }

    private static func notes(_ edition: Edition, _ strings: Strings) -> [String] {
        let day = strings.day(of: edition)
        // A weekly edition begins by itself, with the first story that is planned for it.
        if edition.state == .published, edition.articleCount == 0 { return [day, strings["room_editionOutEmpty"]] }
        return [
            strings["room_edition_" + edition.state.rawValue], day, strings("stories", edition.articleCount),
            edition.publishAt.map { strings.filled("room_editionDue", ["time": Moment($0, strings).text]) },
        ].compactMap(\.self)
    }
}

extension Date {
    /// The day in UTC, in the format of `date` fields.
    fileprivate var day: String { String(ISO8601Format().prefix(10)) }
}

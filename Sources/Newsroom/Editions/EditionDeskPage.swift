import Archive
import Editorial
import Foundation
import News
import Web
import WebEditions

/// The page of one edition.
struct EditionDeskPage: Sendable {
    struct Row: Sendable {
        var id: Int
        var url: String
        var headline: String
        var note: String
        /// The address of a small version of its picture.
        var thumb: String?
        var place: Int?
        var isLead = false
        var isLast = false
        var isEditorial = false
        /// Whether it may be put on the front page.
        var isForFront = true
        /// Whether it is on the front page, but readers do not see it, or will not once the edition is published.
        var isUnseen = false
        var sections: [Choice] = []
        /// That readers lose it in another edition if it is taken into this one; nil if they do not.
        var leaving: String?
    }
    /// An article that was just taken into the edition, for the button that undoes it.
    struct Taken: Sendable {
        var article: Int
        /// The edition in which it was before.
        var from: Int?
    }
    /// A move of the edition, with what it does.
    struct Move: Sendable {
        var value: String
        var name: String
        var detail: String
    }
    /// Articles that are not on the front page.
    struct Group: Sendable {
        /// Why they stand apart; nil for those that readers find in the edition, or will.
        var heading: String?
        var rows: [Row]
    }

    /// The most articles listed for an edition, and looked through for those offered.
    static let limit = 200

    /// Named so for the frame of all pages.
    let isWide = true
    /// Whether its stories can be taken out: that of a week gets them all.
    var offersLeaving: Bool
    /// Whether readers lose a story that is taken out.
    var isOut: Bool
    var number: Int
    var revision: Int
    var name: String
    var titleTyped: String
    var state: String
    /// The address at which readers find it.
    var address: String?
    var moves: [Move]
    var hasMoves: Bool
    /// The front page before the last change, for the button that undoes it.
    var former: String?
    /// The front page after it, which that button names, too: if it is another by then, nothing is undone.
    var seen: String?
    /// Whether that change took a story off the page.
    var isOff = false
    var taken: Taken?
    /// An article that was just taken out, for the button that takes it back.
    var left: Int?
    /// When it is published by itself, in words, and in the format of the field.
    var due: String?
    var at: String
    var zone: String
    /// The edition that readers have now, in words.
    var reach: String
    /// The text in place of the pinned stories.
    var frontEmpty: String
    /// Whether its front page is the newspaper's.
    var isCurrent: Bool
    var isOpen: Bool
    var isArchived: Bool
    var isEmpty: Bool
    /// The words in place of the others if there are none.
    var noOthers: String?
    /// That its day is still to come, although readers would see it as soon as the edition is published.
    var early: String?
    /// Whether readers would find anything in it once it is published.
    var hasStories: Bool
    /// The number of approved articles, which would be published with it, in words.
    var approved: String?
    /// The number of those in which readers would find no text, in words.
    var withoutText: String?
    /// The stories on the front page that readers would not see, in words.
    var unseen: String?
    var front: [Row]
    var hasFront: Bool
    var editorial: Row?
    var others: [Group]
    var hasOthers: Bool
    var words: String
    var found: [Row] = []
    /// Those that are in the edition already.
    var foundHere: [Row] = []
    var isSearched: Bool
    var devices: [Device]
    var languages: [Language]

    /// Nil if there is no such edition.
    /// - Parameter codes: the languages of the pages.
    init?(
        _ number: Int, words: String, to reads: ReadersLanguage, in codes: [String], _ strings: Strings,
        _ masthead: Masthead, _ holdings: Holdings
    ) throws {
        guard let edition = try holdings.editions.find(.number(number), onlyPublished: false) else { return nil }
        let order = try holdings.editions.frontPage(of: number, onlyPublished: false)
        let placed = try holdings.articles.find(order.stories + (order.editorial.map { [$0] } ?? []))
        let all = try Self.articles(of: number, holdings)
        func row(_ article: Article) -> Row {
            var row = Row(article, order, masthead, strings)
            if edition.state == .archived { row.sections = [] }
            return row
        }
        self.number = number
        (offersLeaving, isOut) = (!edition.isWeekly, edition.state.isOut)
        revision = edition.revision
        name = strings.name(of: edition)
        titleTyped = edition.title
        let stateName = strings["room_edition_" + edition.state.rawValue].capitalizedFirst
        state = stateName + " · " + strings.day(of: edition)
        address = edition.state.isOut && edition.articleCount > 0 ? "/editions/\(number)" : nil
        isCurrent = masthead.latestEdition?.number == number
        frontEmpty =
            strings[
                edition.state.isOut && edition.articleCount == 0 ? "room_editionEmpty" : "room_frontEmpty"]
        reach =
            isCurrent
            ? strings["room_editionCurrent"]
            : masthead.latestEdition.map { strings.filled("room_editionOther", ["edition": strings.name(of: $0)]) }
                ?? ""
        let next = isCurrent ? try holdings.editions.latest(besides: number).map(strings.name(of:)) : nil
        moves = edition.state.moves.filter { ![.publish, .schedule, .unschedule].contains($0) }.map { move in
            // Readers do not lose what they never saw.
            let suffix = move == .takeBack && edition.articleCount == 0 ? "_empty" : ""
            let then = move == .reopen ? nil : next.map { strings.filled("room_editionThen", ["edition": $0]) }
            return Move(
                value: move.rawValue, name: strings["room_editionMove_" + move.rawValue],
                detail: [strings["room_editionDetail_" + move.rawValue + suffix], then].compactMap(\.self).joined(
                    separator: " ")
            )
        }
        hasMoves = !moves.isEmpty
        at =
            edition.publishAt.map { LocalMoment.text($0, in: strings.timeZone) }
            ?? edition.usualTime(in: strings.timeZone)
        zone = strings.zoneName
        (isOpen, isArchived) = (edition.state == .open, edition.state == .archived)
        early =
            isOpen && edition.isAhead(in: strings.timeZone)
            ? strings("room_editionEarly", Moment.day(edition.date, strings)) : nil
        let ready = edition.state == .open ? try holdings.editions.countApproved(of: number) : (all: 0, withoutText: 0)
        due = edition.publishAt.map {
            let key = ready.all > 0 ? "room_editionDueWith" : "room_editionDue"
            let articles = strings("room_editionComing", ready.all)
            return strings.filled(key, ["time": Moment($0, strings).text, "articles": articles])
        }
        hasStories = edition.articleCount > 0 || ready.all > 0 || !order.stories.isEmpty
        approved = ready.all > 0 ? strings("room_editionApproved", ready.all) : nil
        withoutText = ready.withoutText > 0 ? strings("room_editionWithoutText", ready.withoutText) : nil
        front = order.stories.compactMap { id in placed.first { $0.id == id } }.map(row)
        if !front.isEmpty { front[front.count - 1].isLast = true }
        let isOut = edition.state.isOut
        func isSeen(_ article: Article) -> Bool { isOut ? article.state.publication.isOut : article.goesOut }
        let hidden = placed.filter { order.stories.contains($0.id) && !isSeen($0) }
        let hiddenIDs = Set(hidden.map(\.id))
        front = front.map { row in
            var row = row
            row.isUnseen = hiddenIDs.contains(row.id)
            return row
        }
        let unseen = hidden.map {
            Row($0, order, masthead, strings).headline
        }
        self.unseen = unseen.isEmpty ? nil : strings("room_editionUnseen", unseen.joined(separator: "; "))
        hasFront = !front.isEmpty
        editorial = order.editorial.flatMap { id in placed.first { $0.id == id } }.map(row)
        let rest = Self.bySection(all.filter { !order.stories.contains($0.id) }, masthead)
        others = [
            Group(rows: rest.filter(isSeen).map(row)),
            Group(heading: strings["room_inEditionUnseen"], rows: rest.filter { !isSeen($0) }.map(row)),
        ].filter { !$0.rows.isEmpty }
        hasOthers = !others.isEmpty
        isEmpty = all.isEmpty
        noOthers = hasOthers ? nil : strings[hasFront ? "room_editionNoOthers" : "room_editionEmpty"]
        self.words = words
        isSearched = !words.isEmpty
        devices = Self.devices(number, to: reads, strings)
        languages = Self.languages(codes + [reads.code], number, current: reads.code, strings)
        try search(words, order, row, strings, holdings)
    }

    /// The articles in the order of the newspaper's sections, and in their own order within each.
    private static func bySection(_ articles: [Article], _ masthead: Masthead) -> [Article] {
        let places = Dictionary(uniqueKeysWithValues: masthead.sections.enumerated().map { ($1.slug, $0) })
        func place(_ article: Article) -> Int { places[article.draft.section] ?? .max }
        return articles.enumerated().sorted { left, right in
            (place(left.element), left.offset) < (place(right.element), right.offset)
        }.map(\.element)
    }

    private static func articles(of number: Int, _ holdings: Holdings) throws -> [Article] {
        var wanted = ArticleFilter()
        wanted.edition = number
        return try holdings.articles.list(wanted, limit: limit, after: nil).filter { $0.state.publication != .killed }
    }
}

extension Edition {
    /// Whether its day is still to come in a time zone.
    fileprivate func isAhead(in zone: TimeZone) -> Bool {
        date.ISO8601Format().prefix(10) > LocalMoment.text(Date(), in: zone).prefix(10)
    }

    /// The time to suggest for its publication, as fields have it: six in the morning of its day, before people read the news on their way to
    /// work, or the next full hour if that has passed.
    fileprivate func usualTime(in zone: TimeZone) -> String {
        let next = LocalMoment.text(Date(timeIntervalSinceNow: 3600), in: zone).prefix(13) + ":00"
        return max("\(date.ISO8601Format().prefix(10))T06:00", String(next))
    }
}

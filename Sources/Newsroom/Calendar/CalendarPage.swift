import Archive
import Editorial
import Foundation
import News
import Web

/// A month with what is due in it: a table of weeks, and on a phone an agenda by day.
struct CalendarPage: Sendable {
    struct Entry: Sendable {
        var kind: String
        /// The time and the kind, in words.
        var label: String
        var url: String
        var title: String
        var note: String?
    }
    struct Day: Sendable {
        var datetime: String
        var number: String
        /// The day in words, where no columns have the days of the week.
        var name: String
        var isToday: Bool
        /// Whether it is of another month.
        var isBeside: Bool
        var isEmpty: Bool
        /// The name of the button that begins a story planned for the day; nil if it is past.
        var begin: String?
        var entries: [Entry]
        /// The entries for which the cell has no room, folded.
        var others: [Entry]
        var othersName: String
        var hasOthers: Bool
    }
    struct Week: Sendable {
        var days: [Day]
        /// Whether all its days are over, so that empty cells need no room for what may come.
        var isPast: Bool
    }

    /// The entries of a day that are not folded.
    private static let room = 5

    let isWide = true
    var name: String
    var previous: String?
    var next: String?
    var weekdays: [String]
    var weeks: [Week]
    var isEmpty: Bool
    /// The text in place of the days' entries if there are none.
    var none: String
    var isCut: Bool
    var zone: String

    /// - Parameter mayTell: whether the person may write messages to readers.
    init(
        _ month: CalendarMonth, _ due: [(day: String, entry: AgendaEntry)], isWhole: Bool, now: Date, mayTell: Bool,
        _ strings: Strings
    ) {
        func link(_ month: CalendarMonth?) -> String? { month.map { NewsroomLinks.calendar + "?month=" + $0.name } }
        name = strings.name(of: month)
        (previous, next) = (link(month.previous), link(month.next))
        weekdays = (0..<7).map { strings("weekdays", at: $0) }
        let byDay = Dictionary(grouping: due, by: \.day)
        let today = String(LocalMoment.text(now, in: strings.timeZone).prefix(10))
        weeks = month.weeks.map { week in
            Week(
                days: week.enumerated().map { index, date in
                    let entries = (byDay[date.name] ?? []).map {
                        Entry($0.entry, isAhead: date.name > today, mayTell: mayTell, strings)
                    }
                    let others = Array(entries.dropFirst(Self.room))
                    let dayName = strings.name(of: date, weekday: index)
                    return Day(
                        datetime: date.name, number: "\(date.day)", name: dayName,
                        isToday: date.name == today, isBeside: date.month != month.month, isEmpty: entries.isEmpty,
                        begin: date.name < today ? nil : strings("room_calendarBegin", dayName),
                        entries: Array(entries.prefix(Self.room)), others: others,
                        othersName: strings("room_calendarOthers", others.count), hasOthers: !others.isEmpty)
                }, isPast: week.allSatisfy { $0.name < today })
        }
        isEmpty = due.isEmpty
        let isOver = weeks.allSatisfy { $0.days.allSatisfy { $0.begin == nil } }
        none = strings[isOver ? "room_calendarNoneWas" : "room_calendarNone"]
        isCut = !isWhole
        zone = strings.zoneName
    }
}

extension CalendarPage.Entry {
    /// - Parameter isAhead: whether its day is yet to come.
    fileprivate init(_ entry: AgendaEntry, isAhead: Bool, mayTell: Bool, _ strings: Strings) {
        kind = entry.kind.rawValue
        let name = strings["room_due_" + kind]
        if case .moment(let date) = entry.when {
            label = "\(LocalMoment.text(date, in: strings.timeZone).suffix(5)) \(name)"
        } else {
            label = name
        }
        if entry.kind == .edition {
            url = NewsroomLinks.edition(entry.id)
            title = entry.title.isEmpty ? strings("editionNumber", String(entry.id)) : entry.title
            let due = entry.publishAt.map { strings.filled("room_editionDue", ["time": Moment($0, strings).text]) }
            let state = entry.edition.map { strings["room_edition_" + $0.rawValue] }
            // Readers may have an edition before the day that it is dated.
            let isOut = entry.edition?.isOut == true
            let isEarly = isAhead && isOut && entry.hasStories
            let early = isEarly ? strings["room_editionOutEarly"] : nil
            note = due ?? early ?? (isOut && !entry.hasStories ? strings["room_editionOutEmpty"] : state)
        } else {
            url = NewsroomLinks.article(entry.id) + Self.part(entry.kind, mayTell: mayTell)
            title = entry.title.isEmpty ? strings["room_noHeadline"] : entry.title
            let state =
                [.scheduled, .published].contains(entry.kind)
                ? nil : entry.workflow.map { strings["room_workflow_" + $0.rawValue.replacing(" ", with: "-")] }
            note = [entry.assignee, entry.section, state].compactMap(\.self).filter { !$0.isEmpty }
                .joined(separator: " · ")
        }
    }

    /// Where on the pages of an article it is.
    private static func part(_ kind: AgendaEntry.Kind, mayTell: Bool) -> String {
        switch kind {
        case .task: "?comments=1#comments"
        case .message where mayTell: "/message"
        default: ""
        }
    }
}

extension Strings {
    /// A month in words: `May 2009`.
    fileprivate func name(of month: CalendarMonth) -> String {
        self["room_monthOfYear"].replacing("{month}", with: self("monthNames", at: month.month - 1))
            .replacing("{year}", with: String(month.year))
    }

    /// A day in words: `Sunday, 31 May`.
    fileprivate func name(of day: CivilDate, weekday: Int) -> String {
        self["room_dayOfMonth"].replacing("{weekday}", with: self("weekdays", at: weekday))
            .replacing("{day}", with: String(day.day)).replacing("{month}", with: self("monthNames", at: day.month - 1))
    }
}

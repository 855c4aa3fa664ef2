import Archive
import Editorial
import Foundation
import News
import Web
import WebEditions

/// The table of all articles, with what narrows it and what can be done with the rows that are ticked.
struct ArticleListPage: Sendable {
    /// Something that narrows the list, and the address without it.
    struct Filter: Sendable {
        var name: String
        var url: String
    }
    /// The heading of a column by which the list can be sorted.
    struct Heading: Sendable {
        var name: String
        var url: String
        /// As ARIA calls it, if the list is sorted by it.
        var sort: String?
    }

    /// The number of articles on a page, and the most with which something can be done at once.
    static let limit = 50
    /// How far matching articles are counted.
    static let countLimit = 10_000

    let isWide = true
    var rows: [ArticleTableRow]
    var isEmpty: Bool
    var found: String
    var filters: [Filter]
    var isNarrowed: Bool
    /// Whether the fields below the first ones are unfolded.
    var isOpen: Bool
    /// The address without any filter.
    var all: String
    var fields: [String: String]
    var isMine: Bool
    var states: [Choice]
    var sections: [Choice]
    var sources: [Choice]
    var languages: [Choice]
    var editions: [Choice]
    var orders: [Choice]
    /// The headings by name.
    var headings: [String: Heading]
    var fromName: String
    var acts: [Choice]
    /// The query of this list, to come back to.
    var list: String
    var first: String?
    var more: String?

    init(_ list: ArticleList, _ address: ArticleListAddress, isFolded: Bool, of visit: NewsroomDesk.Visit) {
        let strings = visit.strings
        let names = Dictionary(list.sections.map { ($0.slug, $0.name) }) { $1 }
        rows = list.articles.prefix(Self.limit).map {
            ArticleTableRow($0, list.origins[$0.id], sections: names, strings)
        }
        isEmpty = rows.isEmpty
        found =
            list.count > Self.countLimit
            ? strings("room_foundMany", Self.countLimit.formatted(.number.locale(Locale(identifier: strings.language))))
            : strings("room_found", list.count)
        isNarrowed = address.isNarrowed
        isOpen =
            !isFolded
            && !Set(address.fields.keys).isDisjoint(with: [
                "byline", "section", "source", "language", "edition", "from", "to", "mine",
            ])
        all = ArticleListAddress(NewsroomForm([])).url(["order": address.fields["order"]])
        fields = Dictionary(uniqueKeysWithValues: ArticleListAddress.names.map { ($0, address[$0]) })
        // Browsers complain about a day that is none.
        for name in ["from", "to"] where CivilDate(address[name]) == nil { fields[name] = "" }
        isMine = !address["mine"].isEmpty
        func choices(_ field: String, _ any: String, _ values: [(String, String)]) -> [Choice] {
            [Choice(value: "", name: strings[any])]
                + values.map { Choice(value: $0.0, name: $0.1, isChosen: $0.0 == address[field]) }
        }
        states = choices(
            "state", "room_anyState",
            ArticleListState.allCases.map { ($0.rawValue, strings["room_list_" + $0.rawValue]) })
        sections = choices("section", "room_anySection", list.sections.map { ($0.slug, $0.name) })
        sources = choices(
            "source", "room_anySource",
            [("own", strings["room_own"]), ("elsewhere", strings["room_elsewhere"])]
                + list.sources.map { ("\($0.id)", $0.title) })
        languages = choices("language", "room_anyLanguage", list.languages.map { ($0, strings.name(ofLanguage: $0)) })
        editions = choices("edition", "room_anyEdition", list.editions.map { ("\($0.number)", strings.name(of: $0)) })
        let order = list.order
        orders = [ArticleOrder.changed, .published, .headline].map {
            Choice(
                value: $0 == .changed ? "" : $0.rawValue, name: strings["room_order_" + $0.rawValue],
                isChosen: $0 == order)
        }
        headings = [:]
        for (name, key, sort) in [
            (ArticleOrder.headline, "room_field_headline", "ascending"), (.changed, "room_changedAt", "descending"),
            (.published, "room_outColumn", "descending"),
        ] {
            headings[name.rawValue] = Heading(
                name: strings[key], url: address.url(["order": name == .changed ? nil : name.rawValue]),
                sort: name == order ? sort : nil)
        }
        fromName = strings[order == .published ? "room_publishedFrom" : "room_changedFrom"]
        acts = BulkAct.acts(of: visit.editor.role).map { Choice(value: $0.rawValue, name: strings["room_bulk_\($0)"]) }
        self.list = address.query()
        first = list.isFirst ? nil : address.url()
        filters = []
        if list.articles.count > Self.limit {
            more = address.url(["after": ArticlePlace(after: list.articles[Self.limit - 1], in: order).token])
        }
        filters = filters(address, strings)
    }

    private func filters(_ address: ArticleListAddress, _ strings: Strings) -> [Filter] {
        func chosen(_ choices: [Choice]) -> String? { choices.first { $0.isChosen && !$0.value.isEmpty }?.name }
        func day(_ text: String) -> String? { CivilDate(text).map { Moment.day($0, strings) } }
        let words: [(name: String, label: String, value: String?)] = [
            ("q", "room_words", address["q"]), ("byline", "room_writer", address["byline"]),
            ("section", "room_field_section", chosen(sections)), ("source", "room_source", chosen(sources)),
            ("state", "room_state", chosen(states)), ("mine", "room_onlyMine", isMine ? "" : nil),
            ("language", "room_field_language", chosen(languages)), ("edition", "room_field_edition", chosen(editions)),
            ("from", "room_auditFrom", day(address["from"])),
            ("to", "room_auditTo", day(address["to"])),
        ]
        return words.compactMap { name, label, value in
            guard !address[name].isEmpty else { return nil }
            let words = value ?? address[name]
            return Filter(
                name: words.isEmpty ? strings[label] : "\(strings[label]): \(words)", url: address.url([name: nil]))
        }
    }
}

extension Moment {
    /// A day of the calendar.
    static func day(_ day: CivilDate, _ strings: Strings) -> String {
        Self.day((try? Date(day.name + "T00:00:00Z", strategy: .iso8601)) ?? .distantPast, strings)
    }
}

extension Strings {
    /// A language in this one: `português (Portugal)`; its tag if there is no name for it.
    func name(ofLanguage tag: String) -> String {
        Locale(identifier: language).localizedString(forIdentifier: tag) ?? tag
    }
}

import Archive
import News
import Web
import WebEditions

/// The page that says what will happen to the articles that were ticked, and asks.
struct BulkPage: Sendable {
    var act: String
    /// What will be done, to how many.
    var name: String
    var rows: [BulkRow]
    var refused: [BulkRow]
    var canDo: Bool
    /// That readers see some of them.
    var warning: String?
    /// What the act asks for, by its name.
    var asks: [String: Bool]
    var sections: [Choice]
    var editions: [Choice]
    var category: String
    var day: String
    var note: String
    var fault: String?
    var button: String
    var refusedName: String
    /// The list to go back to.
    var list: String
    var back: String

    init(
        _ request: BulkRequest, _ all: [BulkRow], _ sections: [Section], _ editions: [Edition], fault: String?,
        _ address: ArticleListAddress, _ strings: Strings
    ) {
        act = request.act.rawValue
        name = strings["room_bulk_" + act]
        rows = all.filter { $0.obstacle == nil }
        refused = all.filter { $0.obstacle != nil }
        canDo = !rows.isEmpty
        let seen = rows.count { $0.isOut }
        warning =
            request.act == .publish
            ? strings("room_bulk_publishes", rows.count)
            : seen > 0 ? strings(request.act == .edition ? "room_bulk_leaves" : "room_bulk_seen", seen) : nil
        if rows.isEmpty { warning = nil }
        asks = [act: true]
        self.sections = sections.map { Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == request.section) }
        self.editions = editions.map {
            Choice(
                value: String($0.number),
                name: strings.name(of: $0) + " · " + strings["room_edition_" + $0.state.rawValue],
                isChosen: $0.number == request.edition)
        }
        (category, day, note) = (request.category, request.day?.name ?? "", request.note)
        self.fault = fault.map { strings[$0] }
        button = strings("room_bulk_\(act)_do", rows.count)
        refusedName = strings("room_bulk_refused", refused.count)
        (list, back) = (address.query(), address.url())
    }
}

/// The page that says what was done with each article.
struct BulkDonePage: Sendable {
    var done: [BulkRow]
    var refused: [BulkRow]
    var doneName: String?
    var refusedName: String?
    var back: String

    init(_ act: BulkAct, _ all: [BulkRow], _ address: ArticleListAddress, _ strings: Strings) {
        done = all.filter { $0.obstacle == nil }
        refused = all.filter { $0.obstacle != nil }
        doneName = done.isEmpty ? nil : strings("room_bulk_\(act)_done", done.count)
        refusedName = refused.isEmpty ? nil : strings("room_bulk_refused", refused.count)
        back = address.url()
    }
}

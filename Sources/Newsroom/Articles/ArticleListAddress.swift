import Editorial
import Foundation
import News
import Syndication
import Web

/// The address of the list of articles with its filters, so that it can be bookmarked and gone back to.
struct ArticleListAddress: Sendable {
    /// What the list is narrowed and ordered by; all but the last narrow it.
    static let names = [
        "q", "byline", "section", "source", "state", "mine", "language", "edition", "from", "to", "order",
    ]

    private(set) var fields: [String: String]

    init(_ form: NewsroomForm) {
        fields = form.only(Self.names).filter { !$0.value.isEmpty }.mapValues { String($0.prefix(300)) }
        // The state was "mine" before it could be combined with others.
        if fields["state"] == "mine" { (fields["state"], fields["mine"]) = (nil, "1") }
        if fields["state"] == "all" { fields["state"] = nil }
    }

    subscript(_ name: String) -> String { fields[name] ?? "" }

    /// Whether anything narrows the list.
    var isNarrowed: Bool { fields.contains { $0.key != "order" } }

    /// The query without its question mark, with some fields set, or removed by nil.
    func query(_ changes: [String: String?] = [:]) -> String {
        let all = fields.merging(changes.compactMapValues { $0 }) { $1 }.filter { name, _ in
            changes[name].map { $0 != nil } ?? true
        }
        return all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.escapedForQuery)" }.joined(separator: "&")
    }

    /// The path with the query.
    func url(_ changes: [String: String?] = [:]) -> String {
        let query = query(changes)
        return NewsroomLinks.articles + (query.isEmpty ? "" : "?" + query)
    }
}

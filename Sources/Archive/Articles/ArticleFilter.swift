package import Foundation
package import News
import PostgreSQL

/// A filter for the articles that editors look for.
package struct ArticleFilter: Sendable {
    /// Where an article came from.
    package enum Origin: Sendable, Hashable {
        /// The newsroom wrote it.
        case own
        /// Somebody else has its page.
        case elsewhere
        /// It came from the source with this number.
        case source(Int)
    }

    /// In this publication state; `published` also finds corrected articles.
    package var publication: Publication?
    /// Leaves out articles that were deleted for good, unless they are the state that is looked for.
    package var leavesOutDeleted = false
    /// In this workflow state.
    package var workflow: Workflow?
    /// Begun by this editor.
    package var author: Int?
    /// Of this edition.
    package var edition: Int?
    /// With a notice that this editor has not seen yet.
    package var untold: Int?
    /// Parts of words in the kicker, headline, standfirst, byline or address.
    package var words = ""
    /// A part of the byline.
    package var byline = ""
    /// In the section with this number.
    package var section: Int?
    /// From there.
    package var origin: Origin?
    /// In this language.
    package var language: String?
    /// Changed or published, as the order has it, from this moment on.
    package var from: Date?
    /// The same before this moment.
    package var until: Date?

    /// All articles.
    package init() {}

    /// The condition on `articles a`. Each part can be answered from an index.
    func condition(in order: ArticleOrder) -> SQL {
        states + texts + origins + span(order.moment)
    }

    private var states: SQL {
        var condition: SQL = "true"
        if let publication {
            let stored = publication == .corrected ? .published : publication
            condition = "\(condition) and a.status = \(stored.rawValue)::article_status"
        }
        if leavesOutDeleted, publication == nil {
            condition = "\(condition) and a.status <> 'killed'::article_status"
        }
        if publication == .corrected {
            condition = "\(condition) and exists (select from corrections c where c.article_id = a.id)"
        }
        if let workflow { condition = "\(condition) and a.workflow = \(workflow.rawValue)::article_workflow" }
        return condition
    }

    private var texts: SQL {
        var condition: SQL = ""
        for word in words.split(separator: " ").prefix(8) {
            condition = "\(condition) and \(ArticleColumns.found) like \(Self.pattern(String(word)))"
        }
        if !byline.isEmpty { condition = "\(condition) and lower(a.byline) like \(Self.pattern(byline))" }
        if let language { condition = "\(condition) and a.language = \(language)" }
        return condition
    }

    private var origins: SQL {
        var condition: SQL = ""
        if let edition { condition = "\(condition) and a.edition = \(edition)::bigint" }
        if let author { condition = "\(condition) and a.created_by = \(author)" }
        if let section { condition = "\(condition) and a.section_id = \(section)" }
        if let untold {
            condition = """
                \(condition) and a.id in (select article_id from article_notices where untold @> array[\(untold)::int])
                """
        }
        switch origin {
        case .own: condition = "\(condition) and a.canonical_address = ''"
        case .elsewhere: condition = "\(condition) and a.canonical_address <> ''"
        case .source(let id):
            condition = """
                \(condition) and exists (select from source_entries s where s.article_id = a.id and s.source_id = \(id)::bigint)
                """
        case nil: break
        }
        return condition
    }

    private func span(_ column: SQL) -> SQL {
        var condition: SQL = ""
        if let from { condition = "\(condition) and \(column) >= \(from)::timestamptz" }
        if let until { condition = "\(condition) and \(column) < \(until)::timestamptz" }
        return condition
    }

    /// The pattern of a text that has this one in it, in small letters as the database makes them.
    private static func pattern(_ text: String) -> SQL {
        let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
        return "'%' || lower(\(escaped)) || '%'"
    }
}

extension SQL {
    fileprivate static func + (left: SQL, right: SQL) -> SQL { "\(left)\(right)" }
}

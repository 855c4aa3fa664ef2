package import Foundation
import PostgreSQL

/// An action recorded in the audit trail.
package struct AuditEntry: Sendable {
    /// The person who did it.
    package struct Doer: Sendable {
        /// The number under which the archive knows them.
        package var id: Int
        /// Their present name.
        package var name: String
    }

    /// Rises from entry to entry.
    package var id: Int
    /// When the transaction that did it began.
    package var at: Date
    /// Nil for the command line, the clock, and anybody who did not get in.
    package var editor: Doer?
    /// The address it came from; nil if it is unknown.
    package var address: String?
    /// The action: `article.save`.
    package var action: String
    /// The kind and number of what it was done to: `article/7`.
    package var subject: String
    /// The change, as JSON.
    package var json: String
    /// The change.
    package var detail: AuditDetail {
        (try? JSONDecoder().decode(AuditDetail.self, from: Data(json.utf8))) ?? .nothing
    }
}

/// A filter for entries of the audit trail.
package struct AuditFilter: Sendable {
    /// The person who did it.
    package enum Maker: Sendable, Equatable {
        /// The editor with this number.
        case editor(Int)
        /// Nobody who was logged in: the command line, the clock, or somebody who did not get in.
        case nobody
    }

    /// Nil for everybody.
    package var maker: Maker?
    /// An action, or all of a kind if it ends in a dot: `article.`.
    package var action: String?
    /// The subject of the action: `article/7`, or without a slash words of the name that it has or had then.
    package var subject: String?
    /// Actions that count as named by the words of the subject.
    package var namedActions: [String] = []
    /// Members of details that count as named by the words of the subject.
    package var namedMembers: [String] = []
    /// Not before this moment.
    package var from: Date?
    /// Before this moment.
    package var until: Date?

    /// The whole trail.
    package init() {}

    /// The subjects that have these words in their names.
    private static func subjects(named words: String) -> SQL {
        let names: [(kind: SQL, key: SQL, name: SQL, table: SQL)] = [
            ("'article/'", "id", "headline", "articles"), ("'editor/'", "id", "name", "editors"),
            ("'section/'", "slug", "name", "sections"), ("'page/'", "slug", "title", "pages"),
            ("'source/'", "id", "title", "sources"),
        ]
        let formerPeople: SQL = """
            select subject from audit where action = 'editor.delete' and position(lower(\(words)) in lower(detail ->> 'name')) > 0
            """
        return names.reduce(formerPeople) { "\($0) union all \(one($1, words))" }
    }

    private static func one(_ part: (kind: SQL, key: SQL, name: SQL, table: SQL), _ words: String) -> SQL {
        "select \(part.kind) || \(part.key) from \(part.table) where position(lower(\(words)) in lower(\(part.name))) > 0"
    }

    fileprivate func condition(before id: Int?) -> SQL {
        var condition: SQL = "where h.id < \(id ?? .max)::bigint"
        switch maker {
        case .editor(let editor): condition = "\(condition) and h.editor_id = \(editor)::int"
        case .nobody: condition = "\(condition) and h.editor_id is null"
        case nil: break
        }
        if let action, action.hasSuffix(".") {
            condition = "\(condition) and split_part(h.action, '.', 1) = \(String(action.dropLast()))"
        } else if let action {
            condition = "\(condition) and h.action = \(action)"
        }
        if let subject, subject.contains("/") {
            condition = "\(condition) and h.subject = \(subject)"
        } else if let subject {
            condition = """
                \(condition) and (h.subject in (\(Self.subjects(named: subject)))
                    or h.action = any(\(namedActions)::text[]) or h.detail ?| \(namedMembers)::text[]
                    or exists (select from jsonb_each_text(case jsonb_typeof(h.detail) when 'object' then h.detail end) m
                        where position(lower(\(subject)) in lower(m.value)) > 0))
                """
        }
        if let from { condition = "\(condition) and h.at >= \(from)::timestamptz" }
        if let until { condition = "\(condition) and h.at < \(until)::timestamptz" }
        return condition
    }
}

extension AuditTrail {
    /// Entries of the audit trail, the newest first.
    /// - Parameter id: returns only entries before this one.
    package func entries(_ filter: AuditFilter, before id: Int? = nil, limit: Int) throws -> [AuditEntry] {
        let condition = filter.condition(before: id)
        return try connection.transaction { _ in
            // Planned for these very values: a rare one has its own index, a frequent one is soon met in the order of
            // the trail.
            try query("set local plan_cache_mode = force_custom_plan")
            return try query(
                """
                select h.id, h.at, h.editor_id, e.name, coalesce(h.address, h.detail ->> 'address') as address, h.action, h.subject, h.detail::text
                from audit h left join editors e on e.id = h.editor_id \(condition) order by h.id desc limit \(limit)
                """
            ).map { row in
                var entry = AuditEntry(
                    id: try row.get("id"), at: try row.get("at"), address: try row.optional("address"),
                    action: try row.get("action"),
                    subject: try row.get("subject"), json: try row.get("detail"))
                if let editor: Int = try row.optional("editor_id") {
                    entry.editor = .init(id: editor, name: try row.get("name"))
                }
                return entry
            }
        }
    }

    /// The names of people whose invitations were deleted, by subject: `editor/7`.
    package func formerNames(of subjects: [String]) throws -> [String: String] {
        let names: [(String, String)] = try query(
            """
            select subject, detail ->> 'name' as name from audit
            where action = 'editor.delete' and subject = any(\(subjects)::text[]) and detail ->> 'name' is not null
            """
        ).map { (try $0.get("subject"), try $0.get("name")) }
        return Dictionary(names) { $1 }
    }

    /// The actions in the audit trail, by name: one step through the index for each.
    package func actions() throws -> [String] {
        try query(
            """
            with recursive known as (
                (select action from audit order by action limit 1)
                union all
                select (select action from audit where action > known.action order by action limit 1) from known
                where known.action is not null
            ) select action from known where action is not null
            """
        ).values()
    }
}

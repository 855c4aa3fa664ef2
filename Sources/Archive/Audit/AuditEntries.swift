package import Foundation
package import PostgreSQL

/// Something that was done, as the audit trail has it.
package struct AuditEntry: Sendable {
    /// Who did it.
    package struct Editor: Sendable {
        /// The number under which the archive knows them.
        package var id: Int
        /// What they are called now.
        package var name: String
    }

    /// Rises from entry to entry.
    package var id: Int
    /// When the transaction began that did it.
    package var at: Date
    /// Nil for the command line, the clock, and who did not get in.
    package var editor: Editor?
    /// From where; nil where it is not known.
    package var address: String?
    /// What was done: `article.save`.
    package var action: String
    /// To what, by its kind and number: `article/7`.
    package var subject: String
    /// What changed, as JSON.
    package var json: String
    /// What changed.
    package var detail: AuditDetail {
        (try? JSONDecoder().decode(AuditDetail.self, from: Data(json.utf8))) ?? .nothing
    }
}

/// Which entries of the audit trail somebody looks for.
package struct AuditFilter: Sendable {
    /// Who did it.
    package enum Maker: Sendable, Equatable {
        /// The editor of a number.
        case editor(Int)
        /// Nobody who was logged in: the command line, the clock, who did not get in.
        case nobody
    }

    /// Nil for everybody.
    package var maker: Maker?
    /// An action, or with a dot at its end all of a kind: `article.`.
    package var action: String?
    /// To what it was done: `article/7`.
    package var subject: String?
    /// Not before this moment.
    package var from: Date?
    /// Before this moment.
    package var until: Date?

    /// The whole trail.
    package init() {}

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
        if let subject { condition = "\(condition) and h.subject = \(subject)" }
        if let from { condition = "\(condition) and h.at >= \(from)::timestamptz" }
        if let until { condition = "\(condition) and h.at < \(until)::timestamptz" }
        return condition
    }
}

extension Connection {
    /// Entries of the audit trail, the newest first.
    /// - Parameter id: only those before it.
    package func auditEntries(_ filter: AuditFilter, before id: Int? = nil, limit: Int) throws -> [AuditEntry] {
        let condition = filter.condition(before: id)
        return try transaction { connection in
            // Planned for these very values: what is rare has its own index, what is frequent is soon met in the order of the trail.
            try connection.query("set local plan_cache_mode = force_custom_plan")
            return try connection.query(
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

    /// The actions that the audit trail knows, by name: a step through the index for each.
    package func auditActions() throws -> [String] {
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

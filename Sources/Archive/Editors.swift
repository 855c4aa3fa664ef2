public import Foundation
public import PostgreSQL

/// What a person may do, each including what stands before it.
public enum EditorRole: String, Sendable, CaseIterable, Comparable {
    case contributor, journalist, editor, chief

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// Fewer rights are less.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// Somebody who writes the newspaper, known by a token.
public struct Editor: Sendable {
    /// The number under which the archive knows them.
    public let id: Int
    /// The name they were added with.
    public let name: String
    /// What they may do.
    public let role: EditorRole
    /// The token that was shown; idempotency keys belong to it.
    public let tokenID: Int
}

extension Connection {
    /// Makes an editor. Throws `uniqueViolation` where the name is taken.
    public func insertEditor(name: String, role: EditorRole) throws -> Int {
        let id: Int = try query(
            "insert into editors (name, role) values (\(name), \(role.rawValue)::editor_role) returning id")[0].get(0)
        try audit("editor.create", "editor/\(id)", by: nil, detail: #"{"role": "\#(role.rawValue)"}"#)
        return id
    }

    /// Keeps the hash of a new token of an editor. Returns false where there is no editor of this name.
    public func insertToken(editor name: String, hash: [UInt8], expiresAt: Date?) throws -> Bool {
        let made = try query(
            """
            insert into tokens (editor_id, hash, expires_at)
            select id, \(hash), \(expiresAt)::timestamptz from editors where name = \(name) and disabled_at is null returning id
            """)
        guard made.count == 1 else { return false }
        try audit("token.create", "token/\(try made[0].get(0, as: Int.self))", by: nil, detail: "{}")
        return true
    }

    /// Who shows this token, if it is known, not expired, and its editor not disabled.
    public func editor(tokenHash: [UInt8]) throws -> Editor? {
        try query(
            """
            select e.id, e.name, e.role::text, t.id from tokens t join editors e on e.id = t.editor_id
            where t.hash = \(tokenHash) and e.disabled_at is null and (t.expires_at is null or t.expires_at > now())
            """
        ).first { row in
            Editor(
                id: try row.get(0), name: try row.get(1), role: EditorRole(rawValue: try row.get(2)) ?? .contributor,
                tokenID: try row.get(3))
        }
    }

    /// Writes down who did what. `detail` is a JSON object.
    public func audit(_ action: String, _ subject: String, by editor: Int?, detail: String) throws {
        try query(
            "insert into audit (editor_id, action, subject, detail) values (\(editor)::int, \(action), \(subject), \(detail)::jsonb)"
        )
    }
}

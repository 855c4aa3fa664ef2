package import Foundation
import News
package import PostgreSQL

/// The permitted uses of a token, each including those before it; never more than its owner may do.
package enum TokenScope: String, Sendable, CaseIterable, Comparable {
    /// Reading.
    case read
    /// Writing drafts and uploading pictures.
    case write
    /// Changing what readers see.
    case publish
    /// Everything.
    case manage

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    /// A scope with fewer uses is less.
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// A token that was shown.
package struct ShownToken: Sendable {
    /// Its number.
    package let id: Int
    /// Its permitted uses.
    package let scope: TokenScope
    /// Whether it is to be written down that it is in use.
    package let isDue: Bool
}

/// A token as its owner sees it; the token itself was shown only once.
package struct TokenRecord: Sendable {
    /// Its number.
    package let id: Int
    /// Its purpose, in the owner's words.
    package let name: String
    /// Its permitted uses.
    package let scope: TokenScope
    /// When it was made.
    package let createdAt: Date
    /// When it expires; nil for never.
    package let expiresAt: Date?
    /// When it was last shown, to the hour; nil for never.
    package let usedAt: Date?
}

/// The tokens of programs.
package struct Tokens: Noun {
    package let connection: Connection
}

extension Tokens {
    /// Stores the hash of a new token of an editor. Returns false if there is no editor with this name.
    package func insert(
        editor name: String, hash: [UInt8], label: String = "", scope: TokenScope = .manage, expiresAt: Date?,
        by maker: Maker? = nil
    ) throws -> Bool {
        let made = try query(
            """
            insert into tokens (editor_id, hash, name, scope, expires_at)
            select id, \(hash), \(label), \(scope.rawValue)::token_scope, \(expiresAt)::timestamptz from editors
            where lower(name) = lower(\(name)) and disabled_at is null returning id
            """)
        guard made.count == 1 else { return false }
        try holdings.audit.note(
            "token.create", "token/\(try made.value(as: Int.self))", by: maker,
            detail: ["name": label, "scope": scope.rawValue])
        return true
    }

    /// The editor who shows this token, if the token is known and has not expired, and the editor is not shut
    /// out.
    package func editor(hash: [UInt8]) throws -> Editor? {
        try query(
            """
            select e.id as editor, e.name, e.role::text, t.id as token, t.scope::text,
                t.used_at is null or t.used_at < now() - interval '1 hour' as is_due
            from tokens t join editors e on e.id = t.editor_id
            where t.hash = \(hash) and e.disabled_at is null and t.revoked_at is null
                and (t.expires_at is null or t.expires_at > now())
            """
        ).first { row in
            Editor(
                id: try row.get("editor"), name: try row.get("name"),
                role: EditorRole(rawValue: try row.get("role")) ?? .contributor,
                token: ShownToken(
                    id: try row.get("token"), scope: TokenScope(rawValue: try row.get("scope")) ?? .read,
                    isDue: try row.get("is_due")))
        }
    }

    /// An editor's tokens that are still valid, the newest first.
    package func list(of editor: Int) throws -> [TokenRecord] {
        try query(
            """
            select id, name, scope::text, created_at, expires_at, used_at from tokens
            where editor_id = \(editor) and revoked_at is null and (expires_at is null or expires_at > now()) order by id desc
            """
        ).map { row in
            TokenRecord(
                id: try row.get("id"), name: try row.get("name"),
                scope: TokenScope(rawValue: try row.get("scope")) ?? .read,
                createdAt: try row.get("created_at"), expiresAt: try row.optional("expires_at"),
                usedAt: try row.optional("used_at"))
        }
    }

    /// Ends a token of an editor. Throws `notFound` if it is not theirs.
    package func revoke(_ id: Int, of editor: Int, by maker: Maker) throws {
        let ended = try query(
            """
            update tokens set revoked_at = now() where id = \(id)::bigint and editor_id = \(editor) and revoked_at is null
            returning name
            """)
        guard ended.count == 1 else { throw ArchiveError.notFound }
        try holdings.audit.note(
            "token.revoke", "token/\(id)", by: maker, detail: ["name": try ended.value(as: String.self)])
    }

    /// Ends all tokens of an editor.
    package func revokeAll(of editor: Int) throws {
        try query("update tokens set revoked_at = now() where editor_id = \(editor) and revoked_at is null")
    }

    /// Records that a token was shown.
    package func noteUse(of id: Int) throws { try query("update tokens set used_at = now() where id = \(id)") }
}

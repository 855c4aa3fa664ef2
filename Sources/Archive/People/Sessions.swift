package import Foundation
import News
package import PostgreSQL

/// Somebody's use of the newsroom in one browser.
package struct Session: Sendable {
    /// Its number, by which it can be ended from elsewhere.
    package let id: Int
    /// The editor.
    package var editor: Editor
    /// False while the second factor is awaited.
    package let isComplete: Bool
    /// Whether an authenticator app is set up.
    package let hasSecondFactor: Bool
    /// Whether its use is due to be recorded.
    package let isDue: Bool
}

/// A session as its owner sees it in the list of all.
package struct SessionRecord: Sendable {
    /// Its number.
    package let id: Int
    /// When the editor logged in.
    package let createdAt: Date
    /// When it was last used, to the minute.
    package let usedAt: Date
    /// The address from which it was last used.
    package let address: String
    /// The user agent of the browser.
    package let agent: String
}

/// The lifetimes of sessions: from their beginning, unused, and until the second factor is shown.
private let (absoluteEnd, idleEnd, factorEnd): (SQL, SQL, SQL) = (
    "interval '14 days'", "interval '12 hours'", "interval '5 minutes'"
)

private let isAlive: SQL = """
    s.created_at > now() - \(absoluteEnd) and s.used_at > now() - \(idleEnd)
        and (s.is_complete or s.created_at > now() - \(factorEnd))
    """

/// Sessions of the newsroom, each in one browser.
package struct Sessions: Noun {
    package let connection: Connection
}

extension Sessions {
    /// Begins a session for the person who showed these credentials, and removes expired sessions.
    /// - Returns: false if the credentials have changed since they were read.
    package func insert(
        _ hash: [UInt8], as shown: Credentials, isComplete: Bool, address: String, agent: String
    ) throws -> Bool {
        let same = try query(
            """
            select from editors where id = \(shown.editor.id) and disabled_at is null
                and password is not distinct from \(shown.password) and one_time_key is not distinct from \(shown.oneTimeKey)::bytea
            for share
            """)
        guard same.count == 1 else { return false }
        // Sessions that another log-in is removing are left to it.
        try query(
            "delete from sessions where id in (select s.id from sessions s where not (\(isAlive)) for update skip locked)"
        )
        try query(
            """
            insert into sessions (hash, editor_id, is_complete, address, agent)
            values (\(hash), \(shown.editor.id), \(isComplete), \(String(address.prefix(100))),
                \(String(agent.unicodeScalars.prefix(300))))
            """)
        return true
    }

    /// Gives a session another name.
    package func rename(_ id: Int, _ hash: [UInt8]) throws {
        try query("update sessions set hash = \(hash) where id = \(id)")
    }

    /// The session with this hash, if it has not expired and its editor is not shut out.
    /// - Parameter locks: whether to lock it until the transaction ends.
    package func find(_ hash: [UInt8], locks: Bool = false) throws -> Session? {
        let lock: SQL = locks ? "for update of s" : ""
        return try query(
            """
            select s.id as session, e.id as editor, e.name, e.role::text, s.is_complete, e.one_time_key is not null as has_second_factor,
                s.used_at < now() - interval '1 minute' as is_due
            from sessions s join editors e on e.id = s.editor_id
            where s.hash = \(hash) and e.disabled_at is null and \(isAlive) \(lock)
            """
        ).first { row in
            Session(
                id: try row.get("session"),
                editor: Editor(
                    id: try row.get("editor"), name: try row.get("name"),
                    role: EditorRole(rawValue: try row.get("role")) ?? .contributor),
                isComplete: try row.get("is_complete"), hasSecondFactor: try row.get("has_second_factor"),
                isDue: try row.get("is_due"))
        }
    }

    /// Whether an editor has logged in with this browser before.
    package func isKnownBrowser(_ hash: [UInt8], of editor: Int) throws -> Bool {
        try query("select from known_browsers where hash = \(hash) and editor_id = \(editor)").count == 1
    }

    /// Records that an editor logs in with a browser, and forgets browsers that were not used for a year.
    package func keepBrowser(_ hash: [UInt8], of editor: Int) throws {
        try query("delete from known_browsers where used_at < now() - interval '1 year'")
        try query(
            """
            insert into known_browsers (hash, editor_id) values (\(hash), \(editor))
            on conflict (hash, editor_id) do update set used_at = now()
            """)
    }

    /// Records that a session is in use.
    package func noteUse(of id: Int, address: String) throws {
        try query("update sessions set used_at = now(), address = \(String(address.prefix(100))) where id = \(id)")
    }

    /// An editor's sessions, the most recently used first.
    package func list(of editor: Int) throws -> [SessionRecord] {
        try query(
            """
            select s.id, s.created_at, s.used_at, s.address, s.agent from sessions s
            where s.editor_id = \(editor) and s.is_complete and \(isAlive) order by s.used_at desc, s.id desc
            """
        ).map { row in
            SessionRecord(
                id: try row.get("id"), createdAt: try row.get("created_at"), usedAt: try row.get("used_at"),
                address: try row.get("address"),
                agent: try row.get("agent"))
        }
    }

    /// Ends the session with this hash, if there is one.
    /// - Returns: whether there was one.
    @discardableResult
    package func end(_ hash: [UInt8]) throws -> Bool {
        try query("delete from sessions where hash = \(hash) returning 1").count == 1
    }

    /// Ends a session of an editor. Throws `notFound` if it is not theirs.
    package func end(_ id: Int, of editor: Int, by maker: Maker) throws {
        guard try query("delete from sessions where id = \(id) and editor_id = \(editor) returning 1").count == 1 else {
            throw ArchiveError.notFound
        }
        try holdings.audit.note("session.end", "editor/\(editor)", by: maker)
    }

    /// Ends all sessions of an editor but one.
    package func endAll(of editor: Int, except kept: Int? = nil) throws {
        try query(
            "delete from sessions where editor_id = \(editor) and (\(kept)::bigint is null or id <> \(kept)::bigint)")
    }
}

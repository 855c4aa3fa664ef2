import News
package import PostgreSQL

/// The credentials with which a log-in is compared.
package struct Credentials: Sendable {
    /// The editor they belong to.
    package let editor: Editor
    /// In the PHC string format; nil if none has been chosen yet.
    package let password: String?
    /// The key of the authenticator app; nil if none is set up.
    package let oneTimeKey: [UInt8]?
    /// The last time step whose code was used.
    package let oneTimeStep: Int
}

/// Attempts that are counted together: a bucket that each of them fills by one and that time empties.
package struct AttemptBucket: Sendable {
    /// The SHA-256 of what the attempts have in common.
    package let key: [UInt8]
    /// The number of attempts that fit.
    package let size: Double
    /// The seconds after which there is room for another.
    package let interval: Double

    /// A bucket.
    package init(key: [UInt8], size: Double, interval: Double) {
        self.key = key
        self.size = size
        self.interval = interval
    }

    /// Its present level, from the row `a`.
    fileprivate var level: SQL {
        "greatest(0, a.level - extract(epoch from clock_timestamp() - a.at) / \(interval)::float8)"
    }

    /// The seconds until what is in it fits; zero or less if it fits now.
    fileprivate func wait(at level: Double) -> Double { (level - size) * interval }

    /// The longest of several waits, in whole seconds; nil if there is none.
    fileprivate static func longest(_ waits: [Double]) -> Int? {
        waits.max().flatMap { $0 > 0 ? max(1, Int($0.rounded(.up))) : nil }
    }
}

/// Credentials for logging in, and the count of attempts.
package struct LogIn: Noun {
    package let connection: Connection
}

extension LogIn {
    /// The credentials of an editor who may log in.
    package func credentials(name: String) throws -> Credentials? { try credentials("lower(name) = lower(\(name))") }

    /// The credentials of an editor who may log in.
    package func credentials(of editor: Int) throws -> Credentials? { try credentials("id = \(editor)") }

    private func credentials(_ condition: SQL) throws -> Credentials? {
        try query(
            """
            select id, name, role::text, password, one_time_key, one_time_step from editors
            where \(condition) and disabled_at is null
            """
        ).first { row in
            Credentials(
                editor: Editor(
                    id: try row.get("id"), name: try row.get("name"),
                    role: EditorRole(rawValue: try row.get("role")) ?? .contributor),
                password: try row.optional("password"), oneTimeKey: try row.optional("one_time_key"),
                oneTimeStep: try row.get("one_time_step"))
        }
    }

    /// Uses up the code of a time step. Returns false if it, or a later one, was used before.
    package func useOneTimeStep(_ step: Int, of editor: Int) throws -> Bool {
        try query(
            "update editors set one_time_step = \(step) where id = \(editor) and one_time_step < \(step) returning 1"
        ).count == 1
    }

    /// Sets up the authenticator app of an editor who has none. The other sessions end.
    /// - Returns: false if there is one already.
    package func setOneTimeKey(_ key: [UInt8], of editor: Int, keeping session: Int, by maker: Maker) throws -> Bool {
        let set = try query(
            "update editors set one_time_key = \(key) where id = \(editor) and one_time_key is null returning 1")
        guard set.count == 1 else { return false }
        try holdings.sessions.endAll(of: editor, except: session)
        try holdings.audit.note("second-factor.set", "editor/\(editor)", by: maker)
        return true
    }

    /// Removes the authenticator app of an editor, with the recovery codes. The other sessions end. If somebody else does it, the device is lost
    /// perhaps, and passkeys end too.
    /// - Parameter session: the editor's own; nil if somebody else does it.
    package func removeOneTimeKey(of editor: Int, keeping session: Int?, by maker: Maker?) throws {
        if session == nil { try holdings.passkeys.deleteAll(of: .editor(editor)) }
        try query("update editors set one_time_key = null where id = \(editor)")
        try holdings.recoveryCodes.deleteAll(of: editor)
        try holdings.sessions.endAll(of: editor, except: session)
        try holdings.audit.note("second-factor.remove", "editor/\(editor)", by: maker)
    }

    /// Sets the password of an editor. The other sessions and all passkeys end, and all links for choosing another become
    /// invalid.
    package func setPassword(_ password: String, of editor: Int, keeping session: Int?, by maker: Maker) throws {
        try query("update editors set password = \(password) where id = \(editor)")
        try query("delete from password_links where editor_id = \(editor)")
        try query("delete from known_browsers where editor_id = \(editor)")
        // Sessions first: a passkey that is being added locks its session, and is seen once that has ended.
        try holdings.sessions.endAll(of: editor, except: session)
        try holdings.passkeys.deleteAll(of: .editor(editor))
        try holdings.audit.note("password.set", "editor/\(editor)", by: maker)
    }

    /// Creates a link at which an editor chooses a password; earlier links become invalid.
    package func insertPasswordLink(_ hash: [UInt8], of editor: Int, hours: Int, by maker: Maker?) throws {
        try query("delete from password_links where editor_id = \(editor) or expires_at < now()")
        try query(
            """
            insert into password_links (hash, editor_id, expires_at)
            values (\(hash), \(editor), now() + make_interval(hours => \(hours)))
            """)
        try holdings.audit.note("password.link", "editor/\(editor)", by: maker)
    }

    /// The editor who may choose a password at a link that is still valid.
    /// - Parameter locks: whether to lock the editor until the transaction ends, so that the link is used
    ///   once.
    package func passwordLink(_ hash: [UInt8], locks: Bool = false) throws -> Editor? {
        let lock: SQL = locks ? "for no key update of e" : ""
        return try query(
            """
            select e.id, e.name, e.role::text from password_links l join editors e on e.id = l.editor_id
            where l.hash = \(hash) and l.expires_at > now() and e.disabled_at is null \(lock)
            """
        ).first { row in
            Editor(
                id: try row.get("id"), name: try row.get("name"),
                role: EditorRole(rawValue: try row.get("role")) ?? .contributor)
        }
    }

    /// The time that an attempt has to wait. Nothing is counted or written, so that somebody who keeps trying
    /// costs little.
    /// - Returns: the seconds until there is room in all of these buckets; nil if there is room now.
    package func attemptWait(_ buckets: [AttemptBucket]) throws -> Int? {
        let waits = try buckets.map { bucket in
            let level = try query(
                "select (\(bucket.level))::float8 from log_in_attempts a where key = \(bucket.key)"
            ).firstValue(as: Double.self)
            return bucket.wait(at: (level ?? 0) + 1)
        }
        return AttemptBucket.longest(waits)
    }

    /// Counts an attempt in each of these buckets if all have room.
    /// - Returns: the seconds until there is room; nil if the attempt may be made.
    package func countAttempt(_ buckets: [AttemptBucket]) throws -> Int? {
        try query("delete from log_in_attempts where at < now() - interval '1 day'")
        // In the order of their keys, so that two attempts never wait for each other.
        let waits = try buckets.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { bucket in
            let level: Double = try query(
                """
                insert into log_in_attempts as a (key, level) values (\(bucket.key), 1)
                on conflict (key) do update set at = clock_timestamp(), level = \(bucket.level) + 1
                returning level::float8
                """
            ).value()
            return bucket.wait(at: level)
        }
        guard let wait = AttemptBucket.longest(waits) else { return nil }
        // A refused attempt is not counted; otherwise somebody who waits would wait for ever.
        for bucket in buckets { try query("update log_in_attempts set level = level - 1 where key = \(bucket.key)") }
        return wait
    }

    /// Takes back an attempt that was counted but not made.
    package func takeBackAttempt(_ keys: [[UInt8]]) throws {
        for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try query("update log_in_attempts set level = greatest(level - 1, 0) where key = \(key)")
        }
    }

    /// The key with which all servers sign the puzzles of the log-in page.
    package func puzzleKey() throws -> [UInt8] { try query("select key from puzzle_key").value() }

    /// Uses up a puzzle, or a passkey's challenge, which is kept for longer than it can be solved. Returns false if it was used before.
    /// - Parameter key: the SHA-256 of its name.
    package func usePuzzle(_ key: [UInt8]) throws -> Bool {
        try query(
            "insert into log_in_attempts (key, level) values (\(key), 1) on conflict do nothing returning 1"
        ).count == 1
    }

    /// Empties buckets after a successful attempt.
    package func forgetAttempts(_ keys: [[UInt8]]) throws {
        // In the order in which attempts are counted, so that none waits for another.
        for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            try query("delete from log_in_attempts where key = \(key)")
        }
    }
}

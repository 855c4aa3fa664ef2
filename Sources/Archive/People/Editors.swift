package import Foundation
package import News
package import PostgreSQL

/// A person who writes the newspaper, known by a token or a session.
package struct Editor: Sendable {
    /// The number under which the archive knows them.
    package let id: Int
    /// The name they were added with.
    package let name: String
    /// Their role.
    package let role: EditorRole
    /// The token shown, to which idempotency keys belong; nil in a session.
    package var token: ShownToken?
    /// The address from which it was shown; nil if it is unknown.
    package var address: String?

    /// The same person in the audit trail.
    package var maker: Maker { Maker(editor: id, address: address) }
}

/// A member of the newsroom, as the chief sees them.
package struct Person: Sendable {
    /// The number under which the archive knows them.
    package let id: Int
    /// The name by which they log in.
    package let name: String
    /// Their role.
    package let role: EditorRole
    /// Whether they were shut out.
    package let isDisabled: Bool
    /// Whether they have chosen a password.
    package let hasPassword: Bool
    /// Whether an authenticator app is set up.
    package let hasSecondFactor: Bool
    /// When they last used a session that is still valid.
    package let seenAt: Date?
}

/// The people of the newsroom.
package struct People: Noun {
    package let connection: Connection
}

extension People {
    /// Creates an editor. Throws `uniqueViolation` if the name is taken, in upper or lower case.
    /// - Parameter maker: nil for the command line.
    package func insert(name: String, role: EditorRole, by maker: Maker? = nil) throws -> Int {
        let id: Int = try query(
            "insert into editors (name, role) values (\(name), \(role.rawValue)::editor_role) returning id"
        ).value()
        try holdings.audit.note(
            "editor.create", "editor/\(id)", by: maker, detail: ["name": name, "role": role.rawValue])
        return id
    }

    /// Everybody in the newsroom, by name.
    package func list() throws -> [Person] { try list("") }

    /// A member of the newsroom.
    package func find(_ id: Int) throws -> Person? { try list("where e.id = \(id)::bigint").first }

    /// Somebody of this name who was shut out.
    package func disabled(name: String) throws -> Editor? {
        try list("where lower(e.name) = lower(\(name)) and e.disabled_at is not null").first.map {
            Editor(id: $0.id, name: $0.name, role: $0.role)
        }
    }

    private func list(_ condition: SQL) throws -> [Person] {
        try query(
            """
            select e.id, e.name, e.role::text, e.disabled_at is not null as is_disabled,
                e.password is not null as has_password, e.one_time_key is not null as has_second_factor,
                (select max(used_at) from sessions s where s.editor_id = e.id and is_complete) as seen_at
            from editors e \(condition) order by lower(e.name)
            """
        ).map { row in
            Person(
                id: try row.get("id"), name: try row.get("name"),
                role: EditorRole(rawValue: try row.get("role")) ?? .contributor,
                isDisabled: try row.get("is_disabled"), hasPassword: try row.get("has_password"),
                hasSecondFactor: try row.get("has_second_factor"),
                seenAt: try row.optional("seen_at"))
        }
    }

    /// Gives somebody another role. Throws `notFound`, and `faults` if no chief would be left.
    package func setRole(_ role: EditorRole, of id: Int, by maker: Maker) throws {
        let old = try lockedPerson(id)
        guard old.role != role else { return }
        try query("update editors set role = \(role.rawValue)::editor_role where id = \(id)")
        try requireChief("role")
        try holdings.audit.note(
            "editor.role", "editor/\(id)", by: maker, detail: ["before": old.role.rawValue, "after": role.rawValue])
    }

    /// Gives somebody another name, by which they log in from now on. Throws `notFound`, and `uniqueViolation` if the name is taken.
    package func rename(_ id: Int, to name: String, by maker: Maker) throws {
        let old = try lockedPerson(id)
        guard old.name != name else { return }
        try query("update editors set name = \(name) where id = \(id)")
        try holdings.audit.note(
            "editor.rename", "editor/\(id)", by: maker, detail: ["before": old.name, "after": name])
    }

    /// Deletes somebody who was invited but never chose a password, so that the name is free again. Throws `notFound`,
    /// `faults` if they have one, and `foreignKeyViolation` if they did something with a token.
    package func deleteInvitation(_ id: Int, by maker: Maker) throws {
        let person = try lockedPerson(id)
        guard !person.hasPassword else {
            throw ArchiveError.faults([.init(field: "id", detail: "is refused: this person has chosen a password")])
        }
        try query("delete from editors where id = \(id)")
        try holdings.audit.note("editor.delete", "editor/\(id)", by: maker, detail: ["name": person.name])
    }

    /// Shuts somebody out, with all sessions, or lets them in again. Throws `notFound`, and `faults` if no
    /// chief would be left.
    package func setDisabled(_ isDisabled: Bool, of id: Int, by maker: Maker) throws {
        _ = try lockedPerson(id)
        try query("update editors set disabled_at = case when \(isDisabled) then now() end where id = \(id)")
        try requireChief("disabled")
        if isDisabled {
            try holdings.sessions.endAll(of: id)
            try holdings.tokens.revokeAll(of: id)
            try holdings.passkeys.deleteAll(of: .editor(id))
            try query("delete from password_links where editor_id = \(id)")
        }
        try holdings.audit.note(isDisabled ? "editor.disable" : "editor.enable", "editor/\(id)", by: maker)
    }

    /// People are changed one after another, so that two chiefs cannot remove each other at the same time.
    private func lockedPerson(_ id: Int) throws -> Person {
        try query("select from editors where role = 'chief' or id = \(id)::bigint order by id for no key update")
        guard let person = try find(id) else { throw ArchiveError.notFound }
        return person
    }

    private func requireChief(_ field: String) throws {
        guard
            try query(
                "select from editors where role = 'chief' and disabled_at is null and password is not null limit 1"
            ).count > 0
        else {
            throw ArchiveError.faults([.init(field: field, detail: "is refused: a newspaper keeps at least one chief")])
        }
    }

    /// The role from which a second factor is needed; nil if nobody needs one.
    package func secondFactorFrom() throws -> EditorRole? {
        try query("select second_factor_from::text from newspaper").optionalValue().flatMap { EditorRole(rawValue: $0) }
    }

    /// Sets the role from which a second factor is needed.
    package func setSecondFactor(from role: EditorRole?, by maker: Maker) throws {
        try query("update newspaper set second_factor_from = \(role?.rawValue)::editor_role")
        try holdings.audit.note(
            "newsroom.second-factor", "newspaper", by: maker, detail: ["from": role?.rawValue ?? "nobody"])
    }
}

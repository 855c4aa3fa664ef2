package import Foundation
package import PostgreSQL

/// Whose a passkey is.
package enum PasskeyOwner: Sendable, Equatable {
    case reader(Int)
    case editor(Int)

    fileprivate var isOwner: SQL {
        switch self {
        case .reader(let id): "reader_id = \(id)"
        case .editor(let id): "editor_id = \(id)"
        }
    }
}

/// A passkey, and what is known of its use.
package struct PasskeyRecord: Sendable {
    package let id: Int
    package let owner: PasskeyOwner
    /// The authenticator's identifier for it.
    package let credential: [UInt8]
    /// The public key: a SubjectPublicKeyInfo in DER.
    package let publicKey: [UInt8]
    /// How often it has signed, if the authenticator counts.
    package let counter: Int
    /// The user agent of the browser in which it was made.
    package let agent: String
    package let createdAt: Date
    package let usedAt: Date?
}

/// Keys on people's devices with which they log in.
package struct Passkeys: Noun {
    package let connection: Connection

    /// The most of one person.
    package static let most = 20
}

extension Passkeys {
    /// Keeps a new passkey.
    /// - Returns: false if it is known already, or its owner has as many as anybody may have.
    package func insert(
        _ credential: [UInt8], key: [UInt8], counter: Int, of owner: PasskeyOwner, agent: String
    ) throws -> Bool {
        let (reader, editor): (Int?, Int?) =
            switch owner {
            case .reader(let id): (id, nil)
            case .editor(let id): (nil, id)
            }
        return try query(
            """
            insert into passkeys (reader_id, editor_id, credential, public_key, counter, agent)
            select \(reader)::bigint, \(editor)::bigint, \(credential), \(key), \(counter), \(String(agent.unicodeScalars.prefix(300)))
            where (select count(*) from passkeys where \(owner.isOwner)) < \(Self.most)
            on conflict (credential) do nothing returning 1
            """
        ).count == 1
    }

    /// The passkeys of somebody, the latest first.
    package func list(of owner: PasskeyOwner) throws -> [PasskeyRecord] {
        try query("select * from passkeys where \(owner.isOwner) order by id desc").map(Self.record)
    }

    /// The passkey with an identifier.
    package func find(_ credential: [UInt8]) throws -> PasskeyRecord? {
        try query("select * from passkeys where credential = \(credential)").first(Self.record)
    }

    /// Records the use of a passkey.
    /// - Returns: false if it was used or removed meanwhile, so that its counter may not have risen.
    package func noteUse(of passkey: PasskeyRecord, counter: Int) throws -> Bool {
        try query(
            """
            update passkeys set counter = \(counter), used_at = now()
            where id = \(passkey.id) and counter = \(passkey.counter) returning 1
            """
        ).count == 1
    }

    /// Whether a passkey is still kept; it then stays until the transaction ends.
    package func isKept(_ passkey: PasskeyRecord) throws -> Bool {
        try query("select from passkeys where id = \(passkey.id) for share").count == 1
    }

    /// Removes a passkey of somebody; does nothing if it is not theirs.
    /// - Returns: whether it was.
    package func delete(_ id: Int, of owner: PasskeyOwner) throws -> Bool {
        try query("delete from passkeys where id = \(id) and \(owner.isOwner) returning 1").count == 1
    }

    /// Removes all passkeys of somebody.
    package func deleteAll(of owner: PasskeyOwner) throws {
        try query("delete from passkeys where \(owner.isOwner)")
    }

    private static func record(_ row: Row) throws -> PasskeyRecord {
        let owner: PasskeyOwner =
            if let reader: Int = try row.optional("reader_id") { .reader(reader) } else {
                .editor(try row.get("editor_id"))
            }
        return PasskeyRecord(
            id: try row.get("id"), owner: owner, credential: try row.get("credential"),
            publicKey: try row.get("public_key"), counter: try row.get("counter"), agent: try row.get("agent"),
            createdAt: try row.get("created_at"), usedAt: try row.optional("used_at"))
    }
}

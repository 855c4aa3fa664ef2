package import PostgreSQL

/// A key of the newspaper, by which push services know who sends, as it is stored.
package struct StoredPushKey: Sendable {
    /// Its number, which subscriptions name.
    package let id: Int
    /// The private key, sealed with the newspaper's secret.
    package let sealed: [UInt8]
    /// The public key as base64url.
    package let publicText: String
}

/// The newspaper's keys for Web Push.
package struct PushKeyRing: Noun {
    package let connection: Connection
}

extension PushKeyRing {
    /// The key that new subscriptions get; nil if none was made yet.
    package func current() throws -> StoredPushKey? { try find("replaced_at is null") }

    /// A key by its number.
    package func find(_ id: Int) throws -> StoredPushKey? { try find("id = \(id)") }

    private func find(_ condition: SQL) throws -> StoredPushKey? {
        try query("select id, sealed, public_key from push_keys where \(condition)").first { row in
            StoredPushKey(
                id: try row.get("id"), sealed: try row.get("sealed"), publicText: try row.get("public_key"))
        }
    }

    /// Stores the first key, unless another server has just made it.
    package func insertFirst(sealed: [UInt8], publicText: String) throws {
        try query(
            """
            insert into push_keys (sealed, public_key) values (\(sealed), \(publicText))
            on conflict ((true)) where replaced_at is null do nothing
            """)
    }

    /// Stores a key that takes the place of the current one. Subscriptions made with the old one keep it until their devices
    /// subscribe anew.
    package func replace(sealed: [UInt8], publicText: String) throws {
        try query("update push_keys set replaced_at = now() where replaced_at is null")
        try insertFirst(sealed: sealed, publicText: publicText)
        try holdings.audit.note("push.key", "push", by: nil, detail: ["key": publicText])
    }
}

package import PostgreSQL

/// A key with which mails are signed, as it is stored.
package struct StoredMailKey: Sendable {
    package let selector: String
    /// The private key, sealed with the newspaper's secret.
    package let sealed: [UInt8]

    package init(selector: String, sealed: [UInt8]) { (self.selector, self.sealed) = (selector, sealed) }
}

/// The newspaper's keys for signing mails.
package struct MailKeyRing: Noun {
    package let connection: Connection
}

extension MailKeyRing {
    /// The key that signs; nil if none was made yet.
    package func current() throws -> StoredMailKey? {
        try query("select selector, sealed from mail_keys where replaced_at is null").first { row in
            StoredMailKey(selector: try row.get("selector"), sealed: try row.get("sealed"))
        }
    }

    /// Stores the first key, unless another server has just made it.
    package func insertFirst(_ key: StoredMailKey) throws {
        try query(
            """
            insert into mail_keys (selector, sealed) values (\(key.selector), \(key.sealed))
            on conflict ((true)) where replaced_at is null do nothing
            """)
    }

    /// Stores a key that signs from now on. Mails signed before can be checked while the old record stays.
    package func replace(with key: StoredMailKey) throws {
        try query("update mail_keys set replaced_at = now() where replaced_at is null")
        try insertFirst(key)
        try holdings.audit.note("mail.key", "mail", by: nil, detail: ["selector": key.selector])
    }
}

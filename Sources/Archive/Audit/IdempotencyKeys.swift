package import PostgreSQL

/// The answer to a write, kept under the key of its request.
package struct KeptAnswer: Sendable {
    /// SHA-256 of method, address and body of the request.
    package var fingerprint: [UInt8]
    /// The HTTP status.
    package var status: Int
    /// The address of what was created.
    package var location: String?
    /// The entity tag of what was created or changed.
    package var etag: String?
    /// The bytes of the answer.
    package var body: [UInt8]

    /// An answer to a request.
    package init(fingerprint: [UInt8], status: Int, location: String?, etag: String?, body: [UInt8]) {
        self.fingerprint = fingerprint
        self.status = status
        self.location = location
        self.etag = etag
        self.body = body
    }
}

/// Stored answers to writes, for clients that repeat a request.
package struct KeptAnswers: Noun {
    package let connection: Connection
}

extension KeptAnswers {
    /// The answer that was given under a key; waits for a write under the same key that is still in progress.
    package func find(token: Int, key: String) throws -> KeptAnswer? {
        try query("select pg_advisory_xact_lock(hashtextextended(\(key), \(token)))")
        return try query(
            """
            select fingerprint, status, location, etag, body from idempotency_keys
            where token_id = \(token) and key = \(key)
            """
        ).first { row in
            KeptAnswer(
                fingerprint: try row.get("fingerprint"), status: try row.get("status"),
                location: try row.optional("location"),
                etag: try row.optional("etag"),
                body: try row.get("body"))
        }
    }

    /// Keeps an answer for a day, in the transaction of the write itself.
    package func keep(_ answer: KeptAnswer, token: Int, key: String) throws {
        try query("delete from idempotency_keys where created_at < now() - interval '1 day'")
        try query(
            """
            insert into idempotency_keys (token_id, key, fingerprint, status, location, etag, body)
            values (\(token), \(key), \(answer.fingerprint), \(answer.status), \(answer.location), \(answer.etag), \(answer.body))
            """)
    }
}

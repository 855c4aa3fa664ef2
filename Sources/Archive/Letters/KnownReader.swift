package import Foundation
package import News
import PostgreSQL

/// All that is kept of somebody whose address we know.
package struct KnownReader: Sendable {
    /// A newsletter, and what the reader agreed to.
    package struct Subscription: Sendable {
        package let list: MailingList
        /// In the words of the page.
        package let consent: String
        package let askedAt: Date
        /// Nil until the reader has confirmed it.
        package let confirmedAt: Date?
    }

    package let id: Int
    package let address: String
    /// The language of the pages on which the address was given.
    package let language: String
    package let createdAt: Date
    package var subscriptions: [Subscription]
}

extension Readers {
    /// The reader with an address, for somebody who was asked by its owner. The search is noted, without the address.
    package func look(up address: String, by maker: Maker) throws -> KnownReader? {
        let found = try query(
            "select id, address, language, created_at from readers where lower(address) = lower(\(address))"
        ).first { row in
            KnownReader(
                id: try row.get("id"), address: try row.get("address"), language: try row.get("language"),
                createdAt: try row.get("created_at"), subscriptions: [])
        }
        try holdings.audit.note("reader.find", "reader/\(found.map { "\($0.id)" } ?? "none")", by: maker)
        guard var reader = found else { return nil }
        reader.subscriptions = try query(
            "select list, consent, asked_at, confirmed_at from letter_subscriptions where reader_id = \(reader.id) order by list"
        ).map { row in
            try MailingList(row.get("list")).map { list in
                KnownReader.Subscription(
                    list: list, consent: try row.get("consent"), askedAt: try row.get("asked_at"),
                    confirmedAt: try row.optional("confirmed_at"))
            }
        }.compactMap(\.self)
        return reader
    }

    /// Forgets a reader with everything that is kept. Throws `notFound`.
    package func forget(_ id: Int, by maker: Maker) throws {
        guard try query("delete from readers where id = \(id) returning 1").count == 1 else {
            throw ArchiveError.notFound
        }
        try holdings.audit.note("reader.forget", "reader/\(id)", by: maker)
    }
}

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

    /// A mail to the reader in the last thirty days.
    package struct Mail: Sendable {
        package let kind: MailJob.Kind
        /// The name of the newsletter; nil for other mails, as the subject.
        package let list: String?
        package let subject: String?
        package let state: String
        package let madeAt: Date
        /// Nil while it is on its way.
        package let endedAt: Date?
    }

    package let id: Int
    package let address: String
    /// The language of the pages on which the address was given.
    package let language: String
    package let createdAt: Date
    /// Mails that the reader's domain gave back for now.
    package let bounces: Int
    package let subscriptions: [Subscription]
    /// The newest first.
    package let mails: [Mail]
}

extension Readers {
    /// The reader with an address, for somebody who was asked by its owner. The search is noted, without the address.
    package func look(up address: String, by maker: Maker) throws -> KnownReader? {
        let found: Int? = try query("select id from readers where lower(address) = lower(\(address))").firstValue()
        try holdings.audit.note("reader.find", "reader/\(found.map(String.init) ?? "none")", by: maker)
        return try found.flatMap(known)
    }

    /// All that is kept of a reader; nil if it is nothing.
    package func known(_ id: Int) throws -> KnownReader? {
        let (subscriptions, mails) = (try keptSubscriptions(of: id), try keptMails(of: id))
        return try query("select address, language, created_at, bounces from readers where id = \(id)::bigint").first {
            row in
            KnownReader(
                id: id, address: try row.get("address"), language: try row.get("language"),
                createdAt: try row.get("created_at"), bounces: try row.get("bounces"), subscriptions: subscriptions,
                mails: mails)
        }
    }

    private func keptMails(of reader: Int) throws -> [KnownReader.Mail] {
        try query(
            """
            select m.kind, m.state, m.created_at, m.ended_at, l.list, l.subject
            from mails m left join letters l on l.id = m.letter_id
            where m.reader_id = \(reader)::bigint order by m.id desc limit 1000
            """
        ).map { row in
            KnownReader.Mail(
                kind: MailJob.Kind(rawValue: try row.get("kind")) ?? .letter, list: try row.optional("list"),
                subject: try row.optional("subject"), state: try row.get("state"), madeAt: try row.get("created_at"),
                endedAt: try row.optional("ended_at"))
        }
    }

    private func keptSubscriptions(of reader: Int) throws -> [KnownReader.Subscription] {
        try query(
            "select list, consent, asked_at, confirmed_at from letter_subscriptions where reader_id = \(reader)::bigint order by list"
        ).map { row in
            try MailingList(row.get("list")).map { list in
                KnownReader.Subscription(
                    list: list, consent: try row.get("consent"), askedAt: try row.get("asked_at"),
                    confirmedAt: try row.optional("confirmed_at"))
            }
        }.compactMap(\.self)
    }

    /// Forgets a reader with everything that is kept. Throws `notFound`.
    package func forget(_ id: Int, by maker: Maker) throws {
        guard try query("delete from readers where id = \(id) returning 1").count == 1 else {
            throw ArchiveError.notFound
        }
        try holdings.audit.note("reader.forget", "reader/\(id)", by: maker)
    }
}

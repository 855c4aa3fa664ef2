import Foundation
import News
package import PostgreSQL

/// What keeps us from sending mails to people who do not want them.
package struct MailLimits: Noun {
    package let connection: Connection

    /// Why an address gets no mail.
    package enum Reason: String, Sendable {
        /// Its domain said that there is no such mailbox.
        case bounce
        /// Its owner called our mail spam.
        case complaint
    }
}

extension MailLimits {
    /// Counts a mail that somebody asks for. Returns false once there were too many today.
    /// - Parameter hash: a keyed hash of the address or network, 32 bytes.
    package func count(_ hash: [UInt8], most: Int) throws -> Bool {
        let count: Int = try query(
            """
            insert into mail_requests as r (hash, day, count) values (\(hash), \(Date().dayNumber(in: .gmt)), 1)
            on conflict (hash, day) do update set count = r.count + 1 returning count
            """
        ).value()
        return count <= most
    }

    /// Whether an address gets no mail.
    package func isSuppressed(_ hash: [UInt8]) throws -> Bool {
        try query("select 1 from mail_suppressions where address_hash = \(hash)").count > 0
    }

    /// Sends nothing to an address any more.
    package func suppress(_ hash: [UInt8], _ reason: Reason) throws {
        try query(
            """
            insert into mail_suppressions (address_hash, reason) values (\(hash), \(reason.rawValue))
            on conflict do nothing
            """)
    }

    /// Forgets what was counted on earlier days.
    package func deleteOld() throws {
        try query("delete from mail_requests where day < \(Date().dayNumber(in: .gmt)) - 1")
    }
}

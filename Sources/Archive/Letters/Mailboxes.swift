package import Foundation
package import PostgreSQL

/// The folders to which mails come back.
package struct Mailboxes: Noun {
    package let connection: Connection

    /// How the last look at a folder went.
    package struct Look: Sendable {
        package let name: String
        package let at: Date
        /// Empty if it went well.
        package let fault: String
    }
}

extension Mailboxes {
    /// Takes on a folder that is due for a look. Returns nil if another server does, or it is not due.
    /// - Parameter lease: seconds after which another server may.
    /// - Returns: up to where it was read; both are nil before the first look.
    package func take(_ name: String, lease: Int) throws -> (validity: Int?, next: Int?)? {
        try query(
            """
            insert into mailboxes as m (name, next_look_at) values (\(name), now() + make_interval(secs => \(lease)))
            on conflict (name) do update set next_look_at = excluded.next_look_at where m.next_look_at <= now()
            returning validity, next_number
            """
        ).first { (try $0.optional("validity"), try $0.optional("next_number")) }
    }

    /// Notes up to where a folder was read.
    package func advance(_ name: String, validity: Int, next: Int) throws {
        try query("update mailboxes set validity = \(validity), next_number = \(next) where name = \(name)")
    }

    /// Notes how a look went.
    package func end(_ name: String, fault: String, again seconds: Int) throws {
        try query(
            """
            update mailboxes set looked_at = now(), fault = \(String(fault.prefix(300))),
                next_look_at = now() + make_interval(secs => \(seconds)) where name = \(name)
            """)
    }

    /// The last look, of several folders the newest; nil if there was none.
    package func look() throws -> Look? {
        try query(
            "select name, looked_at, fault from mailboxes where looked_at is not null order by looked_at desc limit 1"
        )
        .first { Look(name: try $0.get("name"), at: try $0.get("looked_at"), fault: try $0.get("fault")) }
    }
}

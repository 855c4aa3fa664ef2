package import Foundation
package import PostgreSQL

/// What is kept of a device, and until when.
package struct KeptDevice: Sendable {
    /// What it said, by name.
    package let fields: [String: String]
    /// When it is forgotten unless it is used before.
    package let expiresAt: Date
    /// Whether it has been used for the first time in a day, so that its expiry is to be moved.
    package let isDue: Bool
}

/// How long a device is kept after it was last used.
private let lifetime: SQL = "interval '90 days'"

extension Connection {
    /// What is kept under the hash of an identifier; nil where it is unknown or has expired.
    package func device(_ hash: [UInt8]) throws -> KeptDevice? {
        try query(
            """
            select fields::text, expires_at, expires_at < now() + \(lifetime) - interval '1 day' as is_due from devices
            where id_hash = \(hash) and expires_at > now()
            """
        ).first { row in
            KeptDevice(
                fields: try JSONDecoder().decode(
                    [String: String].self, from: Data(row.get("fields", as: String.self).utf8)),
                expiresAt: try row.get("expires_at"), isDue: try row.get("is_due"))
        }
    }

    /// Keeps what a new device said, and forgets some of those that have expired. Returns when it expires.
    package func insertDevice(_ hash: [UInt8], fields: [String: String]) throws -> Date {
        try forgetExpiredDevices()
        return try query(
            """
            insert into devices (id_hash, fields, expires_at)
            values (\(hash), \(Self.json(fields))::jsonb, now() + \(lifetime)) returning expires_at
            """
        ).value()
    }

    /// Keeps this instead of what a device said before, which counts as a use. Returns when it expires; nil where it is unknown.
    package func replaceDevice(_ hash: [UInt8], fields: [String: String]) throws -> Date? {
        try query(
            """
            update devices set fields = \(Self.json(fields))::jsonb, expires_at = now() + \(lifetime)
            where id_hash = \(hash) and expires_at > now() returning expires_at
            """
        ).firstValue()
    }

    /// Moves the expiry of a device that is used, at most once a day.
    package func touchDevice(_ hash: [UInt8]) throws {
        try query(
            """
            update devices set expires_at = now() + \(lifetime)
            where id_hash = \(hash) and expires_at > now() and expires_at < now() + \(lifetime) - interval '1 day'
            """)
    }

    /// Forgets a device. Returns whether it was known.
    package func deleteDevice(_ hash: [UInt8]) throws -> Bool {
        try query("delete from devices where id_hash = \(hash) returning expires_at > now()").firstValue()
            ?? false
    }

    /// Forgets what goes beyond a number of devices, at most 10,000 at once: those first that were never used after their report, as a flood
    /// of reports is, and of them those that expire soonest. Counts them all, which
    /// takes some tenths of a second where there are a million. Returns how many are forgotten.
    @discardableResult
    package func trimDevices(to limit: Int) throws -> Int {
        let count: Int = try query("select count(*) from devices").value()
        guard count > limit else { return 0 }
        return try query(
            """
            delete from devices where id_hash in (
                select id_hash from devices order by expires_at > created_at + \(lifetime), expires_at limit \(min(count - limit, 10_000)) for update skip locked)
            """
        ).affected
    }

    /// At most 100 at once: more than come.
    private func forgetExpiredDevices() throws {
        try query(
            """
            delete from devices where id_hash in (
                select id_hash from devices where expires_at <= now() order by expires_at limit 100 for update skip locked)
            """)
    }

    private static func json(_ fields: [String: String]) throws -> String {
        String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
    }
}

package import Foundation
package import PostgreSQL

/// The values kept for a device, and their expiry.
package struct KeptDevice: Sendable {
    /// The values that it reported, by name.
    package let fields: [String: String]
    /// When it is forgotten unless it is used before.
    package let expiresAt: Date
    /// Whether this is its first use in a day, so that its expiry has to be moved.
    package let isDue: Bool
}

/// How long a device is kept after it was last used.
private let lifetime: SQL = "interval '90 days'"

/// The reports of devices about themselves.
package struct Devices: Noun {
    package let connection: Connection
}

extension Devices {
    /// The device kept under the hash of an identifier; nil if it is unknown or has expired.
    package func find(_ hash: [UInt8]) throws -> KeptDevice? {
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

    /// Stores what a new device reported, and forgets some of those that have expired. Returns when it
    /// expires.
    package func insert(_ hash: [UInt8], fields: [String: String]) throws -> Date {
        try forgetExpiredDevices()
        return try query(
            """
            insert into devices (id_hash, fields, expires_at)
            values (\(hash), \(Self.json(fields))::jsonb, now() + \(lifetime)) returning expires_at
            """
        ).value()
    }

    /// Replaces what a device reported before, which counts as a use. Returns when it expires; nil if it is
    /// unknown.
    package func replace(_ hash: [UInt8], fields: [String: String]) throws -> Date? {
        try query(
            """
            update devices set fields = \(Self.json(fields))::jsonb, expires_at = now() + \(lifetime)
            where id_hash = \(hash) and expires_at > now() returning expires_at
            """
        ).firstValue()
    }

    /// Moves the expiry of a device in use, at most once a day.
    package func touch(_ hash: [UInt8]) throws {
        try query(
            """
            update devices set expires_at = now() + \(lifetime)
            where id_hash = \(hash) and expires_at > now() and expires_at < now() + \(lifetime) - interval '1 day'
            """)
    }

    /// Forgets a device. Returns whether it was known.
    package func delete(_ hash: [UInt8]) throws -> Bool {
        try query("delete from devices where id_hash = \(hash) returning expires_at > now()").firstValue()
            ?? false
    }

    /// Forgets the devices beyond a number, at most 10,000 at once: first those that were never used after
    /// their report, as in a flood of reports, and among them those that expire soonest. Counts all devices,
    /// which takes some tenths of a second for a million. Returns how many were forgotten.
    @discardableResult
    package func trim(to limit: Int) throws -> Int {
        let count: Int = try query("select count(*) from devices").value()
        guard count > limit else { return 0 }
        return try query(
            """
            delete from devices where id_hash in (
                select id_hash from devices order by expires_at > created_at + \(lifetime), expires_at limit \(min(count - limit, 10_000)) for update skip locked)
            """
        ).affected
    }

    /// At most 100 at once, which is more than arrive.
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

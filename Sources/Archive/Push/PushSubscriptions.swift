package import Foundation
package import News
package import PostgreSQL

/// The wishes of a device, and where its messages go.
package struct PushSubscriptionDraft: Sendable {
    /// The address at its push service.
    package var endpoint: String
    /// The service's server: scheme, name and port.
    package var host: String
    /// The device's public key, 65 bytes.
    package var publicKey: [UInt8]
    /// The secret that authenticates messages, 16 bytes.
    package var secret: [UInt8]
    /// At least one.
    package var topics: [PushTopic]
    /// Where it is, if its reader wants news of that.
    package var place: Place?
    package var quiet: QuietHours?
    /// The most messages a day; nil for any number.
    package var cap: Int?
    /// The device's fields of the context form, by name.
    package var device: [String: String]
    /// An IANA name; empty for the newspaper's own.
    package var timeZone: String
    package var deviceClass: PushDeviceClass

    package init(
        endpoint: String, host: String, publicKey: [UInt8], secret: [UInt8], topics: [PushTopic], place: Place?,
        quiet: QuietHours?, cap: Int?, device: [String: String], timeZone: String, deviceClass: PushDeviceClass
    ) {
        (self.endpoint, self.host, self.publicKey, self.secret) = (endpoint, host, publicKey, secret)
        (self.topics, self.place, self.quiet, self.cap) = (topics, place, quiet, cap)
        (self.device, self.timeZone, self.deviceClass) = (device, timeZone, deviceClass)
    }
}

/// A subscription as its device may see it.
package struct PushSubscription: Sendable {
    package let topics: [String]
    package let quiet: QuietHours?
    package let cap: Int?
    package let device: [String: String]
    /// The public key of the newspaper that it was made with.
    package let applicationKey: String
    /// When it ends unless the device is seen before.
    package let expiresAt: Date
}

/// Where messages to a device go.
package struct PushTarget: Sendable {
    package let endpoint: String
    /// The device's public key.
    package let publicKey: [UInt8]
    /// The secret that authenticates messages.
    package let secret: [UInt8]
    /// The number of the newspaper's key that signs.
    package let key: Int
}

/// A limit that forbids a subscription.
package enum PushLimit: Sendable {
    /// In all, and from one network within a day.
    case subscriptions, ofNetwork

    /// The number allowed. A mobile operator may put thousands of readers behind one address.
    package var most: Int {
        switch self {
        case .subscriptions: 2_000_000
        case .ofNetwork: 1000
        }
    }
}

/// The devices whose readers want to be told of news.
package struct PushSubscriptions: Noun {
    package let connection: Connection

    /// How long a device may go unseen.
    static let lifetime: SQL = "interval '90 days'"
}

extension PushSubscriptions {
    /// The subscription under the hash of an identifier.
    package func find(_ hash: [UInt8]) throws -> PushSubscription? {
        try query(
            """
            select topics, quiet_from, quiet_to, cap, device::text, k.public_key, expires_at
            from push_subscriptions s join push_keys k on k.id = s.key_id where id_hash = \(hash) and expires_at > now()
            """
        ).first { row in
            PushSubscription(
                topics: try row.get("topics"), quiet: try QuietHours(row), cap: try row.optional("cap"),
                device: try Self.fields(try row.get("device")), applicationKey: try row.get("public_key"),
                expiresAt: try row.get("expires_at"))
        }
    }

    /// Where messages to a device go, and what encrypts and signs them.
    package func target(_ hash: [UInt8]) throws -> PushTarget? {
        try query(
            "select endpoint, public_key, secret, key_id from push_subscriptions where id_hash = \(hash) and expires_at > now()"
        ).first { row in
            PushTarget(
                endpoint: try row.get("endpoint"), publicKey: try row.get("public_key"), secret: try row.get("secret"),
                key: try row.get("key_id"))
        }
    }

    /// Stores a subscription. One with the same endpoint is replaced: a device has one.
    /// - Parameters:
    ///   - hash: of its identifier.
    ///   - key: the number of the newspaper's key that it was made with.
    ///   - network: a keyed hash of the network that it comes from, 32 bytes.
    /// - Returns: the limit that forbids it; nil if it is stored.
    package func insert(_ draft: PushSubscriptionDraft, _ hash: [UInt8], key: Int, network: [UInt8]) throws
        -> PushLimit?
    {
        if let limit = try limit(network) { return limit }
        try keepHost(draft.host)
        let (columns, values) = try Self.written(draft)
        // What the device got today still counts.
        try query(
            """
            insert into push_subscriptions (id_hash, key_id, expires_at, \(columns))
            values (\(hash), \(key), now() + \(Self.lifetime), \(values))
            on conflict (endpoint) do update set id_hash = excluded.id_hash, key_id = excluded.key_id, seen_at = now(),
                expires_at = excluded.expires_at, host = excluded.host, public_key = excluded.public_key, secret = excluded.secret,
                topics = excluded.topics, latitude = excluded.latitude, longitude = excluded.longitude,
                quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, cap = excluded.cap,
                time_zone = excluded.time_zone, device = excluded.device, device_class = excluded.device_class
            """)
        return nil
    }

    /// Replaces what a subscription says, which counts as seen. Returns whether there is one.
    package func replace(_ hash: [UInt8], with draft: PushSubscriptionDraft, key: Int) throws -> Bool {
        try keepHost(draft.host)
        try query("delete from push_subscriptions where endpoint = \(draft.endpoint) and id_hash <> \(hash)")
        let (columns, values) = try Self.written(draft)
        return try query(
            """
            update push_subscriptions set
                key_id = case when endpoint = \(draft.endpoint) then key_id else \(key)::bigint end,
                is_short = is_short and host = \(draft.host), seen_at = now(), expires_at = now() + \(Self.lifetime),
                (\(columns)) = row(\(values))
            where id_hash = \(hash) and expires_at > now() returning 1
            """
        ).count == 1
    }

    /// Ends a subscription. Returns whether there was one.
    package func delete(_ hash: [UInt8]) throws -> Bool {
        try query("delete from push_subscriptions where id_hash = \(hash) returning expires_at > now()").firstValue()
            ?? false
    }

    /// Ends subscriptions that were not seen for 90 days, up to a limit. Returns how many.
    package func deleteExpired(limit: Int) throws -> Int {
        try query("delete from push_networks where day < \(Date().dayNumber(in: .gmt)) - 1")
        return try query(
            """
            delete from push_subscriptions where id in (select id from push_subscriptions where expires_at <= now()
                order by expires_at limit \(limit) for update skip locked)
            """
        ).affected
    }

    /// Forgets servers of push services that nobody is subscribed at any more and that need not be left alone, up to a limit. Returns how many.
    package func deleteUnusedHosts(limit: Int) throws -> Int {
        try query(
            """
            delete from push_hosts where host in (
                select host from push_hosts h where coalesce(held_until <= now(), true)
                    and not exists (select from push_subscriptions s where s.host = h.host)
                limit \(limit) for update skip locked)
            """
        ).affected
    }

    /// Makes a server of a push service known, and keeps it so until the subscription that needs it is written.
    private func keepHost(_ host: String) throws {
        repeat {
            try query("insert into push_hosts (host) values (\(host)) on conflict do nothing")
        } while try query("select 1 from push_hosts where host = \(host) for key share").count == 0
    }

    /// The number of subscriptions, and of deliveries under way or waiting.
    package func count() throws -> (live: Int, waiting: Int) {
        let row = try query(
            """
            select (select count(*) from push_subscriptions where expires_at > now()) as live,
                (select count(*) from push_deliveries where next_try_at is not null) as waiting
            """)[0]
        return (try row.get("live"), try row.get("waiting"))
    }

    private func limit(_ network: [UInt8]) throws -> PushLimit? {
        // An estimate: counting a million rows takes long, and nothing depends on the last one.
        let all: Double = try query(
            "select greatest(reltuples, 0)::float8 from pg_class where oid = 'push_subscriptions'::regclass"
        ).value()
        guard all < Double(PushLimit.subscriptions.most) else { return .subscriptions }
        let ofNetwork: Int = try query(
            """
            insert into push_networks as n (network, day, subscriptions) values (\(network), \(Date().dayNumber(in: .gmt)), 1)
            on conflict (network, day) do update set subscriptions = n.subscriptions + 1 returning subscriptions
            """
        ).value()
        return ofNetwork > PushLimit.ofNetwork.most ? .ofNetwork : nil
    }

    private static func written(_ draft: PushSubscriptionDraft) throws -> (columns: SQL, values: SQL) {
        let device = String(decoding: try JSONEncoder().encode(draft.device), as: UTF8.self)
        return (
            """
            endpoint, host, public_key, secret, topics, latitude, longitude, quiet_from, quiet_to, cap, time_zone, device,
            device_class
            """,
            """
            \(draft.endpoint), \(draft.host), \(draft.publicKey)::bytea, \(draft.secret)::bytea,
            \(draft.topics.map(\.name))::text[], \(draft.place?.latitude)::numeric, \(draft.place?.longitude)::numeric,
            \(draft.quiet?.from)::smallint, \(draft.quiet?.to)::smallint, \(draft.cap)::smallint, \(draft.timeZone),
            \(device)::jsonb, \(draft.deviceClass.rawValue)
            """
        )
    }

    static func fields(_ json: String) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    }
}

extension QuietHours {
    /// The quiet hours in the columns `quiet_from` and `quiet_to`.
    init?(_ row: Row) throws {
        guard let from: Int = try row.optional("quiet_from"), let to: Int = try row.optional("quiet_to") else {
            return nil
        }
        self.init(from: from, to: to)
    }
}

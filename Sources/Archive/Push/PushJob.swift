package import Foundation
import News
import PostgreSQL

/// A message that a server has taken on to send to a device.
package struct PushJob: Sendable {
    /// The subscription's number.
    package let subscription: Int
    /// The message's number.
    package let message: Int
    package let kind: ReaderMessage.Kind
    package let article: Int
    /// The headline that the device shows; nil for the story's.
    package let headline: String?
    /// The line below the headline.
    package let text: String
    /// The `Topic`, and the tag of the notification.
    package let tag: String
    package let isUrgent: Bool
    /// The end of its TTL.
    package let expiresAt: Date
    /// Where to.
    package let endpoint: String
    /// The server of the endpoint.
    package let host: String
    /// The number of the newspaper's key that signs.
    package let key: Int
    /// The device's public key.
    package let publicKey: [UInt8]
    /// The secret that authenticates messages.
    package let secret: [UInt8]
    /// The device's fields of the context form.
    package let device: [String: String]
    package let deviceClass: String
    /// Whether its service takes short messages only.
    package let isShort: Bool
    /// Messages that were held back with it, and that it stands for.
    package let others: Int
    /// The place in the schedule, from 1.
    package let step: Int
    let tries: Int
}

/// How a try ended.
package struct PushResult: Sendable {
    /// The next step.
    package enum Outcome: Sendable, Equatable {
        case sent
        /// To be tried again after this many seconds; it counts as a try if it is the message's own fault.
        case retry(after: Int, counts: Bool)
        /// To be tried at once, with the short form, as everything else to this device.
        case short
        case failed
        /// The device wants nothing more.
        case gone
        /// The story may no longer be seen.
        case withdrawn
    }

    package let job: PushJob
    package let outcome: Outcome

    package init(_ job: PushJob, _ outcome: Outcome) { (self.job, self.outcome) = (job, outcome) }
}

/// A delivery that is due, before it is decided on.
struct DuePush {
    let job: PushJob
    var wishes: PushWishes
    let isCounted: Bool
    /// Why it is over without a decision.
    let end: String?

    init(_ row: Row, host: String, zone: TimeZone) throws {
        guard let kind = ReaderMessage.Kind(rawValue: try row.get("kind")) else { throw PostgresError.noRow }
        job = PushJob(
            subscription: try row.get("subscription_id"), message: try row.get("message_id"), kind: kind,
            article: try row.get("article_id"), headline: try row.optional("headline"), text: try row.get("text"),
            tag: try row.get("tag"),
            isUrgent: try row.get("is_urgent"), expiresAt: try row.get("expires_at"), endpoint: try row.get("endpoint"),
            host: host, key: try row.get("key_id"), publicKey: try row.get("public_key"),
            secret: try row.get("secret"), device: try PushSubscriptions.fields(try row.get("device")),
            deviceClass: try row.get("device_class"), isShort: try row.get("is_short"), others: try row.get("others"),
            step: try row.get("step", as: Int.self) + 1, tries: try row.get("tries", as: Int.self) + 1)
        wishes = try PushWishes(row, zone: zone)
        isCounted = try row.get("is_counted")
        end = try row.optional("end")
    }
}

package import Foundation
import PostgreSQL

/// How mails to readers fare.
package struct MailSummary: Sendable {
    /// A reason that the relay gave, and for how many mails.
    package struct Reply: Sendable {
        package let text: String
        package let count: Int
    }

    /// The mails of the last 30 days, by state.
    package let counts: [String: Int]
    /// When the mail was made that has waited longest; nil if none waits.
    package let waitingSince: Date?
    /// When the next one is tried.
    package let nextTryAt: Date?
    package let sentInLastHour: Int
    package let sentInLastDay: Int
    /// The addresses that get no mail any more, by reason: bounce or complaint.
    package let suppressed: [String: Int]
    /// The readers of whom mails came back for now.
    package let bouncing: Int
    /// The relay's replies about mails that wait or were refused, the most frequent first.
    package let replies: [Reply]
    /// The newest mails in doubt.
    package let doubts: [MailDoubt]
    /// The last look at the folder to which mails come back; nil if there is none.
    package let look: Mailboxes.Look?
}

extension MailQueue {
    /// The most replies and doubts in a summary.
    private static let shown = 20

    /// How mails fare now.
    package func summary() throws -> MailSummary {
        let replies: [MailSummary.Reply] = try query(
            """
            select reply, count(*) from mails where reply <> '' and state in ('waiting', 'claimed', 'refused')
            group by reply order by count(*) desc, reply limit \(Self.shown)
            """
        ).map { .init(text: try $0.get("reply"), count: try $0.get("count")) }
        let suppressed: [(String, Int)] = try query("select reason, count(*) from mail_suppressions group by reason")
            .map { (try $0.get("reason"), try $0.get("count")) }
        let doubts = try doubts(limit: Self.shown)
        let (counts, look) = (try counts(), try holdings.mailboxes.look())
        return try query(
            """
            select min(created_at) filter (where state in ('waiting', 'claimed')) as since,
                min(next_try_at) filter (where state = 'waiting') as next,
                count(*) filter (where state = 'sent' and ended_at > now() - interval '1 hour') as hour,
                count(*) filter (where state = 'sent' and ended_at > now() - interval '1 day') as day,
                (select count(*) from readers where bounces > 0) as bouncing
            from mails
            """
        ).map { row in
            MailSummary(
                counts: counts, waitingSince: try row.optional("since"), nextTryAt: try row.optional("next"),
                sentInLastHour: try row.get("hour"), sentInLastDay: try row.get("day"),
                suppressed: Dictionary(suppressed, uniquingKeysWith: +), bouncing: try row.get("bouncing"),
                replies: replies, doubts: doubts, look: look)
        }.first ?? { throw PostgresError.noRow }()
    }
}

package import Foundation
package import News
package import PostgreSQL

/// A message of the editors to readers' devices about a story.
package struct ReaderMessageDraft: Sendable {
    /// The number of an article that is published, or will be at its time.
    package var article: Int
    /// The topics whose readers it is for, at least one.
    package var audience: [PushTopic]
    /// The headline on lock screens; nil for the story's.
    package var headline: String?
    /// The line below the headline; nil for the standfirst.
    package var text: String?
    /// Whether it takes the place of the last message about the same story.
    package var isSeries: Bool
    package var isUrgent: Bool
    /// When it is sent; nil for now. Never before its article is published.
    package var sendAt: Date?

    /// The most characters of the text: what lock screens show.
    package static let textLimit = 300
    /// The most characters of a headline of its own. Lock screens cut after some forty.
    package static let headlineLimit = 100
    /// The seconds for which it may be sent ahead: a week.
    package static let farthest = 7 * 86_400.0
    /// The seconds for which a message is of use, and a push service keeps it for a device that is off: a day, so that it
    /// outlasts any quiet hours.
    package static let lifetime = 86_400.0

    package init(
        article: Int, audience: [PushTopic], headline: String?, text: String?, isSeries: Bool, isUrgent: Bool,
        sendAt: Date?
    ) {
        (self.article, self.audience, self.headline, self.text) = (article, audience, headline, text)
        (self.isSeries, self.isUrgent, self.sendAt) = (isSeries, isUrgent, sendAt)
    }
}

/// A message to readers' devices.
package struct ReaderMessage: Sendable {
    /// What it is.
    package enum Kind: String, Sendable { case story, correction, removal }
    /// How far it is. It is done when it is spread and nothing waits.
    package enum State: String, Sendable { case open, spread, cancelled }
    /// How many devices of a class something happened to.
    package struct Count: Sendable {
        package let deviceClass: String
        /// An outcome such as `sent`, or a receipt such as `opened`.
        package let what: String
        package let devices: Int
    }

    package let id: Int
    package let article: Int
    package let kind: Kind
    /// As devices show it.
    package let headline: String
    /// Whether it is not the story's.
    package let hasOwnHeadline: Bool
    package let audience: [String]
    package let text: String
    package let tag: String
    package let isSeries: Bool
    package let isUrgent: Bool
    package let sendAt: Date
    package let expiresAt: Date
    package let state: State
    /// The name of the editor who made it; nil for what the newspaper sends by itself.
    package let maker: String?
    package let createdAt: Date
    /// Devices that it is still on its way to.
    package var waiting = 0
    /// Those among them that get it later: in quiet hours, after too many messages today, or by a busy push service.
    package var held = 0
    /// When the first of those that get it later is tried next.
    package var heldUntil: Date?
    package var counts: [Count] = []
}

/// Messages to readers' devices.
package struct ReaderMessages: Noun {
    package let connection: Connection
}

extension ReaderMessages {
    /// A message that was made, for the audit trail.
    private struct Made: Encodable {
        var article: String
        /// When it goes out.
        var at: String

        init(article: Int, at: Date) { (self.article, self.at) = (String(article), at.ISO8601Format()) }
    }

    /// Creates a message about an article. If that is still to be published, the message is sent right after it. Throws all faults.
    package func insert(_ draft: ReaderMessageDraft, by maker: Maker?) throws -> ReaderMessage {
        try check(draft)
        let tag = draft.isSeries ? try seriesTag(of: draft.article) : nil
        let text = try draft.text ?? standfirst(of: draft.article)
        let due: Date? = try query("select publish_at from articles where id = \(draft.article)").optionalValue()
        let id = try insert(
            draft.article, .story, audience: draft.audience.map(\.name), headline: draft.headline, text: text, tag: tag,
            isSeries: draft.isSeries, isUrgent: draft.isUrgent, at: [draft.sendAt, due].compactMap(\.self).max(),
            by: maker)
        guard let message = try find(id) else { throw ArchiveError.notFound }
        try holdings.audit.note(
            "push.send", "push/\(id)", by: maker, detail: Made(article: draft.article, at: message.sendAt))
        return message
    }

    /// Throws all faults of a draft.
    package func check(_ draft: ReaderMessageDraft) throws {
        var faults: [ArticleDraft.Fault] = []
        let status: String? = try query("select status::text from articles where id = \(draft.article)::bigint")
            .firstValue()
        if status == nil { faults.append(.init(field: "article", detail: "names no article")) }
        if let status, !["published", "scheduled"].contains(status) {
            faults.append(
                .init(field: "article", detail: "is neither published nor scheduled, so readers cannot be told of it"))
        }
        if draft.audience.isEmpty || draft.audience.count > PushTopic.limit {
            faults.append(
                .init(field: "audience", detail: "must have 1 to \(PushTopic.limit) topics: all, \(PushTopic.expected)")
            )
        }
        if let headline = draft.headline,
            !(1...ReaderMessageDraft.headlineLimit).contains(headline.unicodeScalars.count)
        {
            faults.append(
                .init(field: "headline", detail: "must have 1 to \(ReaderMessageDraft.headlineLimit) characters"))
        }
        if draft.text?.unicodeScalars.count ?? 0 > ReaderMessageDraft.textLimit {
            faults.append(
                .init(field: "text", detail: "is longer than \(ReaderMessageDraft.textLimit) characters"))
        }
        if let at = draft.sendAt, at > Date().addingTimeInterval(ReaderMessageDraft.farthest) {
            faults.append(.init(field: "at", detail: "is more than a week ahead"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
    }

    func standfirst(of article: Int) throws -> String {
        try query("select left(standfirst, \(ReaderMessageDraft.textLimit)) from articles where id = \(article)")
            .value()
    }

    /// The tag of the series about a story, wherever it leads: that of the last message about an article of its cluster.
    private func seriesTag(of article: Int) throws -> String {
        let lead: Int = try query("select coalesce(follows, id) from articles where id = \(article)").value()
        return try query(
            """
            select tag from push_messages where is_series
                and article_id in (select id from articles where id = \(lead)::bigint or follows = \(lead)::bigint)
            order by id desc limit 1
            """
        ).firstValue() ?? "s\(lead)"
    }

    /// - Parameter tag: nil for one of its own.
    func insert(
        _ article: Int, _ kind: ReaderMessage.Kind, audience: [String], headline: String? = nil, text: String,
        tag: String?, isSeries: Bool, isUrgent: Bool, at: Date?, by maker: Maker?
    ) throws -> Int {
        try query(
            """
            insert into push_messages (id, article_id, kind, audience, headline, text, tag, is_series, is_urgent, send_at, expires_at, made_by)
            overriding system value
            select id, \(article)::bigint, \(kind.rawValue), \(audience)::text[], \(headline), \(text), coalesce(\(tag)::text, 'm' || id),
                \(isSeries)::bool, \(isUrgent)::bool, send_at, send_at + make_interval(secs => \(ReaderMessageDraft.lifetime)),
                \(maker?.editor)::int
            from (select nextval(pg_get_serial_sequence('push_messages', 'id')) as id,
                greatest(now(), \(at)::timestamptz) as send_at) new
            returning id
            """
        ).value()
    }

    /// Cancels a message: devices that do not have it yet do not get it. Throws `notFound`.
    package func cancel(_ id: Int, by maker: Maker) throws {
        let cancelled = try query(
            "update push_messages set state = 'cancelled' where id = \(id)::bigint returning article_id")
        guard let article: Int = try cancelled.firstValue() else { throw ArchiveError.notFound }
        try noteCancelled(id, about: article, by: maker)
    }

    func noteCancelled(_ id: Int, about article: Int, by maker: Maker?) throws {
        try holdings.audit.note("push.cancel", "push/\(id)", by: maker, detail: ["article": String(article)])
    }
}

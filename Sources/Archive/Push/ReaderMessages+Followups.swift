import News
import PostgreSQL

// What becomes of messages when their article changes.
extension ReaderMessages {
    /// Follows a change that readers see: whatever is still on its way is cancelled if they see the article no more, and what is on
    /// screens is replaced, in the transaction of the change itself.
    /// - Parameters:
    ///   - text: the words of a correction.
    ///   - isNews: whether the article is new to readers, and not an old one that is moved in.
    func follow(_ event: WebhookEvent, of article: Int, text: String, isNews: Bool) throws {
        switch event {
        case .articlePublished:
            try begin(article)
            if isNews { try tellSection(of: article) }
        case .articleWithdrawn, .articleKilled: try replace(article, by: .removal, text: "")
        case .articleCorrected: try replace(article, by: .correction, text: text)
        case .articleUpdated, .editionPublished, .test: break
        }
    }

    /// Starts the lives of messages that waited for their article.
    private func begin(_ article: Int) throws {
        try query(
            """
            update push_messages set send_at = now(), expires_at = now() + make_interval(secs => \(ReaderMessageDraft.lifetime))
            where article_id = \(article)::bigint and kind = 'story' and state = 'open' and send_at <= now()
            """)
    }

    /// Tells the readers of a section that wants it, unless its editors tell them of the article themselves, or they were told of
    /// enough of its stories within a day. What repeats another story is not told.
    private func tellSection(of article: Int) throws {
        let told: String? = try query(
            """
            select 'section/' || s.slug from articles a join sections s on s.id = a.section_id
            where a.id = \(article)::bigint and a.follows is null and a.published_at > now() - interval '1 hour'
                and not exists (select from push_messages where article_id = a.id)
                and s.push_limit > (select count(*) from push_messages
                    where made_by is null and kind = 'story' and created_at > now() - interval '1 day' and audience = array['section/' || s.slug])
            """
        ).firstValue()
        guard let told else { return }
        _ = try insert(
            article, .story, audience: [told], text: try standfirst(of: article), tag: nil, isSeries: false,
            isUrgent: false, at: nil, by: nil)
    }

    /// The message that waits for the publication of an article: the last, if there are several.
    package func waiting(for article: Int) throws -> ReaderMessage? {
        try query(
            """
            select id from push_messages where article_id = \(article)::bigint and kind = 'story' and state = 'open'
                and exists (select from articles where id = \(article)::bigint and status = 'scheduled') order by id desc limit 1
            """
        ).firstValue().flatMap { try find($0) }
    }

    /// Cancels what waits to be sent about an article.
    /// - Parameter maker: who cancels it; nil for the newspaper by itself.
    package func callOff(_ article: Int, by maker: Maker?) throws {
        let cancelled: [Int] = try query(
            """
            update push_messages set state = 'cancelled'
            where article_id = \(article)::bigint and kind = 'story' and state = 'open' returning id
            """
        ).values()
        for id in cancelled { try noteCancelled(id, about: article, by: maker) }
    }

    /// Whether some devices have a message, or get it. Deliveries are kept for as long as somebody may still see one.
    private static let isOnScreens: SQL =
        "exists (select from push_deliveries d where d.message_id = m.id and (d.outcome = 'sent' or d.next_try_at is not null))"

    /// The number of devices that have messages about an article, which a correction or a withdrawal replaces.
    package func devices(toldOf article: Int) throws -> Int {
        try query(
            """
            select count(distinct d.subscription_id) from push_deliveries d join push_messages m on m.id = d.message_id
            where m.article_id = \(article)::bigint and m.kind <> 'removal' and d.outcome = 'sent'
            """
        ).value()
    }

    private func replace(_ article: Int, by kind: ReaderMessage.Kind, text: String) throws {
        // By tag, since a series shows only its last message; one whose last is about another article of the story stays.
        let tags: [String] = try query(
            """
            select tag from (
                select distinct on (tag) tag, article_id from push_messages m
                where tag in (select tag from push_messages where article_id = \(article)::bigint)
                    and kind <> 'removal' and (state = 'open' and send_at <= now() or \(Self.isOnScreens))
                order by tag, id desc) last
            where article_id = \(article)::bigint order by tag
            """
        ).values()
        if kind == .removal {
            try query(
                "update push_messages set state = 'cancelled' where article_id = \(article)::bigint and kind <> 'removal'"
            )
        }
        for tag in tags {
            _ = try insert(
                article, kind, audience: [], text: text, tag: tag, isSeries: false, isUrgent: false, at: nil, by: nil)
        }
    }
}

import News
import PostgreSQL

// What becomes of messages when their article changes.
extension ReaderMessages {
    /// Follows a change that readers see: whatever is still on its way is cancelled if they see the article no more, and what is on
    /// screens is replaced, in the transaction of the change itself.
    /// - Parameter text: the words of a correction.
    func follow(_ event: WebhookEvent, of article: Int, text: String) throws {
        switch event {
        case .articleWithdrawn, .articleKilled: try replace(article, by: .removal, text: "")
        case .articleCorrected: try replace(article, by: .correction, text: text)
        case .articlePublished, .articleUpdated, .editionPublished, .test: break
        }
    }

    private func replace(_ article: Int, by kind: ReaderMessage.Kind, text: String) throws {
        // By tag, since a series shows only its last message; one whose last is about another article of the story stays.
        let tags: [String] = try query(
            """
            select tag from (
                select distinct on (tag) tag, article_id from push_messages
                where tag in (select tag from push_messages where article_id = \(article)::bigint)
                    and kind <> 'removal' order by tag, id desc) last
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

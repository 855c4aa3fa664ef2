import Doubles
import Foundation
import News
import PostgreSQL

// Reading the words of a story: the keys by which its doubles are found, its keywords, and its cluster.
extension Clusters {
    /// Reads a published article, in the transaction that changed it. Returns the other articles whose place
    /// in a cluster has changed. The caller holds the newspaper's row, so that of two doubles that come at
    /// once the second sees the first.
    func read(_ article: Article) throws -> [Int] {
        let draft = article.draft
        let story = ComparedStory(
            headline: draft.headline, standfirst: draft.standfirst, text: draft.bodyText, language: draft.language,
            address: draft.canonicalAddress)
        let isNew = try query(
            """
            insert into story_sketches (article_id, published_at, language, title, address, keys)
            values (\(article.id), \(article.publishedAt)::timestamptz, \(story.language), \(story.title.words), \(story.address),
                \(story.keys.map { Int(Int32(bitPattern: $0)) })::int[])
            on conflict (article_id) do update set published_at = excluded.published_at, language = excluded.language,
                title = excluded.title, address = excluded.address, keys = excluded.keys
            returning xmax = 0
            """
        ).value(as: Bool.self)
        try holdings.keywords.read(of: article, language: story.language, isNew: isNew)
        return try enter(article, story)
    }

    /// Reads some of the published articles that have not been read yet, and returns how many they were.
    package func readUnread(limit: Int) throws -> Int {
        let ids: [Int] = try query(
            """
            delete from unread_stories where article_id in (
                select article_id from unread_stories order by article_id limit \(limit) for update skip locked)
            returning article_id
            """
        ).values()
        guard !ids.isEmpty else { return 0 }
        try holdings.articles.lock(ids)
        // As for whoever publishes: of two doubles that are read at once, the second sees the first.
        try query("select from newspaper for no key update")
        var changed: Set<Int> = []
        for article in try holdings.articles.find(ids).sorted(by: { ($0.publishedAt, $0.id) < ($1.publishedAt, $1.id) })
        where article.state.publication.isOut {
            let others = try read(article)
            changed.formUnion(others)
            if try lead(of: article.id) != article.id { changed.insert(article.id) }
        }
        if !changed.isEmpty { try holdings.newspaper.bump(articles: changed.sorted()) }
        return ids.count
    }
}

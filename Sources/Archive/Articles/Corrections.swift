package import News
import PostgreSQL

extension Articles {
    /// The corrections of articles by their numbers, the oldest first for each.
    package func corrections(of articles: [Int]) throws -> [Int: [Correction]] {
        guard !articles.isEmpty else { return [:] }
        let entries = try query(
            "select article_id, text, at from corrections where article_id = any(\(articles)::bigint[]) order by id"
        ).map {
            (
                article: try $0.get("article_id", as: Int.self),
                Correction(text: try $0.get("text"), at: try $0.get("at"))
            )
        }
        return Dictionary(grouping: entries, by: \.article).mapValues { $0.map(\.1) }
    }

    /// Records a correction that comes with a revision of an article.
    func insertCorrection(_ text: String, of article: Int, revision: Int, by maker: Maker?) throws {
        try query(
            """
            insert into corrections (article_id, revision, text, editor_id)
            values (\(article), \(revision), \(text), \(maker?.editor)::int)
            """)
    }
}

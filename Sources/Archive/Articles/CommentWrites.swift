package import News
import PostgreSQL

extension Comments {
    /// Writes a comment on an article, for those whom it concerns to be told. Throws `notFound`, and `CommentFaults`.
    package func insert(_ draft: CommentDraft, on article: Int, by editor: Editor) throws -> Comment {
        try require(draft.faults())
        // One after another, so that the limit holds, and nothing is written about what is being deleted.
        try holdings.articles.lock([article])
        guard let found = try holdings.articles.find(article) else { throw ArchiveError.notFound }
        guard found.state.publication != .killed else { throw CommentFaults(faults: [.deleted]) }
        guard try count(of: article) < Self.limit else { throw CommentFaults(faults: [.full]) }
        let people = try self.people()
        let mentions = Mentions(in: draft.text, of: people)
        var faults = mentions.doubts.map(CommentFault.doubt)
        if let assignee = draft.assignee, !people.contains(where: { $0.id == assignee }) { faults.append(.noPerson) }
        try require(faults)
        let id: Int = try query(
            """
            insert into article_comments (article_id, author_id, text, mentioned, assignee_id, due_on, untold)
            values (\(article), \(editor.id), \(draft.text), \(mentions.people)::int[], \(draft.assignee)::int, \(draft.due)::date,
                \(try concerned(mentions.people + [draft.assignee].compactMap(\.self), found, but: editor))::int[])
            returning id
            """
        ).value()
        var detail = ["comment": "\(id)"]
        detail["for"] = people.first { $0.id == draft.assignee }?.name
        try holdings.audit.note("comment.create", "article/\(article)", by: editor.maker, detail: detail)
        return try written(id, of: article)
    }

    /// Marks a comment as done, or opens it again. Throws `notFound`.
    package func set(_ isDone: Bool, _ comment: Comment, by editor: Editor) throws -> Comment {
        guard isDone != (comment.doneAt != nil) else { return comment }
        try query(
            """
            update article_comments set revision = revision + 1, done_at = case when \(isDone)::bool then now() end,
                done_by = case when \(isDone)::bool then \(editor.id)::int end
            where id = \(comment.id) and revision = \(comment.revision)
            """)
        try note(isDone ? "comment.done" : "comment.reopen", comment, editor)
        return try written(comment.id, of: comment.article)
    }

    /// Deletes a comment.
    package func delete(_ comment: Comment, by editor: Editor) throws {
        try query("delete from article_comments where id = \(comment.id)")
        try note("comment.delete", comment, editor)
    }

    /// A comment that nobody else changes until the transaction ends.
    package func locked(_ id: Int, of article: Int) throws -> Comment {
        try query(
            "select from article_comments where id = \(id)::bigint and article_id = \(article)::bigint for update")
        return try written(id, of: article)
    }

    /// The people who can be named, and given tasks.
    package func people() throws -> [Mentions.Person] {
        try query("select id, name from editors where disabled_at is null order by lower(name)").map {
            .init(id: try $0.get("id"), name: try $0.get("name"))
        }
    }

    /// The number of the person with this name, in upper or lower case.
    package func person(_ name: String) throws -> Int? {
        try query("select id from editors where lower(name) = lower(\(name)) and disabled_at is null").firstValue()
    }

    /// Deletes the comments on an article that is deleted for good.
    func deleteAll(of article: Int) throws {
        try query("delete from article_comments where article_id = \(article)")
    }

    /// Those named, the writers of the article, and those who have commented on it within the last month, without the one who says it.
    private func concerned(_ named: [Int], _ article: Article, but editor: Editor) throws -> [Int] {
        let writers = try holdings.articles.writers(of: article)
        let others: [Int] = try query(
            """
            select distinct c.author_id from article_comments c join editors e on e.id = c.author_id
            where c.article_id = \(article.id) and c.at > now() - interval '30 days' and e.disabled_at is null
            """
        ).values()
        return Array(Set(named + writers + others).subtracting([editor.id])).sorted()
    }

    private func count(of article: Int) throws -> Int {
        try query("select count(*) from article_comments where article_id = \(article)").value()
    }

    private func written(_ id: Int, of article: Int) throws -> Comment {
        guard let comment = try find(id, of: article) else { throw ArchiveError.notFound }
        return comment
    }

    private func note(_ action: String, _ comment: Comment, _ editor: Editor) throws {
        try holdings.audit.note(
            action, "article/\(comment.article)", by: editor.maker, detail: ["comment": "\(comment.id)"])
    }

    private func require(_ faults: [CommentFault]) throws {
        guard faults.isEmpty else { throw CommentFaults(faults: faults) }
    }
}

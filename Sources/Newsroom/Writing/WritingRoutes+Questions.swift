import Archive
import Editorial
import News
import Web

// The questions that somebody answers before an article is handed on.
extension WritingRoutes {
    /// The changes of others that somebody has not seen who hands the article on; nil if there are none.
    func unseen(_ move: Move?, of article: Article, _ fields: NewsroomForm, _ visit: NewsroomDesk.Visit)
        async throws -> UnseenChanges?
    {
        guard move == .submit || move == .approve else { return nil }
        return try await desk.unseen(article, since: Int(fields["revision"]), visit, words: "room_unseenFirst")
    }

    /// Whether a form says something that neither its base nor the saved article says.
    func isOwn(
        _ typed: ArticleForm, of article: Article, _ fields: NewsroomForm, _ visit: NewsroomDesk.Visit
    ) async throws -> Bool {
        let saved = try await desk.articleForm(article, visit)
        let merge = try await desk.merge(typed, since: fields.base(of: article), article, saved, visit)
        return !merge.form.differences(from: saved).isEmpty
    }

    /// The question to confirm before a move is made; nil if it is made at once.
    func question(
        _ move: Move, of article: Article, saying draft: ArticleDraft?, _ fields: NewsroomForm,
        _ visit: NewsroomDesk.Visit
    ) async throws -> MoveQuestion? {
        if let question = MoveQuestion(move, of: article, saying: draft)
            ?? MoveQuestion(move, of: article, openedOut: !fields["out"].isEmpty, saying: draft)
        {
            return question
        }
        let writers = try await desk.archive.read {
            try $0.workingCopies.writers(of: article.id, besides: visit.editor.id)
        }
        return MoveQuestion(move, without: writers)
    }
}

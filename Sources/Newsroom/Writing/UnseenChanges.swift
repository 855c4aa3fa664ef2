import Archive
import Editorial
import Foundation
import News
import Web

/// The changes that others saved since a revision that somebody has before them.
struct UnseenChanges: Sendable {
    /// Who has, in words.
    var notice: String
    var parts: [TextDifference.Part]
    /// Whether they changed the text; if not, they moved the article on, or back.
    var hasText: Bool

    /// - Parameter words: the text's name, which says what it means here.
    fileprivate init(
        from before: ArticleForm, to now: ArticleForm, by changes: OthersChanges, _ strings: Strings, words: String
    ) {
        let texts = ["headline", "standfirst", "body"].filter { before[$0] != now[$0] }.map { name in
            TextDifference.excerpt(
                TextDifference.parts(
                    from: strings.withNamedPictures(before[name]), to: strings.withNamedPictures(now[name])))
        }
        parts = Array(texts.joined(separator: [.init(text: "\n\n")]))
        hasText = !parts.isEmpty
        notice = hasText ? strings(words, strings.names(of: changes)) : strings.sentence(of: changes)
    }
}

extension NewsroomDesk {
    /// The changes that others saved since a revision; nil if there are none, or the revision is not known.
    /// - Parameter words: the name of the text that begins them, with room for names.
    func unseen(_ article: Article, since seen: Int?, _ visit: Visit, words: String) async throws -> UnseenChanges? {
        guard let seen, seen > 0, seen < article.revision else { return nil }
        let (id, editor) = (article.id, visit.editor.id)
        let (changes, old) = try await archive.read { holdings in
            let changes = try holdings.articles.changes(of: id, since: seen, byOthersThan: editor)
            return (changes, try changes.flatMap { _ in try holdings.articles.find(id, asOf: seen) })
        }
        guard let changes, let old else { return nil }
        let (before, now) = (try await articleForm(old, visit), try await articleForm(article, visit))
        return UnseenChanges(from: before, to: now, by: changes, visit.strings, words: words)
    }
}

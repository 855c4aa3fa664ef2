package import Archive
package import Foundation
import NIOPosix
package import News

extension ArticleForm {
    /// The latest version that somebody wrote of an article, saved or not.
    package static func written(
        of article: Article, by editor: Editor, in zone: TimeZone, _ archive: Archive
    ) async throws -> ArticleDraft {
        let copy = try await archive.read { try $0.workingCopies.find(of: article.id, editor: editor.id) }
        guard let copy else { return article.draft }
        return try await ArticleForm(copy.fields).read(of: article, instead: ArticleForm(article, zone: zone), zone)
            .draft
    }

    /// The draft in the form, and its faults. Markdown is parsed on a thread that may take its time.
    package func read(of article: Article, instead saved: ArticleForm, _ zone: TimeZone) async throws -> (
        draft: ArticleDraft, faults: [ArticleDraft.Fault]
    ) {
        try await NIOThreadPool.singleton.runIfActive { draft(of: article, instead: saved, zone: zone) }
    }
}

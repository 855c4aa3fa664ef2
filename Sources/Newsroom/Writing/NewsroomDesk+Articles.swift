import Archive
import Editorial
import NIOPosix
import Web

extension NewsroomDesk {
    /// The form of an article as it is edited.
    func articleForm(_ article: Article, _ visit: Visit) async throws -> ArticleForm {
        let zone = visit.strings.timeZone
        return try await NIOThreadPool.singleton.runIfActive { ArticleForm(article, zone: zone) }
    }
}

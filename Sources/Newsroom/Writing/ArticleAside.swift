import Archive
import Editorial
import Foundation
import News
import PostgreSQL
import Web
import WebEditions

/// What stands beside an article while it is written: what readers would miss, and how devices would get it.
struct ArticleAside: Sendable {
    /// One of five devices.
    struct Device: Sendable {
        var name: String
        /// What it gets, in words: text, picture, bytes.
        var text: String
        var picture: String?
        var pictureWidth: Int?
        var pictureHeight: Int?
        var bytes: String
        var headline: String
        var standfirst: String?
        var body: String?
        /// Where the article's page is as it gets it.
        var preview: String
    }

    var checks: [String]
    var devices: [Device]
}

extension NewsroomDesk {
    /// What there is to say of a form as it is typed.
    func aside(_ form: ArticleForm, of article: Article, instead saved: ArticleForm, _ visit: Visit) async throws
        -> ArticleAside
    {
        let (strings, masthead, site) = (visit.strings, visit.masthead, pages.site)
        let draft = try await form.read(of: article, instead: saved, strings.timeZone).draft
        let seen = try await database.read { try SeenAs.all(draft, of: article, masthead, site, $0) }
        return ArticleAside(
            checks: ArticleCheck.of(draft).map { strings["room_check_" + $0.rawValue] },
            devices: seen.map { ArticleAside.Device($0, of: article, strings) })
    }
}

extension ArticleAside.Device {
    /// What a device gets, in words.
    init(_ sight: SeenAs.Sight, of article: Article, _ strings: Strings) {
        name = strings["room_device_" + sight.device]
        text = strings["room_text_" + (sight.text ?? "none")]
        (picture, pictureWidth, pictureHeight) = (sight.picture?.url, sight.picture?.width, sight.picture?.height)
        bytes =
            strings("room_bytes", Self.kilobytes(sight.bytes)) + " "
            + strings("room_budget", Self.kilobytes(sight.budget))
        (headline, standfirst, body) = (sight.headline, sight.standfirst, sight.body)
        preview = NewsroomLinks.article(article.id) + "/preview/" + sight.device
    }

    private static func kilobytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50) / 100
        return tenths >= 1000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

import Archive
import Editorial
import Foundation
import News
import Web
import WebEditions

/// The column next to an article being written: what readers would miss, and how devices would get it.
struct ArticleAside: Sendable {
    /// One of five devices.
    struct Device: Sendable {
        var key: String
        /// The width of its screen in pixels.
        var width: String
        var name: String
        /// The version it gets, in words: text, picture, bytes.
        var text: String
        var picture: String?
        var pictureWidth: Int?
        var pictureHeight: Int?
        var bytes: String
        var headline: String
        var standfirst: String?
        var body: String?
        /// The address of the article's page as the device gets it.
        var preview: String
    }

    var checks: [String]
    var devices: [Device]
}

extension NewsroomDesk {
    /// The checks and previews for a form as it is being typed.
    func aside(_ form: ArticleForm, of article: Article, instead saved: ArticleForm, _ visit: Visit) async throws
        -> ArticleAside
    {
        let (strings, masthead, site) = (visit.strings, visit.masthead, pages.site)
        let draft = try await form.read(of: article, instead: saved, strings.timeZone).draft
        let seen = try await archive.read { try SeenAs.all(draft, of: article, masthead, site, $0) }
        return ArticleAside(
            checks: ArticleCheck.of(draft).map { strings["room_check_" + $0.rawValue] },
            devices: seen.map { ArticleAside.Device($0, of: article, strings) })
    }
}

extension ArticleAside.Device {
    /// Describes in words what a device gets.
    init(_ sight: SeenAs.Sight, of article: Article, _ strings: Strings) {
        key = sight.device
        width = SeenAs.devices.first { $0.key == sight.device }?.fields.first { $0.name == "screen_width" }?.value ?? ""
        name = strings["room_device_" + key]
        text = strings["room_text_" + (sight.text ?? "none")]
        (picture, pictureWidth, pictureHeight) = (sight.picture?.url, sight.picture?.width, sight.picture?.height)
        bytes =
            strings("room_bytes", Self.kilobytes(sight.bytes, strings)) + " "
            + strings("room_budget", Self.kilobytes(sight.budget, strings))
        (headline, standfirst, body) = (sight.headline, sight.standfirst, sight.body)
        preview = NewsroomLinks.article(article.id) + "/preview/" + sight.device
    }

    private static func kilobytes(_ bytes: Int, _ strings: Strings) -> String {
        let tenths = (bytes + 50) / 100
        return tenths >= 1000 ? "\(tenths / 10)" : "\(tenths / 10)\(strings["decimalPoint"])\(tenths % 10)"
    }
}

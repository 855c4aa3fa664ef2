import Archive
import News
import Syndication

/// A picture as the API returns it.
package struct PictureOutput: Encodable {
    struct Focus: Encodable {
        var x: Int
        var y: Int
        var isSet: Bool
    }
    struct File: Encodable {
        var url: String
        var width: Int
        var height: Int
        var bytes: Int
    }
    struct Use: Encodable {
        var article: Int
        var headline: String
        var status: String
        var isLead: Bool
    }
    struct Former: Encodable {
        var hash: String
        var replacedAt: String
        var replacer: String?
        var keptUntil: String
    }
    var hash: String
    var format: String
    var width: Int
    var height: Int
    var bytes: Int
    var focus: Focus?
    /// The formats whose renditions are complete; the others are made in the background.
    var made: [String]
    var renditions: [File]?
    var revision: Int
    var title: String
    var alt: String
    var caption: String
    var credit: String
    var fileName: String
    var uploader: String?
    var createdAt: String
    /// The hash of the picture that replaced it.
    var replacedBy: String?
    /// The articles that show it, newest first.
    var usedIn: [Use]?
    /// The pictures that it replaced, the last replaced first.
    var formers: [Former]?

    /// The most articles that are listed.
    package static let mostUses = 100

    /// Creates the output for one picture of a list.
    init(_ picture: LibraryPicture) {
        let record = picture.record
        (hash, format, width, height, bytes) = (
            record.hash, record.format, record.width, record.height, record.bytes
        )
        focus = record.focus.map { Focus(x: $0.x, y: $0.y, isSet: $0.isSet) }
        made = record.made.map(\.rawValue)
        revision = picture.revision
        (title, alt, caption, credit) = (
            picture.words.title, picture.words.alt, picture.words.caption, picture.words.credit
        )
        (fileName, uploader) = (picture.fileName, picture.uploaderName)
        createdAt = RFC822.iso8601(picture.createdAt)
        replacedBy = record.replacedBy
    }

    /// All that is known of a picture; nil if there is none with this hash.
    static func read(_ hash: String, _ holdings: Holdings) throws -> PictureOutput? {
        guard let picture = try holdings.pictures.libraryPicture(hash) else { return nil }
        var output = PictureOutput(picture)
        output.renditions = try holdings.pictures.renditions(of: hash).map {
            File(url: "/media/\(hash)/\($0.name.text)", width: $0.width, height: $0.height, bytes: $0.bytes)
        }
        output.usedIn = try holdings.pictures.uses(of: hash, limit: mostUses).map {
            Use(article: $0.article, headline: $0.headline, status: $0.status, isLead: $0.isLead)
        }
        output.formers = try holdings.pictures.formers(of: hash).map {
            Former(
                hash: $0.picture.record.hash, replacedAt: RFC822.iso8601($0.replacedAt), replacer: $0.replacer,
                keptUntil: RFC822.iso8601($0.keptUntil))
        }
        return output
    }
}

import ExchangeArchive
import FeedReading
import Foundation

/// An entry kept for another try, with what was fetched for it. The feed may not have it any more by then.
struct SavedEntry: Codable, Sendable {
    var item: FeedItem
    var key: String
    var partedGuid: String?
    var hash: [UInt8]
    /// Whether the text of its page is missing.
    var lacksText: Bool
    /// The pictures of its text, as `Importer.Candidate.textPictures`.
    var textPictures: [String: String]
    /// The address of the feed's site, and its language.
    var link: String
    var language: String?

    init(_ entry: CheckedEntry, _ candidate: Importer.Candidate, _ origin: Importer.Origin) {
        (item, key, partedGuid, hash) = (entry.item, entry.key, entry.partedGuid, entry.hash)
        lacksText = entry.textFault?.isPassing == true
        textPictures = candidate.textPictures
        (link, language) = (origin.link, origin.language)
        (item.pictures, item.enclosures) = ([], [])
        if let fault = candidate.pictureFault, !fault.isPassing { item.picture = nil }
    }

    /// Nil if it was kept by another version that wrote it differently.
    init?(json: String) {
        guard let saved = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = saved
    }

    /// The entry in JSON; empty if it cannot be written.
    var json: String {
        let bytes = try? JSONEncoder().encode(self)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The number of pictures that its text has.
    var pictureCount: Int { textPictures.values.count { !$0.isEmpty } }
}

import Archive
import Editorial
import News
import Web

/// The page that describes and credits several pictures, one a row.
struct WordsPage: Sendable {
    struct Row: Sendable {
        var hash: String
        var url: String
        var image: String
        /// The pixels of the whole picture, so that nothing moves when it arrives.
        var width: Int
        var height: Int
        var name: String
        var revision: Int
        var alt: String
        var caption: String
        var credit: String
        /// Whether the person may change its words.
        var canDescribe: Bool
        /// The fault that keeps them from being saved.
        var fault: String?
    }

    var rows: [Row]
    var isEmpty: Bool
    var canSave: Bool
    /// The credit typed for all that have none.
    var common: String
    /// The selection of the library that the pictures were chosen from.
    var words: String
    var filter: String
    var back: String

    init(_ visit: NewsroomDesk.Visit, _ selection: LibrarySelection, _ pictures: [LibraryPicture], typed: TypedWords?) {
        rows = pictures.map { picture in
            let hash = picture.record.hash
            let words = typed?.words[hash] ?? picture.words
            return Row(
                hash: hash, url: NewsroomLinks.picture(hash), image: picture.media(480), width: picture.record.width,
                height: picture.record.height,
                name: picture.name(visit.strings),
                revision: picture.revision, alt: words.alt, caption: words.caption, credit: words.credit,
                canDescribe: picture.mayBeDescribed(by: visit.editor), fault: typed?.faults[hash])
        }
        isEmpty = rows.isEmpty
        canSave = rows.contains(where: \.canDescribe)
        common = typed?.common ?? ""
        words = selection.words
        filter = selection.filter?.rawValue ?? ""
        back = selection.address
    }

    /// The address of the page for these pictures.
    static func address(of hashes: [String]) -> String {
        NewsroomLinks.pictures + "/words?" + hashes.map { "picture=" + $0 }.joined(separator: "&")
    }
}

/// The words of several pictures as they were typed.
struct TypedWords: Sendable {
    /// The credit for those that have none.
    var common: String
    /// By the hash of the picture.
    var words: [String: PictureWords] = [:]
    var revisions: [String: Int] = [:]
    var faults: [String: String] = [:]

    /// Reads the fields of the page for these pictures. A field that is missing leaves the words as they are.
    init(_ form: NewsroomForm, _ pictures: [LibraryPicture]) {
        common = form.line("credit", limit: 1000)
        for picture in pictures {
            let hash = picture.record.hash
            // A row that the person could not change has no fields.
            guard let revision = Int(form["revision-" + hash]) else { continue }
            var words = picture.words
            (words.alt, words.caption) = (form.text("alt-" + hash), form.text("caption-" + hash))
            words.credit = form.line("credit-" + hash, limit: 1000)
            if words.credit.isEmpty { words.credit = common }
            self.words[hash] = words
            revisions[hash] = revision
        }
    }
}

import Archive
import Editorial
import News
import Pictures
import Web

/// The page of all pictures.
struct LibraryPage: Sendable {
    struct Row: Sendable {
        var url: String
        var image: String
        var alt: String
        var name: String
        var isUndescribed: Bool
    }

    var words: String
    var filters: [Choice]
    var rows: [Row]
    var isEmpty: Bool
    /// The address of the next page.
    var next: String?
    /// The faults of the files that were refused, and the names of those that were accepted.
    var refused: [String]
    var taken: [String]

    /// The number of pictures on a page.
    static let length = 60

    init(
        _ visit: NewsroomDesk.Visit, _ selection: LibrarySelection, _ found: [LibraryPicture], refused: [String] = [],
        taken: [String] = []
    ) {
        let strings = visit.strings
        words = selection.words
        filters =
            [.init(value: "", name: strings["room_filter_all"], isChosen: selection.filter == nil)]
            + LibrarySelection.Filter.allCases.map {
                .init(
                    value: $0.rawValue, name: strings["room_filter_" + $0.rawValue], isChosen: $0 == selection.filter)
            }
        let page = found.prefix(Self.length)
        rows = page.map { picture in
            let name = picture.name(strings)
            return Row(
                url: NewsroomLinks.picture(picture.record.hash), image: picture.thumbnail,
                // Words that stand below it need not be said twice.
                alt: picture.words.alt == name ? "" : picture.words.alt, name: name,
                isUndescribed: picture.words.alt.isEmpty)
        }
        isEmpty = rows.isEmpty
        next =
            found.count > Self.length
            ? page.last.map { "\(NewsroomLinks.pictures)?\(selection.query(after: $0.number))" } : nil
        (self.refused, self.taken) = (refused, taken)
    }
}

extension LibraryPicture {
    /// The address of a rendition.
    func media(_ width: Int, _ quality: Int = 60, _ shape: PictureShape = .whole) -> String {
        let name = RenditionName(.init(width: width, quality: quality, shape: shape), of: record, format: .jpeg)
        return "/media/\(record.hash)/\(name.text)"
    }

    /// The address of a square of 240 pixels.
    var thumbnail: String { media(240, 60, .square) }

    /// Its name: the title, the file name, what it shows, or the moment it was uploaded.
    func name(_ strings: Strings) -> String {
        [words.title, fileName, words.alt].first { !$0.isEmpty } ?? Moment(createdAt, strings).text
    }
}

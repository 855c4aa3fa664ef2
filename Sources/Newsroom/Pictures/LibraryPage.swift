import Archive
import Editorial
import Foundation
import News
import Pictures
import Web

/// The page of all pictures.
struct LibraryPage: Sendable {
    struct Tile: Sendable {
        var hash: String
        var url: String
        var image: String
        var alt: String
        var name: String
        /// The name of the box that chooses it.
        var tick: String
        /// The words that it lacks.
        var lacks: [String]
        var isUnused: Bool
    }
    struct FilterLink: Sendable {
        var url: String
        var name: String
        /// How many pictures of the whole library it finds; nil for all.
        var count: Int?
        var isChosen: Bool
    }

    let isWide = true
    var words: String
    var filter: String
    var filters: [FilterLink]
    var tiles: [Tile]
    var isEmpty: Bool
    /// Whether the person may delete pictures.
    var canDelete: Bool
    /// The address of the next page.
    var next: String?
    /// The faults of the files that were refused, and the names of those that were accepted.
    var refused: [String]
    var taken: [String]

    /// The number of pictures on a page.
    static let length = 60

    /// - Parameters:
    ///   - found: one more than the page shows if there are older ones.
    ///   - used: the hashes of those that something shows.
    ///   - lacking: how many of all pictures nothing shows, and how many lack a description and a credit.
    init(
        _ visit: NewsroomDesk.Visit, _ selection: LibrarySelection, _ found: [LibraryPicture], used: Set<String>,
        lacking: (use: Int, description: Int, credit: Int), refused: [String] = [], taken: [String] = []
    ) {
        let strings = visit.strings
        words = selection.words
        filter = selection.filter?.rawValue ?? ""
        filters = ([nil] + LibrarySelection.Filter.allCases.map(\.self)).map { filter in
            let count: Int? =
                switch filter {
                case .undescribed: lacking.description
                case .uncredited: lacking.credit
                case .unused: lacking.use
                case nil: nil
                }
            return FilterLink(
                url: LibrarySelection(words: selection.words, filter: filter).address,
                name: strings["room_filter_" + (filter?.rawValue ?? "all")], count: count,
                isChosen: filter == selection.filter)
        }
        let page = found.prefix(Self.length)
        tiles = page.map { Tile($0, isUnused: !used.contains($0.record.hash), strings) }
        isEmpty = tiles.isEmpty
        canDelete = visit.editor.role >= .editor
        next =
            found.count > Self.length
            ? page.last.map { "\(NewsroomLinks.pictures)?\(selection.query(after: $0.number))" } : nil
        (self.refused, self.taken) = (refused, taken)
    }
}

extension String {
    /// A name that takes about two lines below a tile.
    var shortened: String { count > 60 ? prefix(57).trimmingCharacters(in: .whitespaces) + "…" : self }
}

extension LibraryPage.Tile {
    fileprivate init(_ picture: LibraryPicture, isUnused: Bool, _ strings: Strings) {
        let (words, name) = (picture.words, picture.name(strings))
        hash = picture.record.hash
        url = NewsroomLinks.picture(hash)
        image = picture.thumbnail
        // Words that stand below it need not be said twice.
        alt = words.alt == name.shortened ? "" : words.alt
        self.name = name.shortened
        tick = strings("room_tick", name)
        lacks = [(words.alt, "room_undescribed"), (words.credit, "room_uncredited")].filter { $0.0.isEmpty }.map {
            strings[$0.1]
        }
        self.isUnused = isUnused
    }
}

extension PictureRecord {
    /// The address of a rendition.
    func media(_ width: Int, _ quality: Int = 60, _ shape: PictureShape = .whole) -> String {
        let name = RenditionName(.init(width: width, quality: quality, shape: shape), of: self, format: .jpeg)
        return "/media/\(hash)/\(name.text)"
    }

    /// The address of a square of 240 pixels.
    var thumbnail: String { media(240, 60, .square) }
}

extension LibraryPicture {
    /// The address of a rendition.
    func media(_ width: Int, _ quality: Int = 60, _ shape: PictureShape = .whole) -> String {
        record.media(width, quality, shape)
    }

    /// The address of a square of 240 pixels.
    var thumbnail: String { record.thumbnail }

    /// Its name: the title, what it shows, the file name, or the moment it was uploaded.
    func name(_ strings: Strings) -> String {
        [words.title, words.alt, fileName].first { !$0.isEmpty } ?? Moment(createdAt, strings).text
    }
}

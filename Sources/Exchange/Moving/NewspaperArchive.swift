import Archive
import ExchangeArchive
import Imaging
import News

/// The layout of a whole newspaper in a tar archive. Order and names are fixed, so foreign or duplicate
/// members are detected at once:
/// ```
/// n4md.json                                    the format version, and the newspaper's title
/// sections/000001.jsonl …                      one JSON text per line; a few megabytes per file
/// categories/… editions/… policy/…
/// pictures/000001.jsonl …                      the data of each picture
/// pictures/9f2c….jpeg …                        the originals, ordered by hash
/// articles/… revisions/… corrections/… redirects/…
/// end.json                                     the SHA-256 of everything before it
/// ```
/// It does not record when or by which machine it was written: equal newspapers produce equal bytes.
enum NewspaperArchive {
    static let version = 2
    static let head = "n4md.json"
    static let end = "end.json"
    /// A file of rows ends once it has this many bytes.
    static let rowsBytes = 4 << 20
    /// The maximum size of a file of rows, in bytes; a single row may exceed `rowsBytes`.
    static let rowsLimit = 32 << 20

    static func rows(_ part: MovingPart, _ number: Int) -> String {
        let digits = String(number)
        return "\(part.rawValue)/\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).jsonl"
    }

    static func picture(_ hash: String, _ format: String) -> String { "pictures/\(hash).\(format)" }

    struct Head: Codable {
        /// The version of the format.
        var n4md: Int
    }

    struct End: Codable {
        var sha256: String
    }
}

/// Checks the order of members in an archive.
struct NewspaperOrder {
    enum Member {
        case head, end
        case rows(MovingPart)
        /// A picture, by its hash.
        case picture(String)
    }

    private var hasHead = false
    private var hasEnd = false
    private var part = MovingPart.sections
    private var number = 0
    private var picture = ""

    /// Identifies the member with a name. Throws if it does not belong there.
    mutating func next(_ name: String) throws(TarError) -> Member {
        if !hasHead {
            guard name == NewspaperArchive.head else { throw TarError("it was not written by n4md export.") }
            hasHead = true
            return .head
        }
        guard !hasEnd else { throw TarError("“\(name)” comes after its end.") }
        if name == NewspaperArchive.end {
            hasEnd = true
            return .end
        }
        if name == NewspaperArchive.rows(part, number + 1), picture.isEmpty {
            number += 1
            return .rows(part)
        }
        if let hash = hash(of: name), part <= .pictures, hash > picture {
            (part, picture) = (.pictures, hash)
            return .picture(hash)
        }
        guard let next = MovingPart.allCases.first(where: { $0 > part && name == NewspaperArchive.rows($0, 1) }) else {
            throw TarError("“\(name)” does not belong there.")
        }
        (part, number, picture) = (next, 1, "")
        return .rows(next)
    }

    /// Throws if the archive ended too early.
    func finish() throws(TarError) {
        guard hasEnd else { throw TarError("it ends before its last member.") }
    }

    private func hash(of name: String) -> String? {
        let words = name.dropFirst("pictures/".count).split(separator: ".", omittingEmptySubsequences: false)
        guard name.hasPrefix("pictures/"), words.count == 2, isSHA256(words[0]),
            ImageFormat(rawValue: String(words[1])) != nil
        else { return nil }
        return String(words[0])
    }
}

extension MovingPart {
    fileprivate static func > (left: Self, right: Self) -> Bool { left.position > right.position }
    fileprivate static func <= (left: Self, right: Self) -> Bool { left.position <= right.position }
    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

import Archive
import Imaging
import News

/// How a whole newspaper lies in one tar archive. The order is fixed and the names follow from it, so that whatever else stands there,
/// or stands there twice, is seen at once:
/// ```
/// n4md.json                                    the version of the format, and what the newspaper is called
/// sections/000001.jsonl …                      a JSON text a line; some megabytes a file
/// categories/… editions/… policy/…
/// pictures/000001.jsonl …                      what is known of each picture
/// pictures/9f2c….jpeg …                        the originals, in the order of their hashes
/// articles/… revisions/… corrections/… redirects/…
/// end.json                                     the SHA-256 of all before it
/// ```
/// Nothing in it tells when or by which machine it was written: newspapers that are the same give the same bytes.
enum NewspaperArchive {
    static let version = 1
    static let head = "n4md.json"
    static let end = "end.json"
    /// A file of lines is ended when it has so many bytes.
    static let rowsBytes = 4 << 20
    /// The most bytes of one: a line may be longer than that.
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

/// What may stand where in an archive.
struct NewspaperOrder {
    enum Member {
        case head, end
        case rows(MovingPart)
        /// By its hash.
        case picture(String)
    }

    private var hasHead = false
    private var hasEnd = false
    private var part = MovingPart.sections
    private var number = 0
    private var picture = ""

    /// Which member a name is of. Throws where it does not belong there.
    mutating func next(_ name: String) throws(TarError) -> Member {
        if !hasHead {
            guard name == NewspaperArchive.head else { throw TarError("it was not written by n4md export.") }
            hasHead = true
            return .head
        }
        guard !hasEnd else { throw TarError("“\(name)” stands behind its end.") }
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

    /// Throws where the archive ended too early.
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

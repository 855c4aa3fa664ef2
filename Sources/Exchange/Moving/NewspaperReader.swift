import Archive
import Foundation
import Imaging
import Pictures

/// Reads an archive of a newspaper member by member, each where it belongs.
struct NewspaperReader {
    private var tar: TarReader
    private var order = NewspaperOrder()

    init(_ path: String) throws { tar = try TarReader(path: path) }

    /// The SHA-256 of all that was read.
    var hash: String { tar.hash }

    mutating func next() throws -> (NewspaperOrder.Member, TarHeader)? {
        guard let header = try tar.next() else {
            try order.finish()
            return nil
        }
        return (try order.next(header.name), header)
    }

    /// The contents of the member that came last.
    mutating func contents(_ header: TarHeader) throws -> [UInt8] {
        let isRows = header.name.hasSuffix(".jsonl")
        return try tar.contents(
            of: header, limit: isRows ? NewspaperArchive.rowsLimit : ImageLimits.standard.bytes)
    }

    /// Its lines.
    mutating func lines(_ header: TarHeader) throws -> [String] {
        guard let text = String(validating: try contents(header), as: UTF8.self) else {
            throw TarError("“\(header.name)” is no text.")
        }
        return text.split(separator: "\n").map { String($0) }
    }

    /// What the newspaper is called, as JSON, from the first member. Throws where a later program wrote it.
    static func masthead(_ bytes: [UInt8]) throws -> String {
        guard let head = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
            let version = head["n4md"] as? Int, let masthead = head["masthead"] as? [String: String],
            masthead["title"]?.isEmpty == false, masthead["description"] != nil, masthead["language"] != nil
        else { throw TarError("its first member does not say what it is.") }
        guard version <= NewspaperArchive.version else {
            throw TarError("it is of version \(version); this program knows \(NewspaperArchive.version). Update n4md.")
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: masthead), as: UTF8.self)
    }
}

/// The first reading of an archive: whether it is whole.
enum NewspaperCheck {
    /// Returns how many pictures and articles it has. Throws `TarError` with what is wrong.
    static func run(_ path: String) throws -> (pictures: Int, articles: Int) {
        var reader = try NewspaperReader(path)
        var (pictures, articles) = (0, 0)
        var hash = reader.hash
        while let (member, header) = try reader.next() {
            let bytes = try reader.contents(header)
            switch member {
            case .head: _ = try NewspaperReader.masthead(bytes)
            case .rows(let part): if part == .articles { articles += bytes.count { $0 == UInt8(ascii: "\n") } }
            case .picture(let name):
                guard PictureStore.hash(of: bytes) == name else {
                    throw TarError("the picture \(name) is not the one that it is said to be.")
                }
                pictures += 1
            case .end:
                let end = try? JSONDecoder().decode(NewspaperArchive.End.self, from: Data(bytes))
                guard end?.sha256 == hash else { throw TarError("it was changed or damaged after it was written.") }
            }
            hash = reader.hash
        }
        return (pictures, articles)
    }
}

import Archive
import ExchangeArchive
import Foundation
import Imaging
import Pictures

/// Reads a newspaper archive member by member, checking their order.
struct NewspaperReader {
    private var tar: TarReader
    private var order = NewspaperOrder()

    init(_ path: String) throws { tar = try TarReader(path: path) }

    /// The SHA-256 of everything read.
    var hash: String { tar.hash }

    mutating func next() throws -> (NewspaperOrder.Member, TarHeader)? {
        guard let header = try tar.next() else {
            try order.finish()
            return nil
        }
        return (try order.next(header.name), header)
    }

    /// The contents of the current member.
    mutating func contents(_ header: TarHeader) throws -> [UInt8] {
        let isRows = header.name.hasSuffix(".jsonl")
        return try tar.contents(
            of: header, limit: isRows ? NewspaperArchive.rowsLimit : ImageLimits.standard.bytes)
    }

    /// The lines of the current member.
    mutating func lines(_ header: TarHeader) throws -> [String] {
        guard let text = String(validating: try contents(header), as: UTF8.self) else {
            throw TarError("“\(header.name)” is not text.")
        }
        return text.split(separator: "\n").map { String($0) }
    }

    /// The masthead as JSON, from the first member. Throws if a later version of the program wrote it.
    static func masthead(_ bytes: [UInt8]) throws -> String {
        guard let head = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
            let version = head["n4md"] as? Int, let masthead = head["masthead"] as? [String: Any],
            (masthead["title"] as? String)?.isEmpty == false, masthead["description"] is String,
            masthead["language"] is String
        else { throw TarError("its first member does not identify it.") }
        guard version <= NewspaperArchive.version else {
            throw TarError(
                "it has version \(version), but this program only reads up to \(NewspaperArchive.version). Update n4md."
            )
        }
        return String(decoding: try JSONSerialization.data(withJSONObject: masthead), as: UTF8.self)
    }
}

/// The first pass over an archive, which checks that it is complete.
enum NewspaperCheck {
    /// Returns the number of pictures and articles. Throws `TarError` with the fault.
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
                    throw TarError("the picture \(name) does not match its hash.")
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

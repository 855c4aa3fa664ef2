import FeedReading
import Foundation
import Syndication
import Web

/// The format of an import file, detected from its beginning.
package enum ImportFormat: Sendable {
    case feed, wordPress, ghost, newspaper

    /// The number of bytes examined; WordPress writes a long comment before the root element.
    package static let headBytes = 64 << 10

    /// Detects the format from the first bytes of a file.
    package init(head: [UInt8]) {
        let text = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        if TarReader.isTar(head) {
            self = .newspaper
        } else if text.first == UInt8(ascii: "{") {
            self = .ghost
        } else if String(decoding: text, as: UTF8.self).contains("\"" + WordPressExport.namespace) {
            self = .wordPress
        } else {
            self = .feed
        }
    }
}

/// Reads import files.
package enum ImportFile {
    /// Reads the first bytes of a file. Throws an error for the operator.
    package static func read(_ path: String, upTo count: Int) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: count) ?? Data()
        else {
            throw OptionError(faults: ["The file \(path) cannot be read."])
        }
        return [UInt8](data)
    }

    /// Reads a whole file, if it is small enough to hold in memory.
    package static func whole(_ path: String, limit: Int, is kind: String) throws -> [UInt8] {
        let bytes = try read(path, upTo: limit + 1)
        guard bytes.count <= limit else {
            throw OptionError(faults: [
                "The file \(path) is too large for \(kind): at most \(limit >> 20) MB are accepted. Export a part at a time."
            ])
        }
        return bytes
    }
}

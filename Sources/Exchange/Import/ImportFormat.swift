import Foundation
import Syndication
import Web

/// What a file that is imported is, by how it begins.
package enum ImportFormat: Sendable {
    case feed, wordPress, ghost, newspaper

    /// How much of a file is looked at: WordPress writes a long comment before the root.
    package static let headBytes = 64 << 10

    /// The format by the first bytes of a file.
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

/// The file of an import.
package enum ImportFile {
    /// Its first bytes. Throws what is to be told the operator.
    package static func read(_ path: String, upTo count: Int) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: count) ?? Data()
        else {
            throw OptionError(faults: ["The file \(path) cannot be read."])
        }
        return [UInt8](data)
    }

    /// All of it, where it is not larger than what is held in memory at once.
    package static func whole(_ path: String, limit: Int, is kind: String) throws -> [UInt8] {
        let bytes = try read(path, upTo: limit + 1)
        guard bytes.count <= limit else {
            throw OptionError(faults: [
                "The file \(path) is too large for \(kind): \(limit >> 20) MB are the most. Export a part at a time."
            ])
        }
        return bytes
    }
}

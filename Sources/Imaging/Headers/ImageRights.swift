/// The artist and copyright of a picture. Renditions keep no other metadata, which may reveal where
/// somebody lives.
package struct ImageRights: Sendable, Hashable, Codable {
    /// The photographer or artist.
    package var artist: String?
    /// The copyright notice.
    package var copyright: String?

    /// The maximum bytes read of each.
    static let limit = 200

    /// Creates rights.
    package init(artist: String? = nil, copyright: String? = nil) {
        self.artist = artist
        self.copyright = copyright
    }

    /// The rights as an Exif segment of a JPEG (JEITA CP-3451), without its marker; empty if there are none.
    var exif: [UInt8] {
        let fields: [(UInt16, [UInt8])] = [(0x013B, artist), (0x8298, copyright)].compactMap { tag, text in
            text.map { (tag, Array($0.utf8) + [0]) }
        }
        guard !fields.isEmpty else { return [] }
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        var tiff = Array("MM".utf8) + [0, 42] + number(8) + [0, UInt8(fields.count)]
        var data: [UInt8] = []
        let start = tiff.count + fields.count * 12 + 4
        for (tag, text) in fields {
            // A value of at most four bytes is stored in the entry itself.
            let value =
                text.count <= 4 ? text + [UInt8](repeating: 0, count: 4 - text.count) : number(start + data.count)
            tiff += [UInt8(tag >> 8), UInt8(tag & 255), 0, 2] + number(text.count) + value
            if text.count > 4 { data += text }
        }
        return Array("Exif\0\0".utf8) + tiff + number(0) + data
    }
}

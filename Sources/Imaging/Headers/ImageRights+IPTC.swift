extension ImageRights {
    /// Reads the rights from a Photoshop segment of a JPEG, whose IPTC record has byline (2:80), credit
    /// (2:110) and copyright (2:116) according to the IPTC's Information Interchange Model 4.2. Nil if
    /// there are none.
    init?(photoshop segment: ByteView) {
        self.init()
        var offset = 14
        while segment.starts(with: "8BIM", at: offset), let name = segment[offset + 6] {
            // The name and the data are each padded to an even number of bytes.
            let start = offset + 8 + Int(name) / 2 * 2
            guard let length = segment.bigEndian(at: start, length: 4) else { break }
            if segment.bigEndian(at: offset + 4, length: 2) == 0x0404,
                let record = segment.view(at: start + 4, length: length)
            {
                read(record)
            }
            offset = start + 4 + length + length % 2
        }
        if artist == nil, copyright == nil { return nil }
    }

    private mutating func read(_ record: ByteView) {
        var credit: String?
        var offset = 0
        while record[offset] == 0x1C, let length = record.bigEndian(at: offset + 3, length: 2) {
            let field = record.view(at: offset + 5, length: min(length, Self.limit)).flatMap { Self.words($0.array) }
            switch (record[offset + 1], record[offset + 2]) {
            case (2, 80): artist = artist ?? field
            case (2, 110): credit = field
            case (2, 116): copyright = field
            default: break
            }
            offset += 5 + length
        }
        artist = artist ?? credit
    }

    /// Decodes a text as UTF-8, otherwise as Latin-1, on a single line; nil if it is empty.
    static func words(_ bytes: [UInt8]) -> String? {
        let bytes = bytes.map { $0 < 32 ? 32 : $0 }
        // The limit may fall within a character of up to four bytes.
        let text =
            (0..<4).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
            ?? String(bytes.map { Character(Unicode.Scalar($0)) })
        let words = text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// These rights, with missing values taken from others.
    func filled(from other: ImageRights?) -> ImageRights {
        ImageRights(artist: artist ?? other?.artist, copyright: copyright ?? other?.copyright)
    }
}

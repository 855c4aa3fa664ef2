/// The first directory of an Exif block, which has TIFF format.
struct Exif {
    private let tiff: ByteView
    private let isLittleEndian: Bool

    init?(_ tiff: ByteView) {
        isLittleEndian = tiff.starts(with: "II")
        guard isLittleEndian || tiff.starts(with: "MM") else { return nil }
        self.tiff = tiff
    }

    /// The orientation (tag 0x0112); 1 if it is missing or invalid.
    var orientation: Int {
        guard let entry = entry(0x0112), let value = number(at: entry + 8, length: 2), (1...8).contains(value) else {
            return 1
        }
        return value
    }

    /// The artist and copyright.
    var rights: ImageRights { ImageRights(artist: text(0x013B), copyright: text(0x8298)) }

    /// Reads a text. Exif prescribes ASCII, but programs write UTF-8 or Latin-1.
    private func text(_ tag: Int) -> String? {
        guard let entry = entry(tag), number(at: entry + 2, length: 2) == 2,
            let count = number(at: entry + 4, length: 4),
            let start = count <= 4 ? entry + 8 : number(at: entry + 8, length: 4)
        else { return nil }
        // The copyright may contain the photographer's and, after a zero, the editor's.
        return ImageRights.words((0..<min(count, ImageRights.limit)).compactMap { tiff[start + $0] })
    }

    /// The offset of a tag's entry.
    private func entry(_ tag: Int) -> Int? {
        guard let directory = number(at: 4, length: 4), let count = number(at: directory, length: 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let found = number(at: entry, length: 2) else { return nil }
            if found == tag { return entry }
        }
        return nil
    }

    private func number(at offset: Int, length: Int) -> Int? {
        isLittleEndian ? tiff.littleEndian(at: offset, length: length) : tiff.bigEndian(at: offset, length: length)
    }
}

extension ImageHeader {
    /// Takes orientation and rights from Exif, if there is any.
    mutating func apply(_ exif: Exif?) {
        guard let exif else { return }
        (orientation, rights) = (exif.orientation, exif.rights)
    }
}

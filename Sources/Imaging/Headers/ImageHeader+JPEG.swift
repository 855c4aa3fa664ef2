extension ImageHeader {
    /// Walks the markers of a JPEG (ITU T.81, annex B) to its end, as libjpeg would: reads the size from
    /// the only frame header, the orientation from Exif and the rights from Exif or IPTC, and counts the
    /// scans.
    static func jpeg(_ file: ByteView, limits: ImageLimits) throws(ImagingError) -> ImageHeader {
        var header: ImageHeader?
        var exif: Exif?
        var iptc: ImageRights?
        var scans = 0
        var offset = 2
        while let marker = nextMarker(in: file, at: &offset), marker != 0xD9 {
            guard let length = file.bigEndian(at: offset, length: 2), length >= 2,
                let segment = file.view(at: offset + 2, length: length - 2)
            else { break }
            offset += length
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard header == nil else { throw .corrupt("it has two frames") }
                header = try jpegFrame(segment, marker: marker)
                if marker <= 0xC2 { try header?.checkCodedSize(of: file, limits) }
            case 0xDA:
                scans += 1
                guard scans <= limits.jpegScans else { throw .tooManyScans(limit: limits.jpegScans) }
            case 0xE1 where segment.starts(with: "Exif\0\0") && exif == nil:
                exif = Exif(segment.view(from: 6))
            case 0xED where segment.starts(with: "Photoshop 3.0\0") && iptc == nil:
                iptc = ImageRights(photoshop: segment)
            default:
                break
            }
        }
        guard var header, scans > 0 else { throw .truncatedHeader }
        header.apply(exif)
        header.rights = header.rights.filled(from: iptc)
        return header
    }

    /// Returns the code of the next marker that has a segment, or of the end marker, and moves `offset`
    /// past it. Skips coded data, stuffed zeros, fill bytes and restart markers.
    private static func nextMarker(in file: ByteView, at offset: inout Int) -> UInt8? {
        while let fill = file.firstIndex(of: 0xFF, from: offset) {
            offset = fill + 1
            guard let code = file[offset] else { return nil }
            switch code {
            case 0xFF:
                continue
            case 0x00, 0x01, 0xD0...0xD8:
                offset += 1
            default:
                offset += 1
                return code
            }
        }
        return nil
    }

    private static func jpegFrame(_ segment: ByteView, marker: UInt8) throws(ImagingError) -> ImageHeader {
        guard let precision = segment[0], let height = segment.bigEndian(at: 1, length: 2),
            let width = segment.bigEndian(at: 3, length: 2)
        else { throw .truncatedHeader }
        // Baseline, extended and progressive, with Huffman or arithmetic coding.
        guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker), precision == 8 else {
            throw .unsupported("it is a lossless, hierarchical or 12-bit JPEG")
        }
        return ImageHeader(format: .jpeg, width: width, height: height)
    }

    /// Rejects a file too small for its size: with Huffman coding each block of 8 by 8 pixels takes at
    /// least one bit.
    private func checkCodedSize(of file: ByteView, _ limits: ImageLimits) throws(ImagingError) {
        try checkSize(limits)
        guard width / 8 * (height / 8) <= file.count * 8 else { throw .corrupt("it has too few bytes for its size") }
    }
}

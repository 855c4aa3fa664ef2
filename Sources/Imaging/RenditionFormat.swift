/// What renditions are encoded as.
package enum RenditionFormat: String, Sendable, CaseIterable, Codable {
    /// What every device can show.
    case jpeg
    /// Without loss, for graphics: it is made only where the original has few colours or transparency, and has fewer bytes than
    /// the JPEG beside it.
    case png
    /// A third smaller at equal looks, for about four times the work.
    case webp
    /// Half the size at equal looks, for a hundred times the work.
    case avif
    /// The original's own animation at its own size, where it is small: see `ImageLimits.animationBytes`.
    case gif

    /// Whether a file has its beginning and its end: a disk that was full or a machine that fell cuts files short.
    package func isWhole(_ bytes: [UInt8]) -> Bool {
        let file = ByteView(bytes[...])
        switch self {
        case .jpeg: return file.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9]
        case .png: return file.starts(with: "PNG", at: 1) && bytes.dropLast(4).suffix(4).elementsEqual("IEND".utf8)
        case .gif: return file.starts(with: "GIF8") && bytes.last == 0x3B
        case .webp: return file.starts(with: "RIFF") && file.littleEndian(at: 4, length: 4) == bytes.count - 8
        case .avif: return ImageHeader.isAVIF(file) && ImageHeader.endOfBoxes(in: file) == bytes.count
        }
    }
}

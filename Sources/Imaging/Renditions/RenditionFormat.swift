/// The file formats of renditions.
package enum RenditionFormat: String, Sendable, CaseIterable, Codable {
    /// Supported by every device.
    case jpeg
    /// Lossless, for graphics: only encoded if the original has few colours or transparency, and only kept
    /// if smaller than the corresponding JPEG.
    case png
    /// A third smaller than JPEG at equal quality, for about four times the work.
    case webp
    /// Half the size of JPEG at equal quality, for a hundred times the work.
    case avif
    /// The original animation at its own size, if small enough: see `ImageLimits.animationBytes`.
    case gif

    /// Whether a file has its beginning and its end: a full disk or a crash leaves truncated files.
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

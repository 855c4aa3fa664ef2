import CQREncode

/// A text as a QR code (ISO/IEC 18004) with error correction level M: 15 % of it may be unreadable.
package struct QRCode: Sendable {
    /// The modules along a side, including the quiet zone of four on each side.
    package let side: Int
    /// The dark modules as an SVG path, one unit per module.
    package let path: String

    private static let margin = 4
    /// The maximum length of the text in bytes, far more than a camera reads well from a screen.
    private static let limit = 1000

    /// Nil if the text is empty, too long, or contains a null character. May take a millisecond.
    package init?(_ text: String) {
        guard (1...Self.limit).contains(text.utf8.count), !text.utf8.contains(0),
            let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let begin = column
                while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
                if column > begin {
                    path += "M\(begin + Self.margin) \(row + Self.margin)h\(column - begin)v1h-\(column - begin)z"
                }
                column += 1
            }
        }
        side = width + 2 * Self.margin
        self.path = path
    }
}

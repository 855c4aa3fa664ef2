/// Traits detected in a picture: the position of its subject, and placeholders shown until it has loaded.
package struct PictureTraits: Sendable, Hashable, Codable {
    /// The point that crops must show.
    package var focus: FocalPoint
    /// Its most common colour, as `#rrggbb`; nil for a transparent picture, behind which the page is to be seen.
    package var color: String?
    /// A PNG of at most 6 pixels a side and 200 bytes, shown blurred as a placeholder; empty for a transparent picture.
    package var placeholder: [UInt8]

    /// The longer side of the copy analysed, in pixels.
    static let sketchSide = 96
    /// The longer side of the placeholder, in pixels.
    private static let placeholderSide = 6

    /// Analyses a small copy of a picture.
    /// - Parameter focus: the position of its subject; nil to detect it.
    init(of sketch: Raster, focus: FocalPoint?) throws(ImagingError) {
        let seen = sketch.isCovered ? try sketch.onPaper() : sketch
        self.focus = focus ?? Saliency(seen).focus
        guard !sketch.isCovered else {
            (color, placeholder) = (nil, [])
            return
        }
        color = sketch.dominantColor
        let longer = max(sketch.width, sketch.height)
        func side(_ length: Int) -> Int { min(length, max(1, (length * Self.placeholderSide + longer / 2) / longer)) }
        let small = try sketch.scaled(width: side(sketch.width), height: side(sketch.height))
        small.coarsen()
        placeholder = try small.encodePNG()
    }
}

extension Raster {
    /// Leaves four bits of each channel, which compress better. Enlarged and blurred, nobody sees the difference.
    fileprivate func coarsen() {
        for y in 0..<height {
            let row = row(y)
            for x in row.indices { row[x] = row[x] & 0x7FF0_F0F0 | 0x08_0808 }
        }
    }

    /// The mean colour of the fullest of 512 boxes, eight per channel.
    fileprivate var dominantColor: String {
        var boxes = [(count: Int, red: Int, green: Int, blue: Int)](repeating: (0, 0, 0, 0), count: 512)
        for y in 0..<height {
            for pixel in row(y) {
                let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
                let box = (red / 32 * 8 + green / 32) * 8 + blue / 32
                boxes[box].count += 1
                boxes[box].red += red
                boxes[box].green += green
                boxes[box].blue += blue
            }
        }
        guard let fullest = boxes.max(by: { $0.count < $1.count }), fullest.count > 0 else { return "#808080" }
        let channels = [fullest.red, fullest.green, fullest.blue].map { $0 / fullest.count }
        return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// Estimates the position of a picture's subject from detail, contrast with the whole, strong colour
/// and skin tones, with a preference for the centre.
///
/// Automatic cropping commonly uses these cues. Columns and rows are weighted as a whole, since a crop
/// of a fixed shape
/// moves along one axis only.
struct Saliency {
    private let columns: [Double]
    private let rows: [Double]

    init(_ sketch: Raster) {
        var columns = [Double](repeating: 0, count: sketch.width)
        var rows = [Double](repeating: 0, count: sketch.height)
        let mean = sketch.meanLuma
        for y in 0..<sketch.height {
            let (above, line, below) = (
                sketch.row(max(0, y - 1)), sketch.row(y), sketch.row(min(sketch.height - 1, y + 1))
            )
            for x in line.indices {
                let (left, right) = (line[max(0, x - 1)], line[min(line.count - 1, x + 1)])
                let luma = Self.luma(line[x]) * 4
                let around = Self.luma(above[x]) + Self.luma(below[x]) + Self.luma(left) + Self.luma(right)
                let weight = abs(luma - around) / 4 + abs(Self.luma(line[x]) - mean) / 4 + Self.color(line[x])
                columns[x] += weight
                rows[y] += weight
            }
        }
        self.columns = columns
        self.rows = rows
    }

    /// The centre of the best square along the longer axis and of the best half along the shorter one.
    var focus: FocalPoint {
        let shorter = min(columns.count, rows.count)
        return FocalPoint(
            x: Self.middle(columns, columns.count > rows.count ? shorter : max(1, shorter / 2)),
            y: Self.middle(rows, rows.count > columns.count ? shorter : max(1, shorter / 2)))
    }

    fileprivate static func luma(_ pixel: Int32) -> Double {
        let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
        return Double(299 * red + 587 * green + 114 * blue) / 255_000
    }

    /// The weight of strong colours and skin tones; near black and white they mean nothing.
    private static func color(_ pixel: Int32) -> Double {
        let (red, green, blue) = (Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
        let most = max(red, green, blue), least = min(red, green, blue)
        guard most > 50, luma(pixel) < 0.95 else { return 0 }
        // The ratio of the channels is nearly the same for all complexions.
        let sum = red + green + blue
        let isSkin = abs(red / sum - 0.44) < 0.06 && abs(green / sum - 0.32) < 0.04 && red > green && green > blue
        return (most - least) / most * 0.05 + (isSkin ? 0.15 : 0)
    }

    /// The centre, in percent, of the window of a length with the highest sum, preferring windows near the
    /// middle.
    private static func middle(_ weights: [Double], _ length: Int) -> Int {
        guard length < weights.count else { return 50 }
        var sum = weights[..<length].reduce(0, +)
        var best = (start: 0, value: -Double.infinity)
        for start in 0...(weights.count - length) {
            if start > 0 { sum += weights[start + length - 1] - weights[start - 1] }
            let place = (Double(start) + Double(length) / 2) / Double(weights.count) - 0.5
            let value = sum * (1 - 2 * place * place)
            if value > best.value { best = (start, value) }
        }
        return (best.start * 2 + length) * 50 / weights.count
    }
}

extension Raster {
    fileprivate var meanLuma: Double {
        let sum = (0..<height).reduce(0) { sum, y in row(y).reduce(sum) { $0 + Saliency.luma($1) } }
        return sum / Double(width * height)
    }
}

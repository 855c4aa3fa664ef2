/// One straight side of a contour, from its upper to its lower end.
private struct Edge {
    let top: Double
    let bottom: Double
    let x: Double
    let slope: Double
    /// 1 if the contour runs down here, -1 if up.
    let winding: Int

    init?(_ start: Canvas.Point, _ end: Canvas.Point) {
        guard start.y != end.y else { return nil }
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        top = upper.y
        bottom = lower.y
        x = upper.x
        slope = (lower.x - upper.x) / (lower.y - upper.y)
        winding = start.y < end.y ? 1 : -1
    }

    func crossing(_ y: Double) -> Double { x + (y - top) * slope }
}

extension Canvas {
    /// Scan lines in a row of pixels. Across a line coverage is exact, so four are enough for smooth edges.
    private static let lines = 4

    /// Finds how much of each pixel a path covers, 0 to 1, and calls back for every row that it touches with the range
    /// of columns touched and the coverage of the whole row.
    func rasterize(_ path: Path, _ emit: (_ y: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<Float>) -> Void) {
        let edges = edges(of: path)
        guard let highest = edges.first?.top, let lowest = edges.map(\.bottom).max() else { return }
        let first = Int(min(max(highest, 0), Double(height)))
        let last = Int(min(max(lowest, 0), Double(height)).rounded(.up))
        var active: [Edge] = []
        var next = 0
        var row = CoverageRow(width: width)
        for y in first..<max(first, last) {
            while next < edges.count, edges[next].top < Double(y + 1) {
                active.append(edges[next])
                next += 1
            }
            active.removeAll { $0.bottom <= Double(y) }
            for line in 0..<Self.lines {
                scan(active, at: Double(y) + (Double(line) + 0.5) / Double(Self.lines), &row)
            }
            if row.touched.isEmpty { continue }
            row.take(lines: Self.lines) { emit(y, $0, $1) }
        }
    }

    private func edges(of path: Path) -> [Edge] {
        path.contours.filter { $0.allSatisfy(\.isFinite) }.flatMap { contour in
            zip(contour, contour.dropFirst() + contour.prefix(1)).compactMap { Edge($0, $1) }
        }
        .sorted { $0.top < $1.top }
    }

    /// Adds the stretches of one scan line whose winding number is not zero.
    private func scan(_ edges: [Edge], at y: Double, _ row: inout CoverageRow) {
        let crossings = edges.filter { $0.top <= y && y < $0.bottom }
            .map { (x: $0.crossing(y), winding: $0.winding) }
            .sorted { $0.x < $1.x }
        var winding = 0
        var start = 0.0
        for crossing in crossings {
            if winding == 0 { start = crossing.x }
            winding += crossing.winding
            if winding == 0 { row.add(start, crossing.x) }
        }
    }
}

/// The coverage of one row of pixels, kept as the change from each pixel to the next, so that a long stretch costs as
/// little as a short one.
private struct CoverageRow {
    private var changes: [Float]
    private let width: Double
    private(set) var touched = 0..<0

    init(width: Int) {
        changes = [Float](repeating: 0, count: width + 2)
        self.width = Double(width)
    }

    mutating func add(_ start: Double, _ end: Double) {
        let (start, end) = (min(max(start, 0), width), min(max(end, 0), width))
        guard end > start else { return }
        step(at: start, 1)
        step(at: end, -1)
        let columns = Int(start)..<min(Int(end) + 1, Int(width))
        touched =
            touched.isEmpty
            ? columns
            : min(touched.lowerBound, columns.lowerBound)..<max(touched.upperBound, columns.upperBound)
    }

    private mutating func step(at x: Double, _ sign: Float) {
        let pixel = Int(x)
        let part = Float(x - Double(pixel))
        changes[pixel] += sign * (1 - part)
        changes[pixel + 1] += sign * part
    }

    /// Hands over the columns touched and the coverage of the row, and begins a new row.
    mutating func take(lines: Int, _ body: (Range<Int>, UnsafePointer<Float>) -> Void) {
        let columns = touched
        touched = 0..<0
        let share = 1 / Float(lines)
        var sum: Float = 0
        changes.withUnsafeMutableBufferPointer { buffer in
            guard let row = buffer.baseAddress else { return }
            for x in columns {
                sum += row[x] * share
                row[x] = sum < 1 ? sum : 1
            }
            body(columns, row)
            // A change may lie just right of the last column.
            for x in columns.lowerBound..<(columns.upperBound + 2) where x < buffer.count { row[x] = 0 }
        }
    }
}

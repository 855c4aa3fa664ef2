import Foundation

extension Canvas {
    /// A place on a canvas, in pixels.
    package struct Point: Sendable, Hashable {
        /// Pixels from the left edge.
        package var x: Double
        /// Pixels from the top edge.
        package var y: Double

        /// The point at `x`, `y`.
        package init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }

        var isFinite: Bool { x.isFinite && y.isFinite }
    }

    /// Closed contours that bound an area. Contours that run the same way join their areas; one that runs the other way
    /// cuts a hole. Curves are kept as short straight lines.
    package struct Path: Sendable, Hashable {
        /// The corners of each contour; the last is joined to the first.
        package private(set) var contours: [[Point]]

        /// An empty path.
        package init() {
            contours = []
        }

        /// A polygon through the points.
        package init(_ points: [Point]) {
            contours = [points]
        }

        /// Begins a new contour.
        package mutating func move(to point: Point) {
            contours.append([point])
        }

        /// Goes on in a straight line; the first point of an empty path begins it.
        package mutating func line(to point: Point) {
            guard !contours.isEmpty else { return move(to: point) }
            contours[contours.count - 1].append(point)
        }

        /// Goes on along a cubic Bézier curve, drawn as `steps` lines (1 to 200).
        package mutating func curve(to end: Point, _ control1: Point, _ control2: Point, steps: Int = 24) {
            guard let start = contours.last?.last else { return move(to: end) }
            let steps = min(max(steps, 1), 200)
            for step in 1...steps {
                let t = Double(step) / Double(steps)
                let s = 1 - t
                let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                let x = a * start.x + b * control1.x + c * control2.x + d * end.x
                let y = a * start.y + b * control1.y + c * control2.y + d * end.y
                line(to: Point(x, y))
            }
        }

        /// Takes in another path, so that both are one area.
        package mutating func add(_ other: Path) {
            contours += other.contours
        }

        /// This path and another, as one area.
        package func adding(_ other: Path) -> Path {
            var path = self
            path.add(other)
            return path
        }

        /// This path with a hole in it. The hole must lie inside, and both must be drawn in the same direction, as all
        /// shapes here are.
        package func cutting(_ other: Path) -> Path {
            var path = self
            path.contours += other.contours.map { $0.reversed() }
            return path
        }

        /// The path with every point replaced.
        package func mapped(_ transform: (Point) -> Point) -> Path {
            var path = self
            path.contours = contours.map { $0.map(transform) }
            return path
        }

        /// The path moved right and down.
        package func moved(_ x: Double, _ y: Double) -> Path {
            mapped { Point($0.x + x, $0.y + y) }
        }

        /// The path scaled about a point; a negative factor mirrors it.
        package func scaled(_ x: Double, _ y: Double, about center: Point = Point(0, 0)) -> Path {
            mapped { Point(center.x + ($0.x - center.x) * x, center.y + ($0.y - center.y) * y) }
        }

        /// The path turned clockwise about a point, by an angle in degrees.
        package func rotated(_ degrees: Double, about center: Point = Point(0, 0)) -> Path {
            let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            return mapped {
                let (x, y) = ($0.x - center.x, $0.y - center.y)
                return Point(center.x + x * cosine - y * sine, center.y + x * sine + y * cosine)
            }
        }
    }
}

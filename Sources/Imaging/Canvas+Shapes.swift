import Foundation

extension Canvas.Path {
    /// A rectangle, with rounded corners if a radius is given.
    package static func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0
    ) -> Self {
        let radius = min(radius, abs(width) / 2, abs(height) / 2)
        let (right, bottom) = (x + width, y + height)
        guard radius > 0 else { return Self([.init(x, y), .init(right, y), .init(right, bottom), .init(x, bottom)]) }
        let corners = [
            (right - radius, y + radius, -90.0), (right - radius, bottom - radius, 0),
            (x + radius, bottom - radius, 90), (x + radius, y + radius, 180),
        ]
        return Self(corners.flatMap { arcPoints(.init($0.0, $0.1), radius, radius, from: $0.2, to: $0.2 + 90) })
    }

    /// An ellipse, from its centre and half its width and height.
    package static func ellipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double) -> Self {
        Self(Array(arcPoints(.init(x, y), radiusX, radiusY, from: 0, to: 360).dropLast()))
    }

    /// A circle, from its centre and radius.
    package static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Self {
        ellipse(x, y, radius, radius)
    }

    /// A band of a circle between two radii.
    package static func ring(_ x: Double, _ y: Double, _ outer: Double, _ inner: Double) -> Self {
        circle(x, y, outer).cutting(circle(x, y, inner))
    }

    /// A slice of an ellipse, in degrees clockwise from the right: 0 to 180 is the lower half.
    package static func sector(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, from start: Double, to end: Double
    ) -> Self {
        let arc = arcPoints(.init(x, y), radiusX, radiusY, from: start, to: end)
        return Self(abs(end - start) >= 360 ? arc : arc + [.init(x, y)])
    }

    /// The open line along an arc, to be stroked, in degrees clockwise from the right.
    package static func arc(_ x: Double, _ y: Double, _ radius: Double, from start: Double, to end: Double) -> Self {
        Self(arcPoints(.init(x, y), radius, radius, from: start, to: end))
    }

    /// A smooth line through all the points (a Catmull-Rom spline), open or closed.
    package static func smooth(_ points: [Canvas.Point], closed: Bool = false) -> Self {
        guard points.count > 2, let first = points.first else { return Self(points) }
        let last = points.count - 1
        func at(_ index: Int) -> Canvas.Point {
            closed ? points[(index + points.count) % points.count] : points[min(max(index, 0), last)]
        }
        var path = Self([first])
        for index in 0..<(closed ? points.count : last) {
            let (before, start, end, after) = (at(index - 1), at(index), at(index + 1), at(index + 2))
            path.curve(
                to: end,
                .init(start.x + (end.x - before.x) / 6, start.y + (end.y - before.y) / 6),
                .init(end.x - (after.x - start.x) / 6, end.y - (after.y - start.y) / 6), steps: 16)
        }
        return path
    }

    /// The area that a pen of this width covers along the contours, with round ends and joins.
    package func stroked(_ width: Double, closed: Bool = false) -> Self {
        var outline = Self()
        for contour in contours {
            for point in contour where width > 1.5 {
                outline.add(.circle(point.x, point.y, width / 2))
            }
            let ends = zip(contour, contour.dropFirst()) + (closed ? lastEdge(of: contour) : [])
            for (start, end) in ends {
                let length = hypot(end.x - start.x, end.y - start.y)
                guard length > 0 else { continue }
                let (x, y) = ((end.y - start.y) / length * width / 2, (start.x - end.x) / length * width / 2)
                outline.move(to: .init(start.x + x, start.y + y))
                outline.line(to: .init(end.x + x, end.y + y))
                outline.line(to: .init(end.x - x, end.y - y))
                outline.line(to: .init(start.x - x, start.y - y))
            }
        }
        return outline
    }

    private func lastEdge(of contour: [Canvas.Point]) -> [(Canvas.Point, Canvas.Point)] {
        guard contour.count > 2, let first = contour.first, let last = contour.last else { return [] }
        return [(last, first)]
    }

    /// Points along an arc, close enough together that it looks round.
    private static func arcPoints(
        _ center: Canvas.Point, _ radiusX: Double, _ radiusY: Double, from start: Double, to end: Double
    ) -> [Canvas.Point] {
        let size = max(abs(radiusX), abs(radiusY))
        guard size.isFinite, (end - start).isFinite else { return [] }
        let whole = min(max(size.squareRoot() * 5, 10), 240)
        let steps = max(Int((whole * min(abs(end - start), 3600) / 360).rounded(.up)), 2)
        return (0...steps).map { step in
            let angle = (start + (end - start) * Double(step) / Double(steps)) * .pi / 180
            return .init(center.x + radiusX * cos(angle), center.y + radiusY * sin(angle))
        }
    }
}

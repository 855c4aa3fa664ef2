/// The widths and qualities that exist, so that caches see few addresses.
package enum Ladder {
    /// Pixels, ascending.
    package static let widths = [120, 160, 240, 320, 480, 640, 768, 960, 1200, 1600, 1920]
    /// The widths of a shape in pixels. Crops are for lists, and have fewer.
    package static func widths(of shape: PictureShape) -> [Int] {
        switch shape {
        case .whole: widths
        case .square: [120, 160, 240, 320]
        case .wide: [160, 240, 320, 480, 640]
        }
    }

    /// Quality classes, ascending: for a list on a slow link; for a list, or a story on a slow link; for a
    /// story.
    package static let qualities = [30, 60, 90]

    /// The narrowest rung of at least this width, or the widest.
    package static func rung(atLeast width: Double) -> Int {
        widths.first { Double($0) >= width } ?? widths[widths.count - 1]
    }

    /// The rungs for a picture of this width: up to the first that holds it whole, since pictures are never
    /// scaled up.
    package static func widths(of shape: PictureShape = .whole, forOriginal width: Int) -> [Int] {
        let all = widths(of: shape)
        let top = all.first { $0 >= width } ?? all[all.count - 1]
        return all.filter { $0 <= max(top, all[0]) }
    }

    /// The specification served for a requested one: the next rung and quality class up, but no rung above the
    /// picture's widest.
    package static func served(_ asked: PictureSpec, original width: Int) -> PictureSpec {
        let rungs = widths(of: asked.shape, forOriginal: width)
        return PictureSpec(
            width: rungs.first { $0 >= asked.width } ?? rungs[rungs.count - 1],
            quality: qualities.first { $0 >= asked.quality } ?? qualities[qualities.count - 1], shape: asked.shape)
    }

    /// The bytes that links may cost: 8 kB to 2 MB, in kB of 1000 bytes. The lowest is for savings and busy hours: with less, a page
    /// without compression would have no room for its own frame.
    private static let steps = [6, 8, 14, 30, 60, 120, 250, 500, 1000, 2000].map { $0 * 1000 }

    /// The bytes that a context may cost: the steps, and what is left of them where battery or data are saved.
    package static let budgets = Set(
        steps + steps.filter { $0 > 8000 }.flatMap { step in [1, 2, 3].map { step * $0 / 4000 * 1000 } }
    ).filter { $0 >= steps[0] }.sorted()

    /// The next lower step, or the lowest.
    static func step(below budget: Int) -> Int { steps.last { $0 < budget } ?? steps[0] }

    /// The highest step that is not above a number of bytes, or 8 kB.
    static func step(atMost bytes: Double) -> Int { max(8000, steps.last { Double($0) <= bytes } ?? 0) }

    /// The highest budget that is not above a number of bytes, or the lowest.
    package static func budget(atMost bytes: Double) -> Int {
        budgets.last { Double($0) <= bytes } ?? budgets[0]
    }
}

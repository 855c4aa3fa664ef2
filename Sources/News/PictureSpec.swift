/// How a rendition is addressed: a rung of the width ladder and a quality class.
public struct PictureSpec: Sendable, Hashable {
    /// Pixels: a rung of `Ladder.widths`.
    public var width: Int
    /// 30, 60 or 90.
    public var quality: Int

    /// A specification.
    public init(width: Int, quality: Int) {
        self.width = width
        self.quality = quality
    }

    /// As it stands in addresses and plans: `320q60`.
    public var name: String { "\(width)q\(quality)" }

    /// Reads what `name` writes; nil for anything else.
    public init?(name: some StringProtocol) {
        let parts = name.split(separator: "q", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let quality = Int(parts[1]), width > 0,
            "\(width)q\(quality)" == name
        else { return nil }
        self.init(width: width, quality: quality)
    }
}

/// The two renditions of a picture that a document may name.
public struct PicturePair: Sendable, Hashable {
    /// For lists.
    public var thumbnail: PictureSpec
    /// For the story itself.
    public var detail: PictureSpec

    /// A pair.
    public init(thumbnail: PictureSpec, detail: PictureSpec) {
        self.thumbnail = thumbnail
        self.detail = detail
    }
}

/// The widths and qualities that exist, so that caches see few addresses.
public enum Ladder {
    /// Pixels, ascending.
    public static let widths = [120, 160, 240, 320, 480, 640, 768, 960, 1200, 1600, 1920]
    /// Classes of quality, ascending: a list on a slow link, a list or a story on a slow link, a story.
    public static let qualities = [30, 60, 90]

    /// The least rung that is at least so wide, or the greatest.
    public static func rung(atLeast width: Double) -> Int {
        widths.first { Double($0) >= width } ?? widths[widths.count - 1]
    }

    /// The rungs that a picture of this width has: up to the first that holds it whole, since nothing is scaled up.
    public static func widths(forOriginal width: Int) -> [Int] {
        let top = rung(atLeast: Double(width))
        return widths.filter { $0 <= top }
    }

    /// The rung that serves an asked width: the next one up, but none above the greatest that the picture has.
    public static func rung(for width: Int, original: Int) -> Int {
        min(rung(atLeast: Double(width)), rung(atLeast: Double(original)))
    }

    /// Bytes that a context may cost: 8 kB to 2 MB, each of 1000 bytes.
    public static let budgets = [8, 14, 30, 60, 120, 250, 500, 1000, 2000].map { $0 * 1000 }

    /// The greatest rung that is not above a number of bytes, or the least.
    public static func budget(atMost bytes: Double) -> Int {
        budgets.last { Double($0) <= bytes } ?? budgets[0]
    }
}

package import Foundation

/// The end of a page of stories: the time and number of its last story, opaque to readers.
package struct Cursor: Sendable, Hashable, Comparable {
    /// Microseconds since 1970, PostgreSQL's precision.
    package let microseconds: Int
    /// The number of the last story.
    package let id: Int

    /// The years 1 to 9999, as ISO 8601 writes them; both ends are exact as `Double`.
    private static let range = -62_135_596_800_000_000...253_402_300_800_000_000

    /// Microseconds from 1970 to the reference date of `Date` (2001-01-01 UTC): counting from there rounds
    /// only once.
    private static let reference = 978_307_200_000_000

    /// A cursor after this story; a time outside the years 1 to 9999 is clamped to them.
    package init(publishedAt: Date, id: Int) {
        let exact = (publishedAt.timeIntervalSinceReferenceDate * 1_000_000).rounded()
        let (first, last) = (Self.range.lowerBound - Self.reference, Self.range.upperBound - Self.reference)
        microseconds = (Int(exactly: min(max(exact, Double(first)), Double(last))) ?? 0) + Self.reference
        self.id = id
    }

    /// The time of the story.
    package var publishedAt: Date {
        Date(timeIntervalSinceReferenceDate: Double(microseconds - Self.reference) / 1_000_000)
    }

    /// Its form in a query: two numbers in base 36.
    package var token: String { "\(String(microseconds, radix: 36))_\(String(id, radix: 36))" }

    /// Reads what `token` writes; nil for anything else.
    package init?(token: some StringProtocol) {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let microseconds = Int(parts[0], radix: 36), let id = Int(parts[1], radix: 36), id >= 0,
            Self.range.contains(microseconds)
        else { return nil }
        self.microseconds = microseconds
        self.id = id
        guard self.token == token else { return nil }
    }

    /// Earlier is less.
    package static func < (left: Self, right: Self) -> Bool {
        (left.microseconds, left.id) < (right.microseconds, right.id)
    }

    /// The cursor from which to go on so that no story is lost when some were left out.
    /// - Parameters:
    ///   - stories: in any order.
    ///   - kept: the number of stories shown; the others were left out.
    ///   - rest: the cursor for stories that are not among these.
    package static func after(_ stories: [Cursor], kept: Int, rest: Cursor?) -> Cursor? {
        guard let left = stories.dropFirst(kept).max() else { return rest }
        // Just above the newest story left out: at the next newer story shown, or at a position of its own if
        // there is none.
        let above =
            stories.prefix(kept).filter { $0 > left }.min()
            ?? Cursor(microseconds: left.microseconds, id: left.id + 1)
        return max(above, rest ?? above)
    }

    private init(microseconds: Int, id: Int) {
        self.microseconds = microseconds
        self.id = id
    }
}

package import Foundation

/// The end of a page of stories: the time and number of its last story, and which older ones were on it too, since others came before newer
/// ones. Opaque to readers.
package struct Cursor: Sendable, Hashable, Comparable {
    /// Microseconds since 1970, PostgreSQL's precision.
    package let microseconds: Int
    /// The number of the last story.
    package let id: Int
    /// The numbers of older stories that were shown already, in ascending order.
    package let shown: [Int]

    /// The most older stories that a cursor names: more would be shown again.
    private static let mostShown = 64

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
        shown = []
    }

    /// The time of the story.
    package var publishedAt: Date {
        Date(timeIntervalSinceReferenceDate: Double(microseconds - Self.reference) / 1_000_000)
    }

    /// Its form in a query: numbers in base 36.
    package var token: String { ([microseconds, id] + shown).map { String($0, radix: 36) }.joined(separator: "_") }

    /// Reads what `token` writes; nil for anything else.
    package init?(token: some StringProtocol) {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0, radix: 36) }
        guard numbers.count == parts.count, (2...2 + Self.mostShown).contains(numbers.count),
            Self.range.contains(numbers[0]), numbers[1...].allSatisfy({ $0 >= 0 })
        else { return nil }
        (microseconds, id, shown) = (numbers[0], numbers[1], Array(numbers[2...]))
        guard self.token == token, shown == Set(shown).sorted() else { return nil }
    }

    /// Earlier is less.
    package static func < (left: Self, right: Self) -> Bool {
        let (one, other) = ((left.microseconds, left.id), (right.microseconds, right.id))
        return one == other ? left.shown.lexicographicallyPrecedes(right.shown) : one < other
    }

    /// The cursor from which to go on so that no story is lost when some were left out, and none comes twice.
    /// - Parameters:
    ///   - stories: in any order.
    ///   - kept: the number of stories shown; the others were left out.
    ///   - rest: the cursor for stories that are not among these.
    ///   - former: the cursor of the page itself.
    package static func after(_ stories: [Cursor], kept: Int, rest: Cursor?, former: Cursor? = nil) -> Cursor? {
        guard let end = end(of: stories, kept: kept, rest: rest) else { return nil }
        let older = stories.prefix(kept).filter { $0 < end }.sorted().reversed().map(\.id)
        let shown = Set((older + (former?.shown ?? [])).prefix(mostShown)).sorted()
        return Cursor(microseconds: end.microseconds, id: end.id, shown: shown)
    }

    private static func end(of stories: [Cursor], kept: Int, rest: Cursor?) -> Cursor? {
        guard let left = stories.dropFirst(kept).max() else { return rest }
        // Just above the newest story left out: at the next newer story shown, or at a position of its own if
        // there is none.
        let above =
            stories.prefix(kept).filter { $0 > left }.min()
            ?? Cursor(microseconds: left.microseconds, id: left.id + 1, shown: [])
        return max(above, rest ?? above)
    }

    private init(microseconds: Int, id: Int, shown: [Int]) {
        (self.microseconds, self.id, self.shown) = (microseconds, id, shown)
    }
}

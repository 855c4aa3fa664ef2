public import Foundation

/// Where a page of stories ended: the moment of its last story and its number, opaque to readers.
public struct Cursor: Sendable, Hashable {
    /// Microseconds since 1970, PostgreSQL's precision.
    public let microseconds: Int
    public let id: Int

    /// After this story.
    public init(publishedAt: Date, id: Int) {
        microseconds = Int((publishedAt.timeIntervalSince1970 * 1_000_000).rounded())
        self.id = id
    }

    /// The moment of the story.
    public var publishedAt: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

    /// As it stands in a query: two numbers in base 36.
    public var token: String { "\(String(microseconds, radix: 36))_\(String(id, radix: 36))" }

    /// Reads what `token` writes; nil for anything else.
    public init?(token: some StringProtocol) {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let microseconds = Int(parts[0], radix: 36), let id = Int(parts[1], radix: 36), id >= 0,
            abs(microseconds) < 250_000_000_000_000_000
        else { return nil }
        self.microseconds = microseconds
        self.id = id
    }
}

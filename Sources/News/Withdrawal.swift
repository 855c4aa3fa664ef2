public import struct Foundation.Date

/// A story that readers had and that is no more.
public struct Withdrawal: Sendable, Hashable {
    /// The number under which the archive knew it.
    public var id: Int
    /// When it was withdrawn.
    public var at: Date

    /// A story of this number.
    public init(id: Int, at: Date) {
        self.id = id
        self.at = at
    }
}

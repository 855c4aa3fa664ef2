package import struct Foundation.Date

/// A story that readers had and that is gone.
package struct Withdrawal: Sendable, Hashable {
    /// The number under which the archive knew it.
    package var id: Int
    /// When it was withdrawn.
    package var at: Date

    /// A story of this number.
    package init(id: Int, at: Date) {
        self.id = id
        self.at = at
    }
}

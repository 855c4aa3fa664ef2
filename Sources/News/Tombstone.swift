package import struct Foundation.Date

/// What readers find in the place of an article that they had.
package enum Tombstone: Sendable, Hashable {
    /// It was withdrawn then; what the newspaper says of it may be empty.
    case withdrawn(headline: String, at: Date, note: String)
    /// Nothing of it may be shown.
    case killed
}

package import struct Foundation.Date

/// The notice that readers find in place of an article that they had.
package enum Tombstone: Sendable, Hashable {
    /// It was withdrawn at that time; the newspaper's note on it may be empty.
    case withdrawn(headline: String, at: Date, note: String)
    /// Nothing of it may be shown.
    case killed
}

import XML

/// Limits on a feed, all checked before the work they bound.
package struct FeedLimits: Sendable, Equatable {
    /// The whole document, in bytes, decompressed.
    package var bytes = 16 << 20
    /// Items kept; further items are only counted.
    package var items = 1000
    /// The number of items above which the feed is refused: no genuine feed has so many.
    package var refusedItems = 100_000
    /// Bytes of a headline; longer ones are cut.
    package var titleBytes = 2000
    /// Bytes of a text; longer ones are cut.
    package var textBytes = 1 << 20
    /// Bytes of a link, name or category; longer ones are left out.
    package var valueBytes = 4096
    /// The number of authors, categories, pictures and enclosures of an item, each; the rest is left out.
    package var values = 100

    /// Whether an item without GUID and link is identified by a hash of its text. In an archive it is
    /// reported to the editors instead.
    package var makesNames = true

    /// Creates limits for feeds polled from strangers.
    package init() {}

    /// Limits for a newspaper archive imported by its editors: 64 MiB and every item.
    package static var archive: FeedLimits {
        var limits = FeedLimits()
        limits.bytes = 64 << 20
        limits.items = 1_000_000
        limits.refusedItems = 1_000_000
        limits.makesNames = false
        return limits
    }

    /// Limits for the XML parser: no genuine feed has more attributes or nests elements deeper.
    var xml: XMLLimits { XMLLimits(bytes: bytes, depth: 128, tagBytes: 16 << 10, attributes: 128, elements: 2_000_000) }
}

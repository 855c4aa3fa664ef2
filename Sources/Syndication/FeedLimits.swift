import XML

/// Bounds on a feed, all checked before work that grows with them begins.
package struct FeedLimits: Sendable, Equatable {
    /// The whole document, in bytes, decompressed.
    package var bytes = 16 << 20
    /// Items that are kept; what follows is counted.
    package var items = 1000
    /// Items at which the feed is refused: none that people write has so many.
    package var refusedItems = 100_000
    /// A headline, in bytes; what is longer is cut.
    package var titleBytes = 2000
    /// A text, in bytes; what is longer is cut.
    package var textBytes = 1 << 20
    /// A link, a name, a category, in bytes; what is longer is left out.
    package var valueBytes = 4096
    /// Authors, categories, pictures, enclosures of an item, each; what follows is left out.
    package var values = 100

    /// Whether an item with neither a name nor a link gets a name from what it says; of an archive its editors are told instead.
    package var makesNames = true

    /// For what is polled from strangers.
    package init() {}

    /// For the archive of a newspaper, imported by its editors: 64 MiB and every item.
    package static var archive: FeedLimits {
        var limits = FeedLimits()
        limits.bytes = 64 << 20
        limits.items = 1_000_000
        limits.refusedItems = 1_000_000
        limits.makesNames = false
        return limits
    }

    /// Attributes are looked at one by one, and elements nested no deeper than a person would.
    var xml: XMLLimits { XMLLimits(bytes: bytes, depth: 128, tagBytes: 16 << 10, attributes: 128, elements: 2_000_000) }
}

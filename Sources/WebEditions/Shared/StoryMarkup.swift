import Documents
import News
import Synchronization

/// The stories of lists, rendered once for all pages and attempts that show them in the same way: lists differ mostly in which
/// stories they have, and to render one takes longer than everything else.
final class StoryMarkup: Sendable {
    /// Everything that the markup of a story in a list depends on.
    struct Key: Hashable, Sendable {
        let id: Int
        let revision: Int
        let share: Packer.Share
        let pictures: PicturePair?
        /// The names of sections, and which renditions there are.
        let writing: Int
        let display: Display
        let root: String
        let language: String
        /// Whether the section stands above the headline.
        let hasSection: Bool
        let isEditorial: Bool
    }

    private let cache: Mutex<ClockCache<Key, String>>

    /// - Parameter limit: the most bytes to keep.
    init(limit: Int) { cache = Mutex(ClockCache(limit: limit, costOf: { $0.utf8.count + 300 })) }

    /// The markup of a key, rendered if it is not known.
    func html(_ key: Key, render: () throws -> String) rethrows -> String {
        if let known = cache.withLock({ $0.value(key) }) { return known }
        let html = try render()
        cache.withLock { $0.insert(html, key) }
        return html
    }
}

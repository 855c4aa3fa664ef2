import Archive
import News
import PostgreSQL
import Synchronization

/// What pictures can be shown with: read once for all devices that show the same formats, and again when renditions change.
final class RenditionShelf: Sendable {
    private struct Key: Hashable, Sendable {
        let hash: String
        let formats: PictureFormats
        let writing: Int
    }

    private let cache: Mutex<ClockCache<Key, [Rendition]>>

    /// A shelf that holds about so many bytes.
    init(limit: Int) {
        cache = Mutex(ClockCache(limit: limit) { $0.count * MemoryLayout<Rendition>.stride + 300 })
    }

    /// Bytes that are in use.
    var cost: Int { cache.withLock(\.cost) }

    /// The renditions of pictures in some formats, under their hashes.
    func renditions(
        of hashes: [String], in formats: PictureFormats, _ masthead: Masthead, _ connection: Connection
    ) throws -> [String: [Rendition]] {
        func key(_ hash: String) -> Key { Key(hash: hash, formats: formats, writing: masthead.writingHash) }
        var known: [String: [Rendition]] = [:]
        cache.withLock { cache in
            for hash in hashes { known[hash] = cache.value(key(hash)) }
        }
        let missing = hashes.filter { known[$0] == nil }
        guard !missing.isEmpty else { return known }
        let read = try connection.renditions(of: missing, in: formats)
        cache.withLock { cache in
            for (hash, renditions) in read { cache.insert(renditions, key(hash)) }
        }
        return known.merging(read) { $1 }
    }
}

import Archive
import Logging
import News
import PostgreSQL
import Synchronization

/// Gives documents: from the cache while they show the current revision, else rendered anew, once for all who wait; and while the
/// database is away the last known ones.
final class Press: Sendable {
    /// A document and how it was come by.
    struct Copy: Sendable {
        var document: Document
        var source: Source
        enum Source: Sendable { case cache, rendered, stale }
    }

    let database: Database
    let revisions: Revisions
    let cache: DocumentCache
    private let rendering = Mutex<[DocumentKey: Task<Document, any Error>]>([:])

    init(database: Database, revisions: Revisions, cacheBytes: Int) {
        self.database = database
        self.revisions = revisions
        cache = DocumentCache(limit: cacheBytes)
    }

    /// The document of a key if it is at hand and current.
    func ready(_ key: DocumentKey) -> Document? {
        guard let document = cache[key], revisions.isCurrent(document.revision) else { return nil }
        return document
    }

    /// The document of a key. `render` is called with the masthead of the current revision, and may be called again where the
    /// newspaper changes meanwhile.
    func copy(_ key: DocumentKey, render: @escaping @Sendable (Masthead) async throws -> Document) async throws -> Copy
    {
        if let document = ready(key) { return Copy(document: document, source: .cache) }
        do {
            return Copy(document: try await rendered(key, render), source: .rendered)
        } catch let error as PostgresError where error.isTransient {
            guard let last = cache[key] else { throw error }
            return Copy(document: last, source: .stale)
        }
    }

    /// Joins a rendering that is under way; what it gives is taken only if it is still current afterwards.
    private func rendered(_ key: DocumentKey, _ render: @escaping @Sendable (Masthead) async throws -> Document)
        async throws -> Document
    {
        for _ in 0..<3 {
            let document = try await task(key, render).value
            if document.revision.map({ $0 >= revisions.known }) ?? true { return document }
        }
        throw PostgresError.overloaded
    }

    private func task(_ key: DocumentKey, _ render: @escaping @Sendable (Masthead) async throws -> Document) -> Task<
        Document, any Error
    > {
        rendering.withLock { rendering in
            if let task = rendering[key] { return task }
            let task = Task {
                defer { _ = self.rendering.withLock { $0.removeValue(forKey: key) } }
                let document = try await render(try await revisions.masthead())
                cache[key] = document
                return document
            }
            rendering[key] = task
            return task
        }
    }
}

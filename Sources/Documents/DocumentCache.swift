package import Archive
import Logging
package import News
import Synchronization
import Syndication
package import Web

/// Provides documents: from the cache while they show the current revision, otherwise rendered once for
/// everyone who waits. While the database is unavailable, it provides the last known ones.
package final class DocumentCache: Sendable {
    /// A document and how it was obtained.
    package struct Copy: Sendable {
        package var document: Document
        package var source: Source

        package init(document: Document, source: Source) {
            self.document = document
            self.source = source
        }
        package enum Source: Sendable { case cache, rendered, stale }
    }

    private let archive: Archive
    private let revisions: Revisions
    package let cache: RenderedDocuments
    private let packing: DocumentPacking
    private let rendering = Mutex<[DocumentKey: Task<Document, any Error>]>([:])

    package init(archive: Archive, revisions: Revisions, cacheBytes: Int) {
        self.archive = archive
        self.revisions = revisions
        cache = RenderedDocuments(limit: cacheBytes)
        packing = DocumentPacking(cache)
    }

    /// Bytes of cached documents.
    package var bytesInMemory: Int { cache.cost }

    /// The cached document of a key, if it is current. Asked for again, it is compressed better for the next.
    package func ready(_ key: DocumentKey) -> Document? {
        guard let document = cache[key], revisions.isCurrent(document.revision) else { return nil }
        packing.add(key, document)
        return document
    }

    /// The document of a key. `render` is called with the masthead of the current revision, and may be
    /// called again if the newspaper changes meanwhile. If an earlier document exists, nobody waits for an
    /// unresponsive database.
    package func copy(_ key: DocumentKey, render: @escaping @Sendable (Masthead) async throws -> Document) async throws
        -> Copy
    {
        if let document = ready(key) { return Copy(document: document, source: .cache) }
        guard earlier(key) != nil else { return Copy(document: try await rendered(key, render), source: .rendered) }
        do {
            if let document = try await archive.answer({ try await self.rendered(key, render) }) {
                return Copy(document: document, source: .rendered)
            }
        } catch let error where ArchiveFault.away ~= error {
            guard earlier(key) != nil else { throw error }
        }
        // Looks again, since a kill may have arrived meanwhile.
        guard let document = earlier(key) else {
            return Copy(document: try await rendered(key, render), source: .rendered)
        }
        return Copy(document: document, source: .stale)
    }

    /// The last document of a key, current or not, if it may still be shown.
    private func earlier(_ key: DocumentKey) -> Document? {
        cache[key].flatMap { revisions.isPurged($0.revision) ? nil : $0 }
    }

    /// Joins a rendering that is under way. Its document is used only if it is still current afterwards.
    private func rendered(_ key: DocumentKey, _ render: @escaping @Sendable (Masthead) async throws -> Document)
        async throws -> Document
    {
        var last: Document?
        for _ in 0..<Outdated.attempts {
            do {
                let document = try await task(key, render).value
                if document.revision.map({ $0 >= revisions.known }) ?? true { return document }
                last = document
            } catch is Outdated {
                continue
            }
        }
        // The newspaper changes faster than it is rendered: a document that was right a moment ago is
        // better than none.
        guard let last else { throw ArchiveFault.overloaded }
        return last
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

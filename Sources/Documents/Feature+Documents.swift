package import Web

extension Feature {
    /// The caches, which have no routes of their own.
    package static func documents(
        _ documents: DocumentCache, _ stories: PublishedStories, _ revisions: Revisions
    ) -> Feature {
        Feature(measure: { gauges in
            gauges.record("n4md_newspaper_revision", revisions.known)
            gauges.record("n4md_cache_bytes", documents.bytesInMemory + stories.bytesInMemory)
        }) { _ in }
    }
}

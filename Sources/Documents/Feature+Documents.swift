package import Web

extension Feature {
    /// The cache of documents, which has no routes of its own.
    package static func documents(_ documents: DocumentCache) -> Feature {
        Feature(measure: { gauges in
            gauges.record("n4md_newspaper_revision", documents.revisions.known)
            gauges.record("n4md_cache_bytes", documents.bytesInMemory)
        }) { _ in }
    }
}

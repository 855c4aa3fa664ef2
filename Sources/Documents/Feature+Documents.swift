package import Web

extension Feature {
    /// The cache of documents, which has no routes of its own.
    package static func documents(_ press: Press) -> Feature {
        Feature(measure: { gauges in
            gauges.record("n4md_newspaper_revision", press.revisions.known)
            gauges.record("n4md_cache_bytes", press.bytesInMemory)
        }) { _ in }
    }
}

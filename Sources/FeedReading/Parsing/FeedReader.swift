extension Feed {
    /// Reads a complete feed. Entries are taken as they are; the caller decides whether they are usable.
    /// - Parameters:
    ///   - url: its address, for relative links.
    ///   - limits: by default those for an archive.
    package init(
        _ bytes: [UInt8], url: String = "", contentType: String? = nil, limits: FeedLimits = .archive
    ) throws(FeedError) {
        let parser = try FeedParser(url: url, contentType: contentType, limits: limits)
        try parser.take(bytes)
        self = try parser.finish()
    }
}

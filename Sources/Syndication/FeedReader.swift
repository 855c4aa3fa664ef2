extension Feed {
    /// Reads a feed that is there as a whole. Entries are taken as they are; whether they are usable is for others to say.
    /// - Parameters:
    ///   - url: where it is from, for relative links.
    ///   - limits: an archive's, unless said otherwise.
    package init(
        _ bytes: [UInt8], url: String = "", contentType: String? = nil, limits: FeedLimits = .archive
    ) throws(FeedError) {
        let parser = try FeedParser(url: url, contentType: contentType, limits: limits)
        try parser.take(bytes)
        self = try parser.finish()
    }
}

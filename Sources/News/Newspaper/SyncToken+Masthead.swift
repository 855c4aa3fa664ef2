package import Foundation

extension SyncToken {
    /// Creates the token for a device that has all news of this masthead. It holds the time of the revision,
    /// not of the answer, so that everybody with the same document has the same token.
    package init(of masthead: Masthead) {
        self.init(revision: masthead.revision, minute: Self.minute(masthead.updatedAt))
    }

    /// Creates the token for a device that has some stories of a masthead: that of the last change among them. It stays the same
    /// while other stories change, so a document with the same stories stays the same, byte for byte.
    /// - Parameter changes: the last change of each story.
    package init(of masthead: Masthead, with changes: some Sequence<(revision: Int, at: Date)>) {
        var (revision, updatedAt) = (masthead.deltasFrom, Date(timeIntervalSince1970: 0))
        for change in changes {
            revision = max(revision, change.revision)
            updatedAt = max(updatedAt, change.at)
        }
        self.init(revision: revision, minute: Self.minute(updatedAt))
    }

    private static func minute(_ moment: Date) -> Int { max(0, Int(moment.timeIntervalSince1970) / 60) }
}

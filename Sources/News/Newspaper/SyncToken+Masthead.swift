import FoundationEssentials
extension SyncToken {
    /// Creates the token for a device that got the news of this masthead. It holds the time of the revision,
    /// not of the answer, so that everybody with the same document has the same token.
    package init(of masthead: Masthead) {
        self.init(revision: masthead.revision, minute: max(0, Int(masthead.updatedAt.timeIntervalSince1970) / 60))
    }
}

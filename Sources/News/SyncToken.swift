import Foundation

/// What a device gives back as `since`: which news it has. Opaque to it.
package struct SyncToken: Sendable, Hashable {
    /// The revision of the newspaper.
    package let revision: Int
    /// When that came out, in minutes since 1970; 0 where it is not known.
    package let minute: Int

    /// The news of a revision that came out at a minute since 1970.
    package init(revision: Int, minute: Int) {
        self.revision = revision
        self.minute = minute
    }

    /// What a device has that got the news of this masthead. It tells the time of the revision, not of the answer, so that all who get the
    /// same document get the same.
    package init(of masthead: Masthead) {
        self.init(revision: masthead.revision, minute: max(0, Int(masthead.updatedAt.timeIntervalSince1970) / 60))
    }

    /// As it stands in channels: two numbers in base 36.
    package var text: String { "\(String(revision, radix: 36)).\(String(minute, radix: 36))" }

    /// Reads what `text` writes; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let revision = Int(parts[0], radix: 36), let minute = Int(parts[1], radix: 36),
            revision >= 0, minute >= 0
        else { return nil }
        self.init(revision: revision, minute: minute)
        guard self.text == text else { return nil }
    }
}

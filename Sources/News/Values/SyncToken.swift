import Foundation

/// The news that a device has, which it sends back as `since`; opaque to the device.
package struct SyncToken: Sendable, Hashable {
    /// The revision of the newspaper.
    package let revision: Int
    /// When the revision came out, in minutes since 1970; 0 if that is unknown.
    package let minute: Int

    /// Creates a token for a revision that came out at a minute since 1970.
    package init(revision: Int, minute: Int) {
        self.revision = revision
        self.minute = minute
    }

    /// Its form in channels: two numbers in base 36.
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

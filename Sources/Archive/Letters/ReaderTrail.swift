package import News

/// The stories, sessions and passkeys of somebody who has logged in.
package struct ReaderTrail: Sendable {
    package let items: [ReaderItem]
    package let sessions: [SessionLife]
    package let passkeys: [PasskeyRecord]
    package let topics: [ReaderTopic]
    /// The app's settings, as fields of the context form; nil if none were told.
    package let settings: String?
}

extension Readers {
    /// All that somebody who has logged in left here.
    package func trail(of reader: Int) throws -> ReaderTrail {
        ReaderTrail(
            items: try holdings.readerItems.all(of: reader), sessions: try holdings.readerSessions.list(of: reader),
            passkeys: try holdings.passkeys.list(of: .reader(reader)),
            topics: try holdings.readerTopics.list(of: reader),
            settings: try holdings.readerItems.settings(of: reader))
    }
}

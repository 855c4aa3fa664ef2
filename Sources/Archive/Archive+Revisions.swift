import PostgreSQL

/// News of the newspaper's revision.
package enum RevisionNews: Sendable {
    /// A new revision; documents older than `purged` must not be shown.
    case told(Int, purged: Int)
    /// The current revision, read after notifications may have been missed.
    case read(Int, purged: Int)
    /// The listener is disconnected: nothing in the cache is known to be current.
    case lost
}

/// Listens for new revisions until it is stopped or released.
package final class RevisionListener: Sendable {
    private let listener: Listener

    fileprivate init(_ listener: Listener) { self.listener = listener }

    /// Stops within a quarter of a second, or as soon as an attempt to connect is over.
    package func stop() { listener.stop() }
}

extension Archive {
    /// Listens for new revisions on a thread and connection of its own, which also tells whether the database answers.
    /// - Parameter handler: called on that thread.
    package func listen(_ handler: @escaping @Sendable (RevisionNews) -> Void) -> RevisionListener {
        RevisionListener(
            Listener(
                database.options.connectionString, channel: Newspaper.revisionChannel,
                availability: database.options.availability
            ) { event, connection in
                switch event {
                case .notified(let notification):
                    let numbers = notification.payload.split(separator: " ").compactMap { Int($0) }
                    if numbers.count == 2 { handler(.told(numbers[0], purged: numbers[1])) }
                case .resynchronise:
                    guard let connection else { return }
                    let (revision, purged) = try Holdings(connection).newspaper.revisions()
                    handler(.read(revision, purged: purged))
                case .lost: handler(.lost)
                }
            })
    }
}

import PostgreSQL

/// What is heard of the newspaper's revisions.
package enum RevisionNews: Sendable {
    /// There is a new one; before `purged` nothing is shown any more.
    case told(Int, purged: Int)
    /// What was missed is not known: this is how it stands now.
    case read(Int, purged: Int)
    /// Nothing is heard any more: nothing that is cached is known to be current.
    case lost
}

/// Hears of new revisions until it is stopped, or nobody holds it.
package final class RevisionListener: Sendable {
    private let listener: Listener

    fileprivate init(_ listener: Listener) { self.listener = listener }

    /// Ends within a quarter of a second; while it connects, as soon as that is over.
    package func stop() { listener.stop() }
}

extension Archive {
    /// Listens for new revisions on a thread and a connection of its own. By it the archive knows, too, whether the database answers.
    /// - Parameter handler: is called on that thread.
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

import Archive
package import Logging
package import News
package import PostgreSQL
import Synchronization

/// Knows which revision of the newspaper is the current one: told by PostgreSQL's notifications, and asked of the database whenever
/// the connection that brings them is down.
package final class Revisions: Sendable {
    private let database: Database
    private let knownRevision = Atomic<Int>(0)
    private let listening = Atomic<Bool>(false)
    /// Of documents older than this revision nothing is shown any more.
    private let purgedRevision = Atomic<Int>(0)
    private let last = Mutex<Masthead?>(nil)

    package init(database: Database) { self.database = database }

    /// The highest revision heard of.
    package var known: Int { knownRevision.load(ordering: .acquiring) }

    /// Whether notifications are being received, so that `known` is surely current.
    package var isListening: Bool { listening.load(ordering: .acquiring) }

    /// Whether a document of this revision is what readers should see; nil never changes.
    func isCurrent(_ revision: Int?) -> Bool {
        guard let revision else { return true }
        return isListening && revision == known
    }

    /// Whether a document of this revision may not be shown any more, not even while the database is away.
    package func isPurged(_ revision: Int?) -> Bool {
        guard let revision else { return false }
        return revision < purgedRevision.load(ordering: .acquiring)
    }

    /// A revision that was committed.
    package func observe(_ revision: Int) {
        var seen = known
        while revision > seen {
            (_, seen) = knownRevision.compareExchange(
                expected: seen, desired: revision, ordering: .acquiringAndReleasing)
        }
    }

    /// What the database says is so, also where it is less than was known: an archive may be restored from a backup.
    private func resynchronise(_ revision: Int, purged: Int) {
        observe(revision)
        purgedRevision.store(purged, ordering: .releasing)
        guard revision < known else { return }
        knownRevision.store(revision, ordering: .releasing)
        last.withLock { $0 = nil }
    }

    /// The masthead of the current revision.
    package func masthead() async throws -> Masthead {
        if let last = last.withLock(\.self), isCurrent(last.revision) { return last }
        let masthead = try await database.read { try $0.masthead() }
        observe(masthead.revision)
        last.withLock { last in
            if masthead.revision >= last?.revision ?? 0 { last = masthead }
        }
        return masthead
    }

    /// The masthead that was read last, whether current or not.
    package var lastKnown: Masthead? { last.withLock(\.self) }

    /// The latest masthead that is heard of, to understand requests by; an earlier one where the database does not answer, and nil where none
    /// was ever read.
    package func latestMasthead() async throws -> Masthead? {
        if let last = lastKnown, last.revision >= known { return last }
        return try await lastIfSilent()
    }

    /// The masthead as it was last seen where the database does not answer: for pages that show no news.
    package func lastMasthead() async throws -> Masthead {
        if let masthead = try await lastIfSilent() { return masthead }
        return try await masthead()
    }

    private func lastIfSilent() async throws -> Masthead? {
        do {
            if lastKnown == nil { return try await masthead() }
            return try await database.answer { try await self.masthead() } ?? lastKnown
        } catch let error as PostgresError where error.isTransient {
            return lastKnown
        }
    }

    /// Listens for new revisions until stopped. Comes back when it does, or when it is known that the database is away.
    /// - Parameter isTold: called for each, on the listener's thread.
    package func listen(_ connectionString: String, log: Logger, isTold: @escaping @Sendable () -> Void) async
        -> Listener
    {
        let (attempt, end) = AsyncStream.makeStream(of: Void.self)
        let listener = Listener(
            connectionString, channel: revisionChannel, availability: database.options.availability
        ) { [self] event, connection in
            defer { end.finish() }
            switch event {
            case .notified(let notification):
                let numbers = notification.payload.split(separator: " ").compactMap { Int($0) }
                guard numbers.count == 2 else { return }
                observe(numbers[0])
                purgedRevision.store(numbers[1], ordering: .releasing)
                isTold()
            case .resynchronise:
                guard let (revision, purged) = try connection?.newspaperRevisions() else { return }
                resynchronise(revision, purged: purged)
                if !listening.exchange(true, ordering: .acquiringAndReleasing) {
                    log.info("listening for new revisions, now at \(revision)")
                }
            case .lost:
                if listening.exchange(false, ordering: .acquiringAndReleasing) {
                    log.warning("the listening connection is lost")
                }
            }
        }
        for await _ in attempt {}
        return listener
    }
}

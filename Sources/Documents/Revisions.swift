package import Archive
package import Logging
package import News
import Synchronization

/// Tracks the newspaper's current revision: by PostgreSQL's notifications, and by asking the database
/// whenever the connection that brings them is down.
package final class Revisions: Sendable {
    private let archive: Archive
    private let knownRevision = Atomic<Int>(0)
    private let listening = Atomic<Bool>(false)
    /// Documents older than this revision are not shown any more.
    private let purgedRevision = Atomic<Int>(0)
    private let last = Mutex<Masthead?>(nil)

    package init(archive: Archive) { self.archive = archive }

    /// The highest revision known.
    package var known: Int { knownRevision.load(ordering: .acquiring) }

    /// Whether notifications are being received, so that `known` is certain to be current.
    package var isListening: Bool { listening.load(ordering: .acquiring) }

    /// Whether a document of this revision is what readers should see; nil is for what never changes.
    func isCurrent(_ revision: Int?) -> Bool {
        guard let revision else { return true }
        return isListening && revision == known
    }

    /// Whether a document of this revision may not be shown any more, not even while the database is
    /// unavailable.
    package func isPurged(_ revision: Int?) -> Bool {
        guard let revision else { return false }
        return revision < purgedRevision.load(ordering: .acquiring)
    }

    /// Records a revision that was committed.
    package func observe(_ revision: Int) {
        var seen = known
        while revision > seen {
            (_, seen) = knownRevision.compareExchange(
                expected: seen, desired: revision, ordering: .acquiringAndReleasing)
        }
    }

    /// Trusts the database, even if its revision is lower than the one known: an archive may be restored
    /// from a backup.
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
        let masthead = try await archive.read { try $0.newspaper.masthead() }
        observe(masthead.revision)
        last.withLock { last in
            if masthead.revision >= last?.revision ?? 0 { last = masthead }
        }
        return masthead
    }

    /// The last masthead that was read, whether current or not.
    package var lastKnown: Masthead? { last.withLock(\.self) }

    /// The part of the last masthead that decides how requests are understood; copying all of it takes time.
    package var understanding: Masthead.Understanding? { last.withLock { $0?.understanding } }

    /// The latest known masthead, for interpreting requests. If the database does not respond, an earlier
    /// one, or nil if none was ever read.
    package func latestMasthead() async throws -> Masthead? {
        if let last = lastKnown, last.revision >= known { return last }
        return try await lastIfSilent()
    }

    /// The last masthead seen if the database does not respond, for pages that show no news.
    package func lastMasthead() async throws -> Masthead {
        if let masthead = try await lastIfSilent() { return masthead }
        return try await masthead()
    }

    private func lastIfSilent() async throws -> Masthead? {
        do {
            if lastKnown == nil { return try await masthead() }
            return try await archive.answer { try await self.masthead() } ?? lastKnown
        } catch ArchiveFault.away {
            return lastKnown
        }
    }

    /// Listens for new revisions until stopped. Returns once it is listening, or once the database is known
    /// to be unavailable.
    /// - Parameter isTold: called for each revision, on the listener's thread.
    package func listen(log: Logger, isTold: @escaping @Sendable () -> Void) async
        -> RevisionListener
    {
        let (attempt, end) = AsyncStream.makeStream(of: Void.self)
        let listener = archive.listen { [self] news in
            defer { end.finish() }
            switch news {
            case .told(let revision, let purged):
                observe(revision)
                purgedRevision.store(purged, ordering: .releasing)
                isTold()
            case .read(let revision, let purged):
                resynchronise(revision, purged: purged)
                if !listening.exchange(true, ordering: .acquiringAndReleasing) {
                    log.info("listening for new revisions, now at \(revision)")
                }
            case .lost:
                if listening.exchange(false, ordering: .acquiringAndReleasing) {
                    log.warning("lost the listening connection")
                }
            }
        }
        for await _ in attempt {}
        return listener
    }
}

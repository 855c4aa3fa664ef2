package import Archive
import Credentials
package import Documents
package import Fetching
import Foundation
import News
package import PostgreSQL
import Syndication

/// Reads a source that this server has taken on: fetches it, and writes what it brought once all of it was read.
package struct SourceReader: Sendable {
    package let database: Database
    package let importer: Importer
    package let fetcher: Fetcher
    /// Told of what readers see then; nil where nobody serves them.
    package var revisions: Revisions?

    package init(database: Database, importer: Importer, fetcher: Fetcher, revisions: Revisions? = nil) {
        self.database = database
        self.importer = importer
        self.fetcher = fetcher
        self.revisions = revisions
    }

    /// Seconds after which a server is taken for dead: enough for the feed, its pictures, and for writing it all down.
    package static let lease = 180
    /// How long the pictures of one fetch may take together, and the pages to which its entries link.
    static let picturePatience = Duration.seconds(60), textPatience = Duration.seconds(50)
    /// How often a fetch is seen to lead elsewhere for good until it is taken over.
    static let movesBeforeTaking = 3
    /// What was wrong with a feed and put right: the first ones that are told.
    private static let remarks = 5
    /// Seconds until the next try where the fault is ours.
    private static let pause = 60
    /// Entries that are written in one transaction, for which whoever publishes something waits.
    private static let batch = 10

    /// Fetches a source and writes down what came of it. Nil where nothing was written: it was called off, or the source is somebody else's by now.
    /// - Throws: what is wrong with us, not with the source; it is fetched again soon.
    package func read(_ errand: SourceErrand) async throws -> SourceFetch? {
        do {
            let started = ContinuousClock.now
            let answer = try await FeedAnswer.ask(
                errand.draft.url, rule: errand.draft.pageRule, etag: errand.etag, lastModified: errand.lastModified,
                by: fetcher)
            var fetch = SourceFetch(status: answer.status, bytes: answer.bytes, error: answer.error)
            var findings: [SourceFinding] = []
            if let feed = answer.feed {
                findings = try await self.findings(of: feed, errand, &fetch)
                for remark in feed.remarks.prefix(Self.remarks) { fetch.note(remark) }
            }
            fetch.milliseconds = Int(clamping: Int64(started.duration(to: .now) / .milliseconds(1)))
            let (batches, rest) = findings.batches(of: Self.batch)
            var tally: Tally? = Tally(fetch: fetch)
            for batch in batches {
                guard let known = tally else { break }
                tally = try await take(batch, of: errand, known)
            }
            if let tally, let written = try await end(rest, tally, of: errand, answer) { return written }
            try await database.write { try $0.release(errand, wait: 0) }
            return nil
        } catch {
            let isCalledOff = error as? FetchError == .cancelled || error is CancellationError
            // Also where this very task was called off.
            await Task { await release(errand, wait: isCalledOff ? 0 : Self.pause, tries: isCalledOff ? 1 : 4) }.value
            if isCalledOff { return nil }
            throw error
        }
    }

    /// Gives a source back, and tries again while the database is away: whoever never does is taken for dead.
    private func release(_ errand: SourceErrand, wait: Int, tries: Int) async {
        for pause in [0, 10, 30, 60].prefix(tries) {
            try? await Task.sleep(for: .seconds(pause))
            if (try? await database.write { try $0.release(errand, wait: wait) }) != nil { return }
        }
    }

    /// How a fetch went so far.
    fileprivate struct Tally: Sendable {
        var fetch: SourceFetch
        /// Entries that are articles already, from elsewhere.
        var known = 0
    }

    /// Writes some of what a source brought. Nil where the source is somebody else's by now.
    private func take(_ findings: [SourceFinding], of errand: SourceErrand, _ tally: Tally) async throws -> Tally? {
        try await write { connection in
            guard try connection.holds(errand, lease: Self.lease) else { return nil }
            return try connection.take(findings, of: errand.source, tally)
        }
    }

    /// Writes the last of what a source brought, and how the fetch went. Nil where the source is somebody else's by now.
    private func end(
        _ findings: [SourceFinding], _ tally: Tally, of errand: SourceErrand, _ answer: FeedAnswer
    ) async throws -> SourceFetch? {
        let hub = answer.hub
        return try await write { connection in
            guard try connection.holds(errand, lease: Self.lease) else { return nil }
            let tally = try connection.take(findings, of: errand.source, tally)
            var fetch = tally.fetch
            fetch.at = Date()
            if tally.known > 0 { fetch.note("Articles from elsewhere already: \(tally.known).") }
            if answer.feed != nil {
                try connection.setHub(
                    hub, of: errand.source, token: Secret(bits: 256).text, secret: Secret(bits: 256).text)
            }
            try connection.finish(errand, fetch, Self.outcome(of: fetch, errand, answer))
            return fetch
        }
    }

    /// One transaction, again where another source brought the same at the same time.
    private func write<T: Sendable>(_ body: @escaping @Sendable (Connection) throws -> T?) async throws -> T? {
        for tries in 1... {
            do {
                let (written, revision) = try await database.write { (try body($0), try $0.newspaperRevision()) }
                revisions?.observe(revision)
                return written
            } catch PostgresError.refused(let state, _, _) where tries < 3 && state.mayPassByItself {}
        }
        return nil
    }

    /// What follows from a fetch.
    static func outcome(
        of fetch: SourceFetch, _ errand: SourceErrand, _ answer: FeedAnswer, now: Date = Date(),
        jitter: Double = .random(in: 0...1)
    ) -> SourceOutcome {
        let failures = fetch.error.isEmpty ? 0 : errand.failures + 1
        let dates = answer.feed?.items.compactMap(\.published) ?? []
        let isNews = fetch.added + fetch.changed > 0
        let schedule = SourceSchedule(
            after: failures > 0 ? .failure(times: failures) : isNews ? .news(dates) : .nothing(dates),
            previous: errand.interval, wishes: answer.wishes(now: now), now: now, jitter: jitter)
        // A hub that did not tell of this may not tell of the next.
        let isTold = errand.isTold && failures == 0 && (errand.isCalled || !isNews)
        let move = answer.answer?.movedTo.map {
            SourceMove(
                url: $0, times: min(($0 == errand.move?.url ? errand.move?.times ?? 0 : 0) + 1, movesBeforeTaking))
        }
        let isRead = answer.status == 200 && failures == 0
        return SourceOutcome(
            interval: schedule.interval,
            wait: isTold ? max(schedule.wait, SourceSchedule.whileTold) : schedule.wait,
            failures: failures,
            etag: isRead ? answer.answer?.header("etag").flatMap(short) : errand.etag,
            lastModified: isRead ? answer.answer?.header("last-modified").flatMap(short) : errand.lastModified,
            move: move,
            isMoved: move?.times == movesBeforeTaking && failures == 0,
            isGone: answer.status == 410 || answer.feed?.rhythm.isOver == true)
    }

    /// What is too long to be kept, or cannot stand in a request, is not sent back either.
    private static func short(_ text: String) -> String? {
        text.utf8.count <= 1000 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? text : nil
    }
}

extension Connection {
    /// What became of entries, added to what became of others.
    fileprivate func take(_ findings: [SourceFinding], of source: Int, _ tally: SourceReader.Tally) throws
        -> SourceReader.Tally
    {
        var tally = tally
        for finding in findings {
            let taking = try take(finding, of: source)
            tally.fetch.count(taking, finding)
            if taking == .known { tally.known += 1 }
        }
        return tally
    }
}

extension Array {
    /// Batches of so many, and what is left.
    fileprivate func batches(of size: Int) -> (batches: [[Element]], rest: [Element]) {
        let full = Swift.max(count - 1, 0) / size
        return ((0..<full).map { Array(self[$0 * size..<($0 + 1) * size]) }, Array(dropFirst(full * size)))
    }
}

extension SourceFetch {
    fileprivate mutating func count(_ taking: SourceTaking, _ finding: SourceFinding) {
        switch taking {
        case .added: added += 1
        case .changed: changed += 1
        case .same, .known: break
        case .refused(let reason):
            refused += 1
            note("\(finding.draft?.headline.prefix(60) ?? finding.guid.prefix(60)): \(reason)")
        }
    }
}

extension SQLState {
    /// Somebody did the same at the same time, or two waited for each other.
    fileprivate var mayPassByItself: Bool { self == .uniqueViolation || code.hasPrefix("40") }
}

package import Archive
import Credentials
package import Documents
package import ExchangeArchive
import FeedReading
package import Fetching
import Foundation
import News
import Syndication

/// Reads a source leased by this server: fetches it, and stores its entries once all of it has been read.
package struct SourceReader: Sendable {
    package let archive: Archive
    package let importer: Importer
    package let fetcher: Fetcher
    /// Notified of new revisions; nil if this process serves no readers.
    package var revisions: Revisions?

    package init(archive: Archive, importer: Importer, fetcher: Fetcher, revisions: Revisions? = nil) {
        self.archive = archive
        self.importer = importer
        self.fetcher = fetcher
        self.revisions = revisions
    }

    /// Seconds after which a server is presumed dead: enough for fetching the feed and its pictures, and
    /// for storing them.
    package static let lease = 180
    /// The total time for the pictures of a fetch, and for the pages that its entries link to.
    static let picturePatience = Duration.seconds(60), textPatience = Duration.seconds(50)
    /// The number of permanent redirects to a new address before it is adopted.
    static let movesBeforeTaking = 3
    /// The maximum number of remarks reported about repaired faults in a feed.
    private static let remarks = 5
    /// Seconds until the next attempt after a fault of our own.
    static let pause = 60
    /// The number of entries stored in one transaction, which blocks anyone else who is publishing.
    private static let batch = 10

    /// Fetches a source and stores the result. Returns nil if nothing was stored, because the fetch was
    /// cancelled or another server now holds the source.
    /// - Throws: faults of our own, not of the source; the source is fetched again soon.
    package func read(_ job: SourceJob) async throws -> SourceFetch? {
        do {
            let started = ContinuousClock.now
            let answer = try await FeedAnswer.ask(
                job.draft.url, rule: job.draft.pageRule, etag: job.etag, lastModified: job.lastModified,
                by: fetcher)
            var fetch = SourceFetch(status: answer.status, bytes: answer.bytes, error: answer.error)
            var findings: [SourceFinding] = []
            if let feed = answer.feed {
                findings = try await self.findings(of: feed, job, &fetch)
                for remark in feed.remarks.prefix(Self.remarks) { fetch.note(remark) }
            }
            fetch.milliseconds = Int(clamping: Int64(started.duration(to: .now) / .milliseconds(1)))
            let (batches, rest) = findings.batches(of: Self.batch)
            var tally: Tally? = Tally(fetch: fetch)
            for batch in batches {
                guard let known = tally else { break }
                tally = try await take(batch, of: job, known)
            }
            if let tally, let written = try await end(rest, tally, of: job, answer) { return written }
            try await archive.write { try $0.sources.release(job, wait: 0) }
            return nil
        } catch {
            let isCalledOff = error as? FetchError == .cancelled || error is CancellationError
            // In a new task, because the current one may have been cancelled.
            await Task { await release(job, wait: isCalledOff ? 0 : Self.pause, tries: isCalledOff ? 1 : 4) }.value
            if isCalledOff { return nil }
            throw error
        }
    }

    /// Releases a source, retrying while the database is unavailable. If that fails, the lease expires.
    private func release(_ job: SourceJob, wait: Int, tries: Int) async {
        for pause in [0, 10, 30, 60].prefix(tries) {
            try? await Task.sleep(for: .seconds(pause))
            if (try? await archive.write { try $0.sources.release(job, wait: wait) }) != nil { return }
        }
    }

    /// The progress of a fetch.
    fileprivate struct Tally: Sendable {
        var fetch: SourceFetch
        /// The number of entries that already are articles from elsewhere.
        var known = 0
    }

    /// Stores a batch of a source's entries. Nil if another server now holds the source.
    private func take(_ findings: [SourceFinding], of job: SourceJob, _ tally: Tally) async throws -> Tally? {
        try await write { holdings in
            guard try holdings.sources.holds(job, lease: Self.lease) else { return nil }
            return try holdings.take(findings, of: job.source, tally)
        }
    }

    /// Stores the last entries of a source, and the result of the fetch. Nil if another server now holds
    /// the source.
    private func end(
        _ findings: [SourceFinding], _ tally: Tally, of job: SourceJob, _ answer: FeedAnswer
    ) async throws -> SourceFetch? {
        let hub = answer.hub
        return try await write { holdings in
            guard try holdings.sources.holds(job, lease: Self.lease) else { return nil }
            let tally = try holdings.take(findings, of: job.source, tally)
            var fetch = tally.fetch
            fetch.at = Date()
            if tally.known > 0 { fetch.note("Already articles from elsewhere: \(tally.known).") }
            if answer.feed != nil {
                try holdings.sourceHubs.set(
                    hub, of: job.source, token: Secret(bits: 256).text, secret: Secret(bits: 256).text)
            }
            try holdings.sources.finish(job, fetch, Self.outcome(of: fetch, job, answer))
            return fetch
        }
    }

    /// Runs a transaction, retrying if another source stored the same entry at the same time.
    func write<T: Sendable>(_ body: @escaping @Sendable (Holdings) throws -> T?) async throws -> T? {
        for tries in 1... {
            do {
                let (written, revision) = try await archive.write { (try body($0), try $0.newspaper.revision()) }
                revisions?.observe(revision)
                return written
            } catch let error where tries < 3 && ArchiveFault.collision ~= error {}
        }
        return nil
    }

    /// Determines the consequences of a fetch.
    static func outcome(
        of fetch: SourceFetch, _ job: SourceJob, _ answer: FeedAnswer, now: Date = Date(),
        jitter: Double = .random(in: 0...1)
    ) -> SourceOutcome {
        let failures = fetch.error.isEmpty ? 0 : job.failures + 1
        let dates = answer.feed?.items.compactMap(\.published) ?? []
        let isNews = fetch.added + fetch.changed > 0
        let schedule = SourceSchedule(
            after: failures > 0 ? .failure(times: failures) : isNews ? .news(dates) : .nothing(dates),
            previous: job.interval, wishes: answer.wishes(now: now), now: now, jitter: jitter)
        // A hub that did not announce this may not announce the next one.
        let isTold = job.isTold && failures == 0 && (job.isCalled || !isNews)
        let move = answer.answer?.movedTo.map {
            SourceMove(
                url: $0, times: min(($0 == job.move?.url ? job.move?.times ?? 0 : 0) + 1, movesBeforeTaking))
        }
        let isRead = answer.status == 200 && failures == 0
        return SourceOutcome(
            interval: schedule.interval,
            wait: isTold ? max(schedule.wait, SourceSchedule.whileTold) : schedule.wait,
            failures: failures,
            etag: isRead ? answer.answer?.header("etag").flatMap(short) : job.etag,
            lastModified: isRead ? answer.answer?.header("last-modified").flatMap(short) : job.lastModified,
            move: move,
            isMoved: move?.times == movesBeforeTaking && failures == 0,
            isGone: answer.status == 410 || answer.feed?.rhythm.isOver == true)
    }

    /// Drops a header value that is too long to store, or not allowed in a request.
    private static func short(_ text: String) -> String? {
        text.utf8.count <= 1000 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ? text : nil
    }
}

extension Holdings {
    /// Stores entries and adds the results to the tally.
    fileprivate func take(_ findings: [SourceFinding], of source: Int, _ tally: SourceReader.Tally) throws
        -> SourceReader.Tally
    {
        var tally = tally
        for finding in findings {
            let taking = try sources.take(finding, of: source)
            tally.fetch.count(taking, finding)
            if taking == .known { tally.known += 1 }
        }
        return tally
    }
}

extension Array {
    /// Splits the array into full batches and a rest.
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

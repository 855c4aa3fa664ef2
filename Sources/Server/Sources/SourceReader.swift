import Archive
import Credentials
import Fetching
import Foundation
import News
import PostgreSQL
import Syndication

/// Reads a source that this server has taken on: fetches it, and writes all that it brought in one transaction.
struct SourceReader: Sendable {
    let database: Database
    let importer: Importer
    let fetcher: Fetcher
    /// Told of what readers see then; nil where nobody serves them.
    var revisions: Revisions?

    /// Seconds after which a server is taken for dead: enough for the feed, its pictures, and for writing it all down.
    static let lease = 180
    /// How long the pictures of one fetch may take together, and the pages to which its entries link.
    static let picturePatience = Duration.seconds(60), textPatience = Duration.seconds(50)
    /// How often a fetch is seen to lead elsewhere for good until it is taken over.
    static let movesBeforeTaking = 3
    /// What was wrong with a feed and put right: the first ones that are told.
    private static let remarks = 5
    /// Seconds until the next try where the fault is ours.
    private static let pause = 60

    /// Fetches a source and writes down what came of it. Nil where nothing was written: it was called off, or the source is somebody else's by now.
    /// - Throws: what is wrong with us, not with the source; it is fetched again soon.
    func read(_ errand: SourceErrand) async throws -> SourceFetch? {
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
            return try await write(findings, fetch, of: errand, answer)
        } catch {
            let isCalledOff = error as? FetchError == .cancelled || error is CancellationError
            // Also where this very task was called off.
            await Task { [database] in
                try? await database.write { try $0.release(errand, wait: isCalledOff ? 0 : Self.pause) }
            }.value
            if isCalledOff { return nil }
            throw error
        }
    }

    /// One transaction, again where another source brought the same at the same time.
    private func write(
        _ findings: [SourceFinding], _ fetch: SourceFetch, of errand: SourceErrand, _ answer: FeedAnswer
    ) async throws -> SourceFetch? {
        for tries in 1... {
            do {
                let written = try await database.write { connection -> (SourceFetch, Int)? in
                    guard try connection.holds(errand) else { return nil }
                    var fetch = fetch
                    fetch.at = Date()
                    var known = 0
                    for finding in findings {
                        let taking = try connection.take(finding, of: errand.source)
                        fetch.count(taking, finding)
                        if taking == .known { known += 1 }
                    }
                    if answer.feed != nil {
                        try connection.setHub(
                            answer.hub, of: errand.source, token: Secret(bits: 256).text, secret: Secret(bits: 256).text
                        )
                    }
                    if known > 0 { fetch.note("Articles from elsewhere already: \(known).") }
                    try connection.finish(errand, fetch, Self.outcome(of: fetch, errand, answer))
                    return (fetch, try connection.newspaperRevision())
                }
                guard let (fetch, revision) = written else {
                    try await database.write { try $0.release(errand, wait: 0) }
                    return nil
                }
                revisions?.observe(revision)
                return fetch
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
        let move = answer.answer?.movedTo.map {
            SourceMove(
                url: $0, times: min(($0 == errand.move?.url ? errand.move?.times ?? 0 : 0) + 1, movesBeforeTaking))
        }
        let isRead = answer.status == 200 && failures == 0
        return SourceOutcome(
            interval: schedule.interval,
            wait: errand.isTold && failures == 0 ? max(schedule.wait, SourceSchedule.whileTold) : schedule.wait,
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

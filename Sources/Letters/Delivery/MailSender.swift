import Archive
import Documents
import Fetching
import Foundation
import Logging
import Mail
import News
import ServiceLifecycle
import Synchronization
import Web

/// Writes newsletters when they are due, and hands mails to the operator's relay. All servers of a newspaper share the work; when one dies,
/// another takes over the mails that the relay did not ask for.
final class MailSender: Service {
    private struct Moment: Equatable {
        var revision: Int
        var minute: Int
    }

    /// The mails handed over on one connection.
    private static let size = 100
    /// Seconds after which a server is presumed dead: enough for several mails.
    private static let lease = 30
    /// Seconds after which a mail that the relay asked for is in doubt: longer than any relay is waited for.
    private static let doubtTime = 900
    /// Seconds after which a relay is tried again that could not be reached or takes nothing from us, and a mail that was refused for now (RFC 5321,
    /// section 4.5.4.1, advises half an hour, and to try sooner at first).
    private static let (pause, tries) = (60, [300, 900, 1800])
    /// The readers to whom a letter is spread in one transaction.
    private static let spread = 2000
    /// The most searches of a morning, those with the most readers first: each takes a few milliseconds.
    private static let searches = 5000
    /// The readers whose own news is written before mails go out.
    private static let own = 100

    let archive: Archive
    let revisions: Revisions
    let writer: LetterWriter
    let links: LetterLinks
    let keys: MailKeyDesk
    let from: MailAddress
    let relay: MailRelay.Settings
    let zone: TimeZone
    let log: Logger
    private let post = MailPost()
    private let looked = Mutex(Moment(revision: -1, minute: 0))
    private let letters: JobLoop<Int>
    private let mails: JobLoop<[MailJob]>

    init(
        archive: Archive, revisions: Revisions, writer: LetterWriter, links: LetterLinks, keys: MailKeyDesk,
        from: MailAddress, relay: MailRelay.Settings, zone: TimeZone, log: Logger
    ) {
        (self.archive, self.revisions, self.writer, self.links) = (archive, revisions, writer, links)
        (self.keys, self.from, self.relay, self.zone, self.log) = (keys, from, relay, zone, log)
        letters = JobLoop("newsletters", atOnce: 1, log: log)
        mails = JobLoop("mails", atOnce: MailPost.connections, log: log)
    }

    /// Call when there may be a new mail or newsletter.
    func wake() { letters.wake() }

    /// Until the server stops; what is under way then is waited for.
    func run() async throws {
        do { _ = try await keys.current() } catch let fault as LettersFault { log.error("\(fault)") } catch {}
        await withGracefulShutdownHandler {
            await work()
        } onGracefulShutdown: {
            self.post.end()
        }
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await every(.seconds(60)) { await self.care() } }
            group.addTask {
                await self.letters.run { _ in
                    try await self.writeIfDue()
                    return try await self.archive.write { try $0.letters.spread(limit: Self.spread) ? [0] : [] }
                } then: { _ in
                    self.mails.wake()
                }
            }
            await mails.run {
                try await self.take($0)
            } then: {
                await self.send($0)
            }
        }
    }

    func stop() { post.stop() }

    private func take(_ room: Int) async throws -> [[MailJob]] {
        let jobs = try await archive.write { try $0.mails.take(limit: room * Self.size, lease: Self.lease) }
        return stride(from: 0, to: jobs.count, by: Self.size).map { Array(jobs[$0..<min($0 + Self.size, jobs.count)]) }
    }

    private func send(_ jobs: [MailJob]) async {
        do {
            let batch = try await batch(jobs)
            try await post.run { batch.send() }
        } catch {
            log.warning("mails wait: \(error)")
            try? await archive.write { try $0.mails.release(jobs, after: Self.pause, reply: "") }
        }
    }

    private func batch(_ jobs: [MailJob]) async throws -> MailBatch {
        let masthead = try await revisions.masthead()
        let emptied = try await rewriteOutdated(among: Set(jobs.compactMap(\.letter)), masthead)
        let (letters, open) = try await archive.read { holdings in
            let letters = try Set(jobs.compactMap(\.letter)).subtracting(emptied).compactMap { letter in
                try holdings.letters.find(letter).map { (letter, SplitLetter($0)) }
            }
            let asked = try Set(jobs.filter { $0.kind == .confirmation }.compactMap(\.reader)).map { reader in
                (reader, try holdings.readers.subscriptions(of: reader).filter { !$0.isConfirmed }.map(\.list))
            }
            return (letters, asked)
        }
        let writer = MailWriter(
            from: from, links: links, templates: writer.templates, masthead: masthead)
        return MailBatch(
            jobs: jobs, letters: Dictionary(letters) { first, _ in first },
            open: Dictionary(open) { first, _ in first }, writer: writer, key: try await keys.current(),
            archive: archive, relay: relay, log: log,
            times: .init(lease: Self.lease, doubt: Self.doubtTime, pause: Self.pause, tries: Self.tries), post: post)
    }

    /// Writes letters anew that tell a story that readers may no longer see. Returns those of which nothing is left.
    private func rewriteOutdated(among letters: Set<Int>, _ masthead: Masthead) async throws -> [Int] {
        var emptied: [Int] = []
        for letter in try await archive.read({ try $0.letters.outdated(among: Array(letters)) }) {
            let former = try await archive.read { try $0.letters.find(letter) }
            guard let former, let draft = try await writer.write(LetterOrder(former), masthead) else {
                emptied.append(letter)
                continue
            }
            try await archive.write { try $0.letters.rewrite(letter, draft) }
        }
        return emptied
    }

    /// Counts doubts, and forgets what is old.
    private func care() async {
        do {
            try await archive.write { holdings in
                try holdings.mails.findDoubts()
                try holdings.mails.deleteOldTexts()
                try holdings.mailLimits.deleteOld()
                try holdings.readerLogIns.deleteOld()
            }
            while try await archive.write({ try $0.readerSessions.deleteOld(limit: 500) }) == 500 {}
            while try await archive.write({ try $0.readerItems.deleteDropped(limit: 500) }) >= 500 {}
            while try await archive.write({ try $0.readers.deleteUnseen(limit: 500) }) == 500 {}
            while try await archive.write({ try $0.readers.deleteUnconfirmed(limit: 500) }) >= 500 {}
            while try await archive.write({ try $0.mails.deleteOld(limit: 5000) }) == 5000 {}
        } catch  where !Task.isCancelled {
            log.warning("cannot forget old mails, retrying in a minute: \(error)")
        } catch {}
    }

    /// Looks once a minute, and whenever the newspaper has changed.
    private func writeIfDue() async throws {
        let masthead = try await revisions.masthead()
        let now = Moment(revision: masthead.revision, minute: Int(Date().timeIntervalSince1970 / 60))
        guard looked.withLock({ $0 != now }) else { return }
        try await write(masthead, at: Date())
        looked.withLock { $0 = now }
    }

    /// Writes the newsletters that are due and that somebody reads.
    private func write(_ masthead: Masthead, at now: Date) async throws {
        let readers = try await archive.read { try $0.readers.counts() }
        let searches = readers.sorted { $0.value > $1.value }.compactMap { MailingList($0.key) }.filter(\.isSearch)
        let zone = masthead.presentation.timeZone ?? zone
        for letter in LetterSchedule.due(at: now, in: zone, masthead, searches: Array(searches.prefix(Self.searches))) {
            let isRead = readers[letter.list.name] ?? 0 > 0
            if letter.list == .mine {
                if isRead { try await writeOwn(letter.period, masthead, at: now) }
                continue
            }
            // An edition is no news to those who subscribe days after it came out.
            guard isRead || letter.list == .editions else { continue }
            let (isDone, last) = try await archive.read {
                (try $0.letters.exists(letter.list, letter.period), try $0.letters.last(of: letter.list))
            }
            if isDone { continue }
            var order = LetterOrder(letter.list, letter.period)
            order.since = letter.hours.map { last ?? now.addingTimeInterval(-3600 * Double($0)) }
            try await keep(isRead ? try await writer.write(order, masthead) : nil, order)
        }
    }

    private func keep(_ draft: LetterDraft?, _ order: LetterOrder) async throws {
        let empty = LetterDraft(
            list: order.list, reader: order.reader, period: order.period, subject: "", html: "", text: "")
        try await archive.write { try $0.letters.insert(draft ?? empty, isEmpty: draft == nil) }
    }

    /// Writes the letters of readers' own news, so many at a time that mails go out meanwhile.
    private func writeOwn(_ period: String, _ masthead: Masthead, at now: Date) async throws {
        while !Task.isCancelled {
            let readers = try await archive.read { try $0.letters.awaiting(period, limit: Self.own) }
            for (reader, last) in readers {
                var order = LetterOrder(.mine, period)
                (order.reader, order.since) = (reader, last ?? now.addingTimeInterval(-86_400))
                try await keep(try await writer.write(order, masthead), order)
            }
            guard readers.count == Self.own else { break }
            mails.wake()
        }
        mails.wake()
    }
}

extension LetterOrder {
    /// To write a letter anew, without the stories that readers may no longer see. Where nobody else gets the same, no others come in their place.
    fileprivate init(_ former: LetterDraft) {
        self.init(former.list, former.period)
        (reader, articles) = (former.reader, former.list.isOfNewStories ? former.articles : nil)
    }
}

extension MailingList {
    fileprivate var isSearch: Bool { if case .search = self { true } else { false } }
}

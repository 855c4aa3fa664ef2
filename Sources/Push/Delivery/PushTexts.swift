import Archive
import Documents
import Foundation
import News
import Synchronization
import Syndication

/// Writes the texts of messages from stories as they are now, and keeps them until the newspaper changes.
final class PushTexts: Sendable {
    /// The most texts kept, of at most 4 kB each.
    private static let limit = 1000
    /// The picture beside a message: as wide as a notification shows it.
    private static let pictures = PicturePair(
        thumbnail: PictureSpec(width: 320, quality: 30), detail: PictureSpec(width: 640, quality: 60))

    private struct Kept {
        var revision = -1
        /// Nil for an article that readers do not see.
        var stories: [Int: Story?] = [:]
        var texts: [PushText.Variant: Data] = [:]
    }

    private let archive: Archive
    private let revisions: Revisions
    private let site: Site
    private let receipts: Receipts
    private let kept = Mutex(Kept())

    init(archive: Archive, revisions: Revisions, site: Site, receipts: Receipts) {
        (self.archive, self.revisions, self.site, self.receipts) = (archive, revisions, site, receipts)
    }

    /// The texts of messages, in their order; nil for one whose story may not be seen. Throws if the database is away.
    func texts(for jobs: [PushJob]) async throws -> [Data?] {
        let masthead = try await revisions.masthead()
        let stories = try await stories(Set(jobs.filter { $0.kind != .removal }.map(\.article)), masthead.revision)
        let writer = PushText(masthead: masthead, site: site, receipts: receipts)
        return jobs.map { job in
            let variant = Self.variant(job)
            if let text = kept.withLock({ $0.revision == masthead.revision ? $0.texts[variant] : nil }) { return text }
            let text: Data? =
                job.kind == .removal
                ? writer.writeRemoval(job, variant)
                : (stories[job.article] ?? nil).map { writer.write(job, variant, $0) }
            kept.withLock { kept in
                guard kept.revision == masthead.revision, let text else { return }
                if kept.texts.count >= Self.limit { kept.texts.removeAll() }
                kept.texts[variant] = text
            }
            return text
        }
    }

    /// Whether nothing has changed since the texts were written, so that no story was killed meanwhile.
    func areCurrent() -> Bool { kept.withLock { $0.revision >= revisions.known } }

    private static func variant(_ job: PushJob) -> PushText.Variant {
        .init(
            message: job.message, deviceClass: job.deviceClass,
            isPictured: !job.isShort && job.isPictured, isShort: job.isShort, others: job.others)
    }

    private func stories(_ articles: Set<Int>, _ revision: Int) async throws -> [Int: Story?] {
        let known = kept.withLock { kept in
            if kept.revision < revision { kept = Kept(revision: revision) }
            return kept.revision == revision ? kept.stories : [:]
        }
        let missing = articles.subtracting(known.keys)
        guard !missing.isEmpty else { return known }
        let read = try await archive.read { holdings in
            let out = try missing.filter { try holdings.articles.find($0)?.state.publication.isOut == true }
            let stories = try holdings.stories.find(Array(out), text: .plain, pictures: Self.pictures)
            return Dictionary(stories.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
        var all = known
        for article in missing { all[article] = .some(read[article]) }
        kept.withLock { kept in
            guard kept.revision == revision, kept.stories.count < Self.limit else { return }
            kept.stories.merge(all) { $1 }
        }
        return all
    }
}

extension PushJob {
    /// The device's own words.
    var context: DeviceContext { ContextForm.read(device.map { (name: $0, value: $1) }).context }

    /// Whether its link affords a picture.
    fileprivate var isPictured: Bool { Policy.plan(for: context).pictures == .full }
}

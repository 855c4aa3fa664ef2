import Archive
import HTTPTypes
import Imaging
package import Logging
import News
import ServiceLifecycle
import Synchronization
import Web

/// Makes the renditions that no upload waits for: WebP, then AVIF, of the newest pictures first; and what pictures lack that came with an
/// earlier version or with the demo newspaper. What is to do stands in the database, so that nothing is forgotten, and several servers share it.
package final class PictureLadders: Service {
    private let store: PictureStore
    private let log: Logger
    /// The pictures whose originals this server lacks; they are left to others.
    private let absent = Mutex<Set<String>>([])
    /// Beyond this number the folder must be the wrong one, and this server works on none.
    private static let mostAbsent = 2000
    /// How often to check whether another server left something to do.
    private static let beat = Duration.seconds(60)
    /// How long readers wait at most to see what was made: each time all documents are written anew. Without its JPEGs a picture is not
    /// seen at all, so they show sooner.
    private static func patience(_ format: PictureFormat) -> Duration { .seconds(format == .jpeg ? 1 : 30) }

    package init(store: PictureStore, log: Logger) {
        self.store = store
        self.log = log
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [self] in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    while true {
                        store.lookForWork()
                        try await Task.sleep(for: Self.beat)
                    }
                }
                group.addTask { [self] in
                    for await _ in store.wakes { await work() }
                }
                try await group.waitForAll()
            }
        }
    }

    private func work() async {
        do {
            try await makeAll { _ in }
        } catch let error where !Task.isCancelled {
            log.warning("could not make renditions: \(error)")
        } catch {}
    }

    /// Makes renditions until there are no more that this server can make. `progress` is called with the
    /// number of pictures still waiting.
    package func makeAll(progress: @Sendable (Int) -> Void) async throws {
        var due: ContinuousClock.Instant?
        let formats = store.formats
        let missed = try await lookForAbsent()
        while true {
            try await makeWanted()
            guard let job = try await claim(formats) else { break }
            // Other formats may take a minute, for which JPEGs that are ready do not wait.
            if let latest = due, latest <= .now + (job.format == .jpeg ? .zero : Self.patience(.jpeg)) {
                try await store.archive.write { try $0.pictures.bump() }
                due = nil
            }
            if try await makeLadder(of: job.picture, job.format) {
                let latest = ContinuousClock.now + Self.patience(job.format)
                due = min(due ?? latest, latest)
            }
            progress(try await store.archive.read { try $0.ladders.count(lacking: formats) })
        }
        if due != nil { try await store.archive.write { try $0.pictures.bump() } }
        let missing = absent.withLock(\.count)
        if missing > missed {
            log.warning(
                "\(missing) pictures wait for a server that has their originals: they are missing or damaged here")
        }
    }

    /// Makes what readers asked for in vain, before anything else.
    private func makeWanted() async throws {
        while let wanted = store.wanted.next() {
            guard let format = wanted.name.format,
                let record = try await store.archive.read({ holdings in
                    try holdings.ladders.hasFailed(format, of: wanted.hash) ? nil : holdings.pictures.find(wanted.hash)
                })
            else { continue }
            do {
                try await store.make([wanted.name.rendition], of: record)
            } catch let error as ImagingError {
                try await note(error, format, record)
            } catch let problem as Problem where problem.status == .notFound {
                // Another server has the original.
            }
        }
    }

    private func note(_ error: ImagingError, _ format: PictureFormat, _ record: PictureRecord) async throws {
        log.warning("no \(format.rawValue) of the picture \(record.hash) this time: \(error)")
        try await store.archive.write { try $0.ladders.noteFault(format, of: record.hash) }
    }

    /// Removes pictures that are no longer absent. Returns how many still are.
    private func lookForAbsent() async throws -> Int {
        let hashes = Array(absent.withLock { $0 })
        guard !hashes.isEmpty else { return 0 }
        let records = try await store.archive.read { holdings in
            try hashes.compactMap { try holdings.pictures.find($0) }
        }
        var still: Set<String> = []
        for record in records where try await !store.hasOriginal(of: record) { still.insert(record.hash) }
        absent.withLock { $0 = still }
        return still.count
    }

    /// Claims the next picture whose original is here.
    private func claim(_ formats: [PictureFormat]) async throws -> LadderJob? {
        while true {
            let absent = Array(absent.withLock { $0 })
            guard absent.count < Self.mostAbsent else { return nil }
            let job = try await store.archive.write { try $0.ladders.claim(lacking: formats, except: absent) }
            guard let job, try await !store.hasOriginal(of: job.picture) else { return job }
            try await leave(job.picture)
        }
    }

    private func leave(_ record: PictureRecord) async throws {
        _ = absent.withLock { $0.insert(record.hash) }
        try await store.archive.write { try $0.ladders.release(record.hash) }
    }

    /// AVIF takes seconds per file, so a job makes only one width of it, which stays within a worker's processor
    /// time.
    private static func jobs(_ specs: [RenditionSpec], _ format: PictureFormat) -> [[RenditionSpec]] {
        guard format == .avif else { return specs.isEmpty ? [] : [specs] }
        return Dictionary(grouping: specs, by: \.width).sorted { $0.key > $1.key }.map(\.value)
    }

    /// Makes one format of a picture. Failures are recorded and retried later.
    private func makeLadder(of record: PictureRecord, _ format: PictureFormat) async throws -> Bool {
        do {
            let known = Set(
                try await store.archive.read { try $0.pictures.renditions(of: record.hash) }.map(\.name.rendition))
            let missing = PictureStore.ladder(format, record).filter { !known.contains($0) }
            for specs in Self.jobs(missing, format) {
                // If the focal point has changed, the picture waits to be claimed again.
                guard try await store.make(specs, of: record) else { return true }
            }
        } catch let error as ImagingError {
            try await note(error, format, record)
            return false
        } catch let problem as Problem where problem.status == .notFound {
            try await leave(record)
            return false
        }
        try await store.archive.write { try $0.ladders.finish(format, of: record.hash) }
        return true
    }
}

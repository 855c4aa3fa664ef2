import Archive
import HTTPTypes
import Imaging
import Logging
import News
import PostgreSQL
import ServiceLifecycle

/// Makes the renditions that no upload waits for: WebP, then AVIF, of the newest pictures first; and what pictures lack that came with an
/// earlier version. What is to do stands in the database, so that nothing is forgotten, and several servers share it.
struct PictureLadders: Service {
    let store: PictureStore
    let log: Logger
    /// How often it is looked whether another server left something to do.
    private static let beat = Duration.seconds(60)
    /// How long readers wait at most to see what was made: each time all documents are written anew.
    private static let showing = Duration.seconds(30)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        store.lookForWork()
                        try await Task.sleep(for: Self.beat)
                    }
                }
                group.addTask {
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
            log.warning("the renditions of pictures wait: \(error)")
        } catch {}
    }

    /// Makes what there is to make, until there is nothing more. `progress` is told how many pictures still wait.
    func makeAll(progress: @Sendable (Int) -> Void) async throws {
        var shown = ContinuousClock.now
        var isNews = false
        let formats = store.formats
        while let record = try await store.database.write({ try $0.claimPicture(lacking: formats) }) {
            isNews = try await makeLadder(of: record) || isNews
            if isNews, shown.duration(to: .now) > Self.showing {
                try await store.database.write { try $0.bumpPictures() }
                (shown, isNews) = (.now, false)
            }
            progress(try await store.database.read { try $0.countPictures(lacking: formats) })
        }
        if isNews { try await store.database.write { try $0.bumpPictures() } }
    }

    /// AVIF takes seconds a file: a job has one width of it, so that nobody waits long for a worker.
    private static func jobs(_ specs: [RenditionSpec], _ format: PictureFormat) -> [[RenditionSpec]] {
        guard format == .avif else { return specs.isEmpty ? [] : [specs] }
        return Dictionary(grouping: specs, by: \.width).sorted { $0.key > $1.key }.map(\.value)
    }

    /// Makes the next format of a picture. One that cannot be made is not tried again.
    private func makeLadder(of record: PictureRecord) async throws -> Bool {
        guard let format = store.formats.first(where: { !record.made.contains($0) }) else { return false }
        var isMade = true
        do {
            let known = Set(try await store.database.read { try $0.renditions(of: record.hash) }.map(\.name.rendition))
            let missing = PictureStore.ladder(format, record).filter { !known.contains($0) }
            for specs in Self.jobs(missing, format) {
                // With another focal point the picture waits to be claimed again.
                guard try await store.make(specs, of: record) else { return true }
            }
        } catch let error as ImagingError {
            log.warning("no \(format.rawValue) of the picture \(record.hash): \(error)")
            isMade = false
        } catch let problem as Problem where problem.status == .notFound {
            isMade = false
        }
        try await store.database.write { try $0.finishLadder(format, of: record.hash) }
        return isMade
    }
}

import Archive
import News
import Synchronization

/// A rendition of a picture.
struct WantedRendition: Hashable {
    /// The picture's hash.
    var hash: String
    var name: RenditionName
}

/// The renditions that readers asked for before they were made. The oldest are forgotten if there are too many: who wants them asks again.
final class WantedRenditions: Sendable {
    private let names = Mutex<[WantedRendition]>([])
    private static let limit = 256

    func add(_ wanted: WantedRendition) {
        names.withLock { names in
            guard !names.contains(wanted) else { return }
            names.append(wanted)
            if names.count > Self.limit { names.removeFirst() }
        }
    }

    /// Takes the one that was asked for first.
    func next() -> WantedRendition? { names.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}

/// The time was up before a rendition was made. The work goes on.
struct StillMaking: Error {}

extension PictureStore {
    /// Has a rendition made in the background before all others, if it is of a format that is offered and worth making.
    func want(_ name: RenditionName, of record: PictureRecord) {
        guard let format = name.format, formats.contains(format),
            Self.ladder(format, record).contains(name.rendition)
        else { return }
        wanted.add(WantedRendition(hash: record.hash, name: name))
        lookForWork()
    }
}

extension Task where Failure == any Error {
    /// Its value, if there is one before the time is up; else throws `StillMaking`, and the task goes on.
    func value(within limit: Duration) async throws -> Success {
        let (results, result) = AsyncThrowingStream<Success, any Error>.makeStream()
        // Whoever awaits a task cannot stop doing so, hence another task that does.
        Task<Void, Never> {
            do { result.yield(try await value) } catch { result.finish(throwing: error) }
        }
        let clock = Task<Void, Never> {
            try? await Task<Never, Never>.sleep(for: limit)
            result.finish(throwing: StillMaking())
        }
        defer { clock.cancel() }
        for try await value in results { return value }
        throw StillMaking()
    }
}

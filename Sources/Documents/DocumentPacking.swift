import Glibc
import NIOPosix
import Synchronization
import Web

/// Compresses pages and channels that are asked for again as well as it gets: one that was made for a single request is compressed in a
/// millisecond, and the best compression, a tenth smaller, takes fifty.
final class DocumentPacking: Sendable {
    /// The most documents that wait; others are tried when they are asked for next.
    private static let limit = 16
    /// How long it rests after each, as a multiple of the processor time that it took: a twentieth of a processor at most.
    private static let rest = 19

    private struct Work {
        var waiting: [DocumentKey] = []
        var isUnderWay = false
    }
    private let cache: RenderedDocuments
    private let work = Mutex(Work())

    init(_ cache: RenderedDocuments) { self.cache = cache }

    /// Has a cached document compressed well, if that is worth while.
    func add(_ key: DocumentKey, _ document: Document) {
        guard !document.isPacked, key.isWorthPacking else { return }
        let begins = work.withLock { work in
            guard work.waiting.count < Self.limit, !work.waiting.contains(key) else { return false }
            work.waiting.append(key)
            defer { work.isUnderWay = true }
            return !work.isUnderWay
        }
        if begins { Task { await run() } }
    }

    private func run() async {
        while let key = next() {
            guard let document = cache[key], !document.isPacked else { continue }
            let work = try? await NIOThreadPool.singleton.runIfActive {
                let began = Self.processorTime
                return (packed: document.packed(), took: Self.processorTime - began)
            }
            guard let work else { continue }
            cache.replace(key, document, by: work.packed)
            try? await Task.sleep(for: work.took * Self.rest)
        }
    }

    /// The processor time that this thread has used, so that a document that had to wait for a processor does not hold up the next.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func next() -> DocumentKey? {
        work.withLock { work in
            guard !work.waiting.isEmpty else {
                work.isUnderWay = false
                return nil
            }
            return work.waiting.removeFirst()
        }
    }
}

extension DocumentKey {
    /// Whether it is of a page or a channel in brotli.
    fileprivate var isWorthPacking: Bool {
        switch self {
        case .page(let key): key.coding == .brotli
        case .channel(let key): key.coding == .brotli
        case .app(.shell, _, let coding): coding == .brotli
        default: false
        }
    }
}

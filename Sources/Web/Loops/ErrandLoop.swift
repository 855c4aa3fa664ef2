package import Logging
import ServiceLifecycle
import Synchronization

/// Takes work of one kind on from the database while there is room for it, and does it: whenever it is woken, and each second.
package final class ErrandLoop<Errand: Sendable>: Sendable {
    /// How often it is looked for what has become due.
    private static var beat: Duration { .seconds(1) }

    /// What it does, as the log has it.
    private let name: String
    /// Errands under way at a time.
    private let atOnce: Int
    /// From one look to the next at least.
    private let pause: Duration
    private let log: Logger
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let underWay = Atomic<Int>(0)
    private let isAway = Atomic<Bool>(false)

    package init(_ name: String, atOnce: Int, pause: Duration = .zero, log: Logger) {
        (self.name, self.atOnce, self.pause, self.log) = (name, atOnce, pause, log)
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// There may be something to do.
    package func wake() { waker.yield() }

    /// Until the server stops; what is under way then is waited for.
    /// - Parameter take: takes on so many errands at most.
    package func run(
        _ take: @escaping @Sendable (_ room: Int) async throws -> [Errand],
        then carryOut: @escaping @Sendable (Errand) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await every(Self.beat) { self.wake() } }
            for await _ in wakes.cancelOnGracefulShutdown() {
                for errand in await errands(take) {
                    group.addTask {
                        await carryOut(errand)
                        self.underWay.subtract(1, ordering: .relaxed)
                        self.wake()
                    }
                }
                if pause > .zero { try? await Task.sleep(for: pause) }
            }
        }
    }

    private func errands(_ take: (Int) async throws -> [Errand]) async -> [Errand] {
        let room = atOnce - underWay.load(ordering: .relaxed)
        guard room > 0 else { return [] }
        do {
            let errands = try await take(room)
            underWay.add(errands.count, ordering: .relaxed)
            isAway.store(false, ordering: .relaxed)
            return errands
        } catch {
            if !isAway.exchange(true, ordering: .relaxed) { log.warning("\(name) wait: \(error)") }
            return []
        }
    }
}

/// Does something at once and then again and again, until the server stops.
package func every(_ time: Duration, _ body: @escaping @Sendable () async -> Void) async {
    try? await cancelWhenGracefulShutdown {
        while true {
            await body()
            try await Task.sleep(for: time)
        }
    }
}

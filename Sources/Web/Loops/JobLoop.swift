package import Logging
import ServiceLifecycle
import Synchronization

/// Claims tasks of one kind from the database while there is capacity, and carries them out: whenever it is
/// woken, and every second.
package final class JobLoop<Job: Sendable>: Sendable {
    /// How often it looks for tasks that have become due.
    private static var beat: Duration { .seconds(1) }

    /// The name of the tasks in the log.
    private let name: String
    /// The most tasks under way at a time.
    private let atOnce: Int
    /// The shortest time between two looks.
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

    /// Wakes the loop, since there may be something to do.
    package func wake() { waker.yield() }

    /// Runs until the server stops, then waits for what is under way.
    /// - Parameter take: claims at most this many tasks.
    package func run(
        _ take: @escaping @Sendable (_ room: Int) async throws -> [Job],
        then carryOut: @escaping @Sendable (Job) async -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await every(Self.beat) { self.wake() } }
            for await _ in wakes.cancelOnGracefulShutdown() {
                for job in await jobs(take) {
                    group.addTask {
                        await carryOut(job)
                        self.underWay.subtract(1, ordering: .relaxed)
                        self.wake()
                    }
                }
                if pause > .zero { try? await Task.sleep(for: pause) }
            }
        }
    }

    private func jobs(_ take: (Int) async throws -> [Job]) async -> [Job] {
        let room = atOnce - underWay.load(ordering: .relaxed)
        guard room > 0 else { return [] }
        do {
            let jobs = try await take(room)
            underWay.add(jobs.count, ordering: .relaxed)
            isAway.store(false, ordering: .relaxed)
            return jobs
        } catch {
            if !isAway.exchange(true, ordering: .relaxed) { log.warning("\(name) wait: \(error)") }
            return []
        }
    }
}

/// Calls a body at once and then at intervals, until the server stops.
package func every(_ time: Duration, _ body: @escaping @Sendable () async -> Void) async {
    try? await cancelWhenGracefulShutdown {
        while true {
            await body()
            try await Task.sleep(for: time)
        }
    }
}

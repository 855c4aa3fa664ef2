import Foundation
import NIOPosix

/// Runs tasks on one thread of low priority: readers' requests are answered on other threads, and come before what nobody waits for.
final class PushThread: TaskExecutor {
    private let thread = NIOThreadPool(numberOfThreads: 1)

    init() {
        thread.start()
        // Of this thread alone, on Linux.
        thread.submit { _ in _ = nice(10) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Once it has stopped, the thread pool runs what still comes where it comes from.
        thread.submit { _ in
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            // Linux lets a thread that has begun its turn keep it for some milliseconds, even from threads that come before it.
            sched_yield()
        }
    }

    /// Ends the thread. Call when no task is left.
    func stop() { thread.shutdownGracefully { _ in } }
}

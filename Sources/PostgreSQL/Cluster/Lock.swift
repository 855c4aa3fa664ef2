import Glibc

extension Cluster {
    /// A lock file (`flock`): the system gives it up when its holder dies, whatever killed it.
    struct Lock: ~Copyable {
        private let descriptor: Int32

        /// Opens the lock file without locking it.
        init(_ path: String, owner: Account) throws(ClusterError) {
            descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw systemError(path, "open the lock file") }
            guard owner.own(descriptor) else { throw systemError(path, "give away the lock file") }
        }

        /// Waits for the lock, alone (`LOCK_EX`) or together with others (`LOCK_SH`), at most as long as `limit`.
        func lock(_ mode: Int32, within limit: Duration) throws(ClusterError) {
            let deadline = ContinuousClock.now + limit
            while !tryLock(mode) {
                guard ContinuousClock.now < deadline else { throw .busy(seconds: Int(limit.components.seconds)) }
                usleep(10_000)
            }
        }

        /// Takes the lock if it is free; a lock that was held in another mode may be lost.
        func tryLock(_ mode: Int32) -> Bool {
            flock(descriptor, mode | LOCK_NB) == 0
        }

        /// Lets others have it.
        func unlock() {
            flock(descriptor, LOCK_UN)
        }

        deinit {
            _ = Glibc.close(descriptor)
        }
    }
}

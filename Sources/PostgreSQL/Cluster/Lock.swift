import Glibc

extension Cluster {
    /// A lock file (`flock`), released by the system when its holder dies for any reason.
    struct Lock: ~Copyable {
        private let descriptor: Int32

        /// Opens the lock file without locking it.
        init(_ path: String, owner: Account) throws(ClusterError) {
            descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw systemError(path, "open the lock file") }
            guard owner.own(descriptor) else { throw systemError(path, "change the owner of the lock file") }
        }

        /// Waits at most `limit` for the lock, exclusive (`LOCK_EX`) or shared (`LOCK_SH`).
        func lock(_ mode: Int32, within limit: Duration) throws(ClusterError) {
            let deadline = ContinuousClock.now + limit
            while !tryLock(mode) {
                guard ContinuousClock.now < deadline else { throw .busy(seconds: Int(limit.components.seconds)) }
                usleep(10_000)
            }
        }

        /// Takes the lock if it is free. A lock already held in another mode may be lost.
        func tryLock(_ mode: Int32) -> Bool {
            flock(descriptor, mode | LOCK_NB) == 0
        }

        /// Releases the lock.
        func unlock() {
            flock(descriptor, LOCK_UN)
        }

        deinit {
            _ = Glibc.close(descriptor)
        }
    }
}

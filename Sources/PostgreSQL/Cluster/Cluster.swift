import Glibc
package import Logging
import Synchronization

/// A private PostgreSQL cluster under the data folder, reached by a Unix socket only: the embedded default for who has no
/// database server. It is made once, and runs while at least one process uses it.
///
/// Several processes, and several users within a process, may open the same folder. Two lock files order them:
/// `start.lock` is held while the server is started or stopped, `users.lock` is held shared by each user. The system
/// releases both when a process is killed; the server then goes on running, and the next user adopts it.
///
/// Every call blocks (on child processes, locks and sockets): call them from a thread of your own, never from a task.
package final class Cluster: Sendable {
    let folder: Folder
    let account: Account
    let socket: Socket
    let binaries: String?
    let log: Logger
    /// Our part of `users.lock`; nil after `close`.
    private let users: Mutex<Lock?>

    /// How long to wait for another process that makes, starts or stops the server: the sum of its own limits.
    private static let patience = Duration.seconds(300)

    /// Makes the cluster if there is none, starts it if it does not run, and holds it until `close`. Blocks: some
    /// seconds for a new cluster, a fraction of one for a stopped cluster, milliseconds for a running one.
    ///
    /// When root calls, PostgreSQL runs as the owner of the cluster, at first `postgres`; else as the present user.
    /// - Parameters:
    ///   - folder: the data folder, made if missing; the cluster is `cluster` in it.
    ///   - binaries: the folder of `initdb`, `postgres` and `pg_ctl`; nil for the newest of `/usr/lib/postgresql` and
    ///     `PATH`, or the version that made the cluster.
    ///   - log: hears about making, starting and stopping.
    /// - Throws: `ClusterError`, which says what to do.
    package static func open(
        folder: String, binaries: String? = nil, log: Logger
    ) throws(ClusterError) -> Cluster {
        let cluster = try Cluster(folder: Folder(making: folder), binaries: binaries, log: log)
        do throws(ClusterError) {
            try cluster.join()
        } catch {
            cluster.close()
            throw error
        }
        return cluster
    }

    private init(folder: Folder, binaries: String?, log: Logger) throws(ClusterError) {
        self.folder = folder
        self.account = try Account(for: folder)
        self.socket = try Socket(for: folder)
        self.binaries = binaries
        self.log = log
        self.users = Mutex(nil)
    }

    /// The libpq connection string of the database and role `n4md`.
    package var connectionString: String {
        socket.connectionString(database: "n4md", user: "n4md")
    }

    /// Starts the server again if it died, and waits until it has recovered. Blocks: about a millisecond while the
    /// server runs, up to two minutes otherwise.
    /// - Throws: `ClusterError`, `closed` after `close`.
    package func ensureRunning() throws(ClusterError) {
        try checkOpen()
        try socket.prepare(for: account)
        if ping() == .ready { return }
        try withStartLock { () throws(ClusterError) in
            // Whoever closed it meanwhile would not stop it again.
            try checkOpen()
            try bringUp()
            try prepareDatabase()
        }
    }

    /// Lets go of the cluster, and stops the server if nobody else uses it. Blocks until it has stopped. The connections
    /// should be closed before. Calling it again does nothing.
    package func close() {
        guard let lock = users.withLock({ $0.take() }) else { return }
        do throws(ClusterError) {
            try withStartLock { () throws(ClusterError) in
                if lock.tryLock(LOCK_EX) { try stop() }
            }
        } catch {
            log.warning("Cannot stop PostgreSQL", metadata: ["reason": "\(error)"])
        }
    }

    private func join() throws(ClusterError) {
        try withStartLock { () throws(ClusterError) in
            try users.withLock { users throws(ClusterError) in
                let lock = try Lock(folder.usersLock, owner: account)
                // Alone it is held under the start lock only, which is ours now.
                try lock.lock(LOCK_SH, within: .seconds(1))
                users = consume lock
            }
            try socket.prepare(for: account)
            try bringUp()
            try prepareDatabase()
        }
    }

    private func checkOpen() throws(ClusterError) {
        guard users.withLock({ $0 != nil }) else { throw .closed }
    }

    private func bringUp() throws(ClusterError) {
        if ping() == .ready { return }
        if let unreachable = try account.firstUnreachable(on: folder.path) {
            throw .unreachable(folder: unreachable, data: folder.path, user: account.name)
        }
        let version = try folder.clusterVersion()
        let installation = try Installation.find(version: version, given: binaries)
        if version == nil { try make(with: installation) }
        try start(with: installation)
    }

    private func withStartLock(_ body: () throws(ClusterError) -> Void) throws(ClusterError) {
        let lock = try Lock(folder.startLock, owner: account)
        try lock.lock(LOCK_EX, within: Self.patience)
        defer { lock.unlock() }
        try body()
    }
}

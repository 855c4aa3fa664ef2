import Glibc
package import Logging
import Synchronization

/// A private PostgreSQL cluster under the data folder, reachable only by a Unix socket: the embedded
/// default for installations without a database server. It is created once, and runs while at least one
/// process uses it.
///
/// Several processes, and several users within a process, may open the same folder. Two lock files
/// coordinate them: `start.lock` is held while the server is being started or stopped, and each user
/// holds `users.lock` shared. The system releases both when a process is killed; the server then keeps
/// running, and the next user adopts it.
///
/// Every call blocks (on child processes, locks and sockets): call them from a dedicated thread, never
/// from a task.
package final class Cluster: Sendable {
    let folder: Folder
    let account: Account
    let socket: Socket
    let binaries: String?
    let log: Logger
    /// Our hold on `users.lock`; nil after `close`.
    private let users: Mutex<Lock?>

    /// How long to wait while another process creates, starts or stops the server: the sum of its own limits.
    private static let patience = Duration.seconds(300)

    /// Creates the cluster if there is none, starts it if it is not running, and holds it until `close`.
    /// Blocks for a few seconds for a new cluster, a fraction of a second for a stopped one, milliseconds
    /// for a running one.
    ///
    /// If called by root, PostgreSQL runs as the owner of the cluster, initially `postgres`; otherwise as
    /// the current user.
    /// - Parameters:
    ///   - folder: the data folder, created if missing; the cluster is in its subfolder `cluster`.
    ///   - binaries: the folder of `initdb`, `postgres` and `pg_ctl`; nil to search `/usr/lib/postgresql`
    ///     and `PATH` for
    ///     the version that created the cluster, or the newest.
    ///   - log: logs when the cluster is created, started and stopped.
    /// - Throws: `ClusterError`, with advice to the operator.
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

    /// Restarts the server if it died, and waits until it has recovered. Blocks for about a millisecond if
    /// the server is running, otherwise for up to two minutes.
    /// - Throws: `ClusterError`, `closed` after `close`.
    package func ensureRunning() throws(ClusterError) {
        try checkOpen()
        try socket.prepare(for: account)
        if ping() == .ready { return }
        try withStartLock { () throws(ClusterError) in
            // If it has been closed meanwhile, nobody would stop the server again.
            try checkOpen()
            try bringUp()
            try prepareDatabase()
        }
    }

    /// Releases the cluster, and stops the server if nobody else uses it, blocking until it has stopped.
    /// Close connections first. Calling it again has no effect.
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
                // It is held exclusively only under the start lock, which we hold now.
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

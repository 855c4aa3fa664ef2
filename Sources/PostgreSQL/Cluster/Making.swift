import FoundationEssentials
import Glibc
import Logging

extension Cluster {
    /// Settings that differ from PostgreSQL's defaults, for a server that shares its machine. Durability
    /// keeps its strict defaults.
    private static func settings(_ memory: MachineMemory) -> String {
        """

        # n4md
        max_connections = 100
        shared_buffers = \(memory.sharedBuffers)MB
        work_mem = 8MB
        effective_cache_size = \(memory.megabytes / 2)MB
        random_page_cost = 1.1
        jit = off
        password_encryption = 'scram-sha-256'
        timezone = 'UTC'
        log_timezone = 'UTC'

        """
    }

    private static let unfinished = "cluster.new."

    /// Creates the cluster under a temporary name and renames it when complete, so that a cluster is never
    /// half-made.
    func make(with installation: Installation) throws(ClusterError) {
        log.info("Creating a database cluster", metadata: ["folder": "\(folder.cluster)"])
        // The name is unique, since an initdb whose parent was killed may still be writing to an earlier one.
        let name = Self.unfinished + String(UInt64.random(in: 0 ... .max), radix: 16)
        defer { removeUnfinished() }
        let new = folder.path + "/" + name
        guard mkdir(new, 0o700) == 0 else { throw systemError(new, "make the folder") }
        try withFolder(new) { account.own($0) }
        try initialise(new, with: installation)
        try append(Self.settings(MachineMemory()), to: new + "/postgresql.conf")
        guard rename(new, folder.cluster) == 0 else { throw systemError(folder.cluster, "put the cluster into") }
        try withFolder(folder.path) { fsync($0) == 0 }
    }

    private func initialise(_ new: String, with installation: Installation) throws(ClusterError) {
        let arguments = [
            installation.program("initdb"), "--pgdata=\(new)", "--data-checksums", "--encoding=UTF8",
            "--locale=C.UTF-8", "--username=postgres", "--auth-local=trust", "--auth-host=reject",
        ]
        try account.command(arguments).succeed(within: .seconds(120))
    }

    private func append(_ text: String, to path: String) throws(ClusterError) {
        let descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError(path, "open") }
        defer { _ = Glibc.close(descriptor) }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw systemError(path, "write")
        }
    }

    private func withFolder(_ path: String, _ body: (Int32) -> Bool) throws(ClusterError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError(path, "open the folder") }
        defer { _ = Glibc.close(descriptor) }
        guard body(descriptor) else { throw systemError(path, "change the folder") }
    }

    /// Removes the remains of killed or failed attempts. Whatever cannot be removed yet is left for the
    /// next time.
    private func removeUnfinished() {
        for name in names(in: folder.path) where name.hasPrefix(Self.unfinished) {
            try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
    }
}

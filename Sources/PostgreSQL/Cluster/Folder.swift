import Glibc

extension Cluster {
    /// The data folder, and the paths of the cluster's files in it.
    struct Folder {
        /// The absolute path, without symbolic links.
        let path: String

        /// The cluster itself (`PGDATA`).
        var cluster: String { path + "/cluster" }
        /// The server's log, from standard error.
        var log: String { path + "/postgres.log" }
        /// Locked exclusively while the server is being started or stopped.
        var startLock: String { path + "/start.lock" }
        /// Locked shared by every user of the cluster.
        var usersLock: String { path + "/users.lock" }

        /// Creates the folder if it does not exist.
        init(making given: String) throws(ClusterError) {
            var path = given.hasPrefix("/") ? "/" : ""
            for part in given.split(separator: "/") {
                path += part
                if mkdir(path, 0o755) == 0 {
                    // Under a strict umask the database user could not enter a folder created by root.
                    if geteuid() == 0 { chmod(path, 0o755) }
                } else {
                    // For an existing folder, mkdir may fail with an error other than EEXIST.
                    let code = errno
                    guard access(path, F_OK) == 0 else { throw systemError(path, "make the folder", code) }
                }
                path += "/"
            }
            guard let resolved = realpath(given, nil) else { throw systemError(given, "find the folder") }
            defer { free(resolved) }
            self.path = String(cString: resolved)
        }

        /// The major version that created the cluster; nil if there is no cluster yet.
        func clusterVersion() throws(ClusterError) -> Int? {
            if let text = tail(of: cluster + "/PG_VERSION", limit: 16) {
                let digits = text.prefix { $0.isNumber }
                guard let version = Int(digits) else { throw .notACluster(path: cluster) }
                return version
            }
            var status = stat()
            // The cluster made by initdb replaces an empty folder, which may be a mount point or created by hand.
            if lstat(cluster, &status) == 0, rmdir(cluster) != 0 { throw .notACluster(path: cluster) }
            return nil
        }

        /// The server's process ID from `postmaster.pid`; the process may have ended long ago.
        func postmaster() -> pid_t? {
            guard let text = tail(of: cluster + "/postmaster.pid", limit: 4096) else { return nil }
            return text.split(separator: "\n").first.flatMap { pid_t($0) }.flatMap { $0 > 1 ? $0 : nil }
        }
    }
}

/// The last bytes of a file after `start`, at most `limit`; nil if the file cannot be read.
func tail(of path: String, from start: Int = 0, limit: Int) -> String? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let offset = max(start, status.st_size - limit, 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        count = max(0, pread(descriptor, buffer.baseAddress, limit, offset))
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The error of the last system call, which concerned `path`.
func systemError(_ path: String, _ doing: String, _ code: Int32 = errno) -> ClusterError {
    .file(path: path, doing: doing, reason: String(cString: strerror(code)))
}

import Glibc

extension Cluster {
    /// The server's Unix socket, in a folder that only the database user (and root) may enter.
    struct Socket {
        let folder: String

        /// PostgreSQL names the socket after a port, although nothing listens on the network.
        static let port = 5432
        /// `sun_path` has 108 bytes including the terminating zero (unix(7)).
        private static let longestPath = 107

        /// Chooses `socket` in the data folder, or a folder in /tmp if that path is too long or contains a
        /// character that
        /// separates paths in `host` and `unix_socket_directories`.
        init(for data: Folder) throws(ClusterError) {
            let inside = data.path + "/socket"
            let length = "\(inside)/.s.PGSQL.\(Self.port)".utf8.count
            if length <= Self.longestPath, !inside.utf8.contains(where: ",\"".utf8.contains) {
                folder = inside
                return
            }
            var status = stat()
            guard stat(data.path, &status) == 0 else { throw systemError(data.path, "look at") }
            // The folder's device and inode: the same for every process, and unique to this data folder.
            folder = "/tmp/n4md-\(String(status.st_dev, radix: 16))-\(String(status.st_ino, radix: 16))"
        }

        /// Creates the folder, or checks that the existing one is private to the account and was not planted by
        /// another user.
        func prepare(for account: Account) throws(ClusterError) {
            let made = mkdir(folder, 0o700) == 0
            guard made || errno == EEXIST else { throw systemError(folder, "make the folder") }
            let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw systemError(folder, "open the folder") }
            defer { _ = Glibc.close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw systemError(folder, "look at") }
            // A folder owned by root is one whose owner an earlier start did not get to change.
            guard status.st_uid == account.user || status.st_uid == geteuid() else {
                throw .foreign(path: folder, owner: "user \(status.st_uid)")
            }
            guard fchmod(descriptor, 0o700) == 0, account.own(descriptor) else {
                throw systemError(folder, "make private")
            }
        }

        /// The libpq connection string. Paths may contain spaces and quotes.
        func connectionString(database: String, user: String) -> String {
            var host = ""
            for character in folder {
                if character == "'" || character == "\\" { host.append("\\") }
                host.append(character)
            }
            return "host='\(host)' port=\(Self.port) dbname=\(database) user=\(user) application_name=n4md"
        }
    }
}

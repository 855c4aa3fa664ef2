import Glibc

extension Cluster {
    /// Where the server listens: a Unix socket in a folder that only the database user (and root) may enter.
    struct Socket {
        let folder: String

        /// PostgreSQL names the socket by a port, though nothing listens on the network.
        static let port = 5432
        /// `sun_path` has 108 bytes with the final zero (unix(7)).
        private static let longestPath = 107

        /// `socket` in the data folder, or a folder in /tmp where that path is too long or has a character that
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
            // The file's identity: the same for every process, and shared by no other data folder.
            folder = "/tmp/n4md-\(String(status.st_dev, radix: 16))-\(String(status.st_ino, radix: 16))"
        }

        /// Makes the folder, or checks that the one there is private to the account and no trap of another user.
        func prepare(for account: Account) throws(ClusterError) {
            let made = mkdir(folder, 0o700) == 0
            guard made || errno == EEXIST else { throw systemError(folder, "make the folder") }
            let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw systemError(folder, "open the folder") }
            defer { _ = Glibc.close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw systemError(folder, "look at") }
            // Root's own folder is one that an earlier start did not come to give away.
            guard status.st_uid == account.user || status.st_uid == geteuid() else {
                throw .foreign(path: folder, owner: "user \(status.st_uid)")
            }
            guard fchmod(descriptor, 0o700) == 0, account.own(descriptor) else {
                throw systemError(folder, "make private")
            }
        }

        /// The libpq connection string; paths may hold blanks and quotes.
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

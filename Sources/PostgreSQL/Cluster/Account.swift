import Glibc

extension Cluster {
    /// The user that PostgreSQL runs as, since it refuses to run as root.
    struct Account: Equatable {
        let name: String
        let user: uid_t
        let group: gid_t

        /// Finds the owner of the cluster in `folder`; without a cluster, `postgres` if running as root,
        /// otherwise the current user.
        init(for folder: Folder) throws(ClusterError) {
            let present = geteuid()
            var status = stat()
            if stat(folder.cluster, &status) == 0, status.st_uid != 0 {
                let owner = Self.lookup(status.st_uid)
                if let owner, present == 0 || present == status.st_uid {
                    self = owner
                } else if present == status.st_uid {
                    self.init(name: "uid \(present)", user: present, group: getegid())
                } else {
                    throw .foreign(path: folder.cluster, owner: owner?.name ?? "user \(status.st_uid)")
                }
            } else if present == 0 {
                guard let postgres = Self.lookup("postgres") else { throw .noAccount("postgres") }
                self = postgres
            } else {
                self = Self.lookup(present) ?? Self(name: "uid \(present)", user: present, group: getegid())
            }
        }

        private init(name: String, user: uid_t, group: gid_t) {
            self.name = name
            self.user = user
            self.group = group
        }

        /// The command run as this user: through `setpriv` if running as root, otherwise directly.
        func command(_ arguments: [String]) -> Command {
            guard geteuid() == 0 else { return Command(arguments: arguments) }
            let change = ["setpriv", "--reuid=\(user)", "--regid=\(group)", "--init-groups", "--"]
            return Command(arguments: change + arguments)
        }

        /// Makes this user the owner of an open file created by root; without root it already is.
        func own(_ descriptor: Int32) -> Bool {
            geteuid() != 0 || fchown(descriptor, user, group) == 0
        }

        /// The topmost folder on the way to `path` that this user may not enter.
        func firstUnreachable(on path: String) throws(ClusterError) -> String? {
            guard geteuid() == 0 else { return nil }
            var folders = ["/"]
            for part in path.split(separator: "/") {
                folders.append((folders.last == "/" ? "" : folders.last ?? "") + "/" + part)
            }
            // Tests access instead of interpreting modes, since access control lists count too.
            let script = #"for folder; do test -x "$folder" || { printf %s "$folder"; exit 9; }; done"#
            let outcome = try command(["sh", "-c", script, "sh"] + folders).run(within: .seconds(10))
            switch outcome.status {
            case 0: return nil
            case 9: return outcome.output
            default: throw .program(name: "setpriv", reason: "status \(outcome.status)", output: outcome.output)
            }
        }

        private static func lookup(_ user: uid_t) -> Account? {
            lookup { getpwuid_r(user, $0, $1, $2, $3) }
        }

        private static func lookup(_ name: String) -> Account? {
            lookup { getpwnam_r(name, $0, $1, $2, $3) }
        }

        private typealias Found = UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        private typealias Query = (UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int, Found) -> Int32

        private static func lookup(_ query: Query) -> Account? {
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            // glibc's sysconf(_SC_GETPW_R_SIZE_MAX) is 1024; 16 KiB leaves ample room.
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
                guard let start = buffer.baseAddress, query(&entry, start, buffer.count, &found) == 0, found != nil,
                    let name = entry.pw_name
                else { return nil }
                return Account(name: String(cString: name), user: entry.pw_uid, group: entry.pw_gid)
            }
        }
    }
}

import Glibc

extension Cluster {
    /// The programs of one PostgreSQL version.
    struct Installation {
        /// The folder of `initdb`, `postgres` and `pg_ctl`.
        let folder: String
        let major: Int

        /// PostgreSQL 13 is the first version that lets a database owner install the extensions (trigrams,
        /// accents).
        private static let oldest = 13

        func program(_ name: String) -> String { folder + "/" + name }

        /// Finds the installation of `version`, or the newest. If `given` is set, only that folder is searched;
        /// otherwise Debian's folders, then `PATH`.
        static func find(version: Int?, given: String?) throws(ClusterError) -> Installation {
            let folders = given.map { [$0] } ?? debianFolders() + pathFolders()
            var found: [Int] = []
            for folder in folders {
                guard let installation = try Installation(in: folder) else { continue }
                if version == nil || version == installation.major { return installation }
                found.append(installation.major)
            }
            guard let version, !found.isEmpty else {
                throw .notInstalled(searched: given.map { [$0] } ?? ["/usr/lib/postgresql/*/bin", "PATH"])
            }
            throw .versionMissing(cluster: version, found: found)
        }

        private init?(in folder: String) throws(ClusterError) {
            self.folder = folder
            guard ["initdb", "postgres", "pg_ctl"].allSatisfy({ access(folder + "/" + $0, X_OK) == 0 }) else {
                return nil
            }
            // "postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)"
            let answer = try Command(arguments: [folder + "/postgres", "--version"]).succeed(within: .seconds(10))
            let words = answer.split(separator: " ")
            guard words.count > 2, let major = Int(words[2].prefix { $0.isNumber }), major >= Self.oldest else {
                return nil
            }
            self.major = major
        }

        /// Debian's folders, newest version first.
        private static func debianFolders() -> [String] {
            let root = "/usr/lib/postgresql"
            return names(in: root).compactMap { Int($0) }.sorted(by: >).map { "\(root)/\($0)/bin" }
        }

        private static func pathFolders() -> [String] {
            guard let path = getenv("PATH") else { return [] }
            // A link such as /usr/local/bin/initdb counts as the folder of its target.
            return String(cString: path).split(separator: ":").compactMap { folder in
                guard folder.hasPrefix("/"), let program = realpath(folder + "/initdb", nil) else { return nil }
                defer { free(program) }
                return String(cString: program).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
            }
        }
    }
}

/// The names in a folder; empty if it cannot be read.
func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}

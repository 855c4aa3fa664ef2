/// Thrown when the private cluster cannot be created, started or used. Each message gives a remedy.
package enum ClusterError: Error, CustomStringConvertible, Equatable {
    /// The programs of PostgreSQL 13 or later are in none of the folders `searched`.
    case notInstalled(searched: [String])
    /// The cluster was created by a major version other than those found.
    case versionMissing(cluster: Int, found: [Int])
    /// The program runs as root, and there is no user to run PostgreSQL as.
    case noAccount(String)
    /// The user that PostgreSQL runs as may not enter `folder`, which contains the data folder `data`.
    case unreachable(folder: String, data: String, user: String)
    /// The path belongs to another user; only root or its owner can use it.
    case foreign(path: String, owner: String)
    /// `path` is not empty, but does not contain a cluster.
    case notACluster(path: String)
    /// A system call failed.
    case file(path: String, doing: String, reason: String)
    /// A program of PostgreSQL or of the system failed; `output` is the end of its output.
    case program(name: String, reason: String, output: String)
    /// The server did not start; `log` is the end of its log.
    case notStarted(reason: String, log: String)
    /// Another process has been starting or stopping the cluster for `seconds`.
    case busy(seconds: Int)
    /// The cluster could lose committed data: `setting` has `value`.
    case notDurable(setting: String, value: String)
    /// A statement of the cluster's set-up failed.
    case query(String)
    /// The cluster has been closed.
    case closed

    /// The message for an operator.
    package var description: String {
        switch self {
        case .notInstalled(let searched):
            "PostgreSQL 13 or later was not found in \(searched.joined(separator: ", ")). Install the Debian package "
                + "postgresql, or name the folder of initdb with N4MD_POSTGRES_BIN, or use a database of your own with "
                + "N4MD_DATABASE_URL."
        case .versionMissing(let cluster, let found):
            "The cluster was created by PostgreSQL \(cluster), but only \(found.map(String.init).joined(separator: ", ")) "
                + "was found. Install the Debian package postgresql-\(cluster), or name its folder with N4MD_POSTGRES_BIN."
        case .noAccount(let user):
            "PostgreSQL does not run as root, and there is no user \(user). Install the Debian package postgresql, "
                + "or run this program as an ordinary user."
        case .unreachable(let folder, let data, let user):
            "The database user \(user) cannot enter \(folder), so it cannot keep a cluster in \(data). Choose another "
                + "folder with --data, or allow it with `chmod o+x \(folder)`, or run this program as an ordinary user."
        case .foreign(let path, let owner):
            "\(path) belongs to \(owner). Run this program as that user or as root, or choose another folder with --data."
        case .notACluster(let path):
            "\(path) is not empty, but is not a PostgreSQL cluster. Move it away, or choose another folder with --data."
        case .file(let path, let doing, let reason):
            "Cannot \(doing) \(path): \(reason)"
        case .program(let name, let reason, let output):
            "\(name) failed (\(reason))" + Self.quoted(output)
        case .notStarted(let reason, let log):
            "PostgreSQL did not start: \(reason)" + Self.quoted(log)
        case .busy(let seconds):
            "Another process has been starting or stopping the cluster for \(seconds) s."
        case .notDurable(let setting, let value):
            "The cluster runs with \(setting) = \(value) and could lose committed data. Set it to on in the "
                + "postgresql.conf or postgresql.auto.conf of the cluster."
        case .query(let message):
            "The cluster's set-up failed: \(message)"
        case .closed:
            "The cluster was closed."
        }
    }

    private static func quoted(_ output: String) -> String {
        output.isEmpty ? "" : ":\n" + output
    }
}

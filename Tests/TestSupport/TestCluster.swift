import Foundation
package import PostgreSQL
import Synchronization

/// A throw-away PostgreSQL cluster in the temporary folder, on a Unix socket only.
///
/// A shell holds the server and reads a pipe from this process: however the tests end, the pipe closes, and the shell stops the
/// server and removes the folder.
package final class TestCluster: Sendable {
    /// The reason why there is no cluster.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The cluster shared by all tests; each uses its own database.
    package static let shared = Result { try TestCluster() }

    private let folder: String
    private let orders = Mutex<(Process, Pipe)?>(nil)
    private static let databases = Atomic<Int>(0)

    /// Makes and starts a cluster.
    package init() throws {
        folder = NSTemporaryDirectory() + "n4md-tests-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        if let user = Self.server { chown(folder, user.uid, user.gid) }
        let initdb = Process()
        let command =
            try Self.command("initdb") + [
                "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "-D", folder + "/data",
            ]
        (initdb.executableURL, initdb.arguments) = (URL(filePath: "/usr/bin/env"), command)
        (initdb.currentDirectoryURL, initdb.standardOutput) = (URL(filePath: "/tmp"), FileHandle.nullDevice)
        try initdb.run()
        initdb.waitUntilExit()
        guard initdb.terminationStatus == 0 else {
            throw Failure(description: "initdb failed with \(initdb.terminationStatus)")
        }
        try start()
    }

    deinit { stop(keepingData: false) }

    /// Starts the server and waits until it answers.
    package func start() throws {
        let settings = [
            "fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=200", "shared_buffers=16MB",
            "listen_addresses=", "unix_socket_directories=\(folder)", "log_min_messages=fatal",
        ]
        let shell = Process()
        let pipe = Pipe()
        let script = """
            trap : INT TERM
            "$@" > "$0/log" 2>&1 & server=$!
            read -r order
            kill -INT "$server"; wait "$server"
            [ "$order" = keep ] || rm -rf "$0"
            """
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments =
            try ["-c", script, folder] + Self.command("postgres") + ["-D", folder + "/data"]
            + settings.flatMap { ["-c", $0] }
        (shell.standardInput, shell.currentDirectoryURL) = (pipe, URL(filePath: "/tmp"))
        // A shell that inherited the tests' output would keep its reader waiting.
        (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try withoutBlockedSignals { try shell.run() }
        orders.withLock { $0 = (shell, pipe) }
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do {
                _ = try Connection(connectionString("postgres"))
                return
            } catch {
                guard ContinuousClock.now < deadline, shell.isRunning else { throw error }
                usleep(20_000)  // between two checks whether the server is up
            }
        }
    }

    /// Stops the server, closing its connections, and waits for its end.
    package func stop(keepingData: Bool = true) {
        let running = orders.withLock { orders in
            defer { orders = nil }
            return orders
        }
        guard let (shell, pipe) = running else { return }
        if keepingData { try? pipe.fileHandleForWriting.write(contentsOf: Data("keep\n".utf8)) }
        try? pipe.fileHandleForWriting.close()
        shell.waitUntilExit()
    }

    /// Makes a database; returns its connection string.
    /// - Parameter template: the database to copy, by default an empty one.
    package func makeDatabase(from template: String = "template0") throws -> String {
        let name = "test\(Self.databases.add(1, ordering: .relaxed).newValue)"
        try Connection(connectionString("postgres")).run(script: "create database \(name) template \(template)")
        return connectionString(name)
    }

    /// A connection to an empty database shared by all tests.
    package func connect() throws -> Connection { try Connection(connectionString("postgres")) }

    private func connectionString(_ database: String) -> String {
        "host=\(folder) user=postgres dbname=\(database) connect_timeout=5"
    }

    /// PostgreSQL refuses to run as root, so it runs as the user `postgres` instead.
    private static var server: (uid: uid_t, gid: gid_t)? {
        geteuid() == 0 ? getpwnam("postgres").map { ($0.pointee.pw_uid, $0.pointee.pw_gid) } : nil
    }

    private static func command(_ program: String) throws -> [String] {
        let installed = ["17", "16", "15", "14"].map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard
            let folder = (installed + path).first(where: {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
            })
        else {
            throw Failure(description: "PostgreSQL's \(program) is not installed")
        }
        let user = server.map { ["setpriv", "--reuid=\($0.uid)", "--regid=\($0.gid)", "--clear-groups", "--"] } ?? []
        return user + ["\(folder)/\(program)"]
    }
}

/// A child process inherits blocked signals, and Dispatch's threads block SIGCHLD, without which a shell
/// waits for ever.
private func withoutBlockedSignals<T>(_ body: () throws -> T) rethrows -> T {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}

/// The connection string of a new database.
package func freshDatabase() throws -> String { try TestCluster.shared.get().makeDatabase() }

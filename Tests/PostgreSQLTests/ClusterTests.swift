import Foundation
import Logging
import Testing

@testable import PostgreSQL

/// A real PostgreSQL in temporary folders, run as `postgres` if root runs the tests, otherwise as the current user.
@Suite(.serialized, ReadyCluster())
struct ClusterTests {
    let log = Logger(label: "n4md.test") { _ in SwiftLogNoOpLogHandler() }

    @Test(arguments: [(256, 64), (512, 64), (2048, 256), (4096, 512), (65_536, 512)])
    func itsCacheIsAnEighthOfTheMemory(_ megabytes: Int, _ cache: Int) {
        #expect(MachineMemory(megabytes: megabytes).sharedBuffers == cache)
    }

    @Test func makesAClusterOnceAndKeepsItsData() throws {
        try withFolder { folder in
            let first = try Cluster.open(folder: folder, log: log)
            for (statement, answer) in [
                ("SELECT current_user || '@' || current_database()", "n4md@n4md"),
                ("SHOW data_checksums", "on"), ("SHOW server_encoding", "UTF8"), ("SHOW lc_collate", "C.UTF-8"),
                ("SHOW fsync", "on"), ("SHOW synchronous_commit", "on"), ("SHOW listen_addresses", ""),
                ("SHOW unix_socket_permissions", "0700"), ("SHOW max_connections", "100"), ("SHOW jit", "off"),
                ("SELECT rolsuper FROM pg_roles WHERE rolname = 'n4md'", "f"),
            ] {
                #expect(try first.row(statement) == [answer], "\(statement)")
            }
            try first.row("CREATE TABLE kept AS SELECT 42 AS answer")
            first.close()
            first.close()
            #expect(first.ping() == .silent)
            #expect(throws: ClusterError.closed) { try first.ensureRunning() }

            let second = try Cluster.open(folder: folder, log: log)
            defer { second.close() }
            #expect(try second.row("SELECT answer FROM kept") == ["42"])
        }
    }

    @Test func letsOnlyItsUserReachTheServer() throws {
        try withFolder { folder in
            try ReadyCluster.copy(to: folder)
            let cluster = try Cluster.open(folder: folder, log: log)
            defer { cluster.close() }
            for path in [cluster.socket.folder, cluster.folder.cluster] {
                var status = stat()
                try #require(stat(path, &status) == 0)
                #expect(status.st_mode & 0o777 == 0o700)
                #expect(status.st_uid == cluster.account.user)
            }
            let server = try #require(cluster.folder.postmaster())
            #expect(getsid(server) != getsid(0))
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server)/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(server)/fd/\($0)")
            }
            #expect(open.contains(cluster.folder.log))
            #expect(!open.contains { $0.hasPrefix(folder) && $0.hasSuffix(".lock") })
        }
    }

    @Test func runsUntilTheLastUserCloses() throws {
        try withFolder { folder in
            try ReadyCluster.copy(to: folder)
            let first = try Cluster.open(folder: folder, log: log)
            let server = first.folder.postmaster()
            let second = try Cluster.open(folder: folder, log: log)
            #expect(second.folder.postmaster() == server)
            first.close()
            #expect(try second.row("SELECT 1") == ["1"])
            second.close()
            #expect(second.ping() == .silent)
        }
    }

    @Test func manyOpenANewFolderAtOnce() async throws {
        let folder = try makeFolder()
        defer { remove(folder) }
        let answers = try await withThrowingTaskGroup(of: [String].self) { [log] group in
            for _ in 0..<4 {
                group.addTask {
                    let cluster = try Cluster.open(folder: folder, log: log)
                    defer { cluster.close() }
                    return try cluster.row("SELECT 1")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: ["1"], count: 4))
    }

    @Test func countsOtherProcessesUntilTheyAreKilled() throws {
        try withFolder { folder in
            try ReadyCluster.copy(to: folder)
            let first = try Cluster.open(folder: folder, log: log)
            let other = try holdLock(first.folder.usersLock)
            first.close()
            #expect(first.ping() == .ready)

            let second = try Cluster.open(folder: folder, log: log)
            kill(other.processIdentifier, SIGKILL)
            other.waitUntilExit()
            second.close()
            #expect(second.ping() == .silent)
        }
    }

    @Test func recoversAfterTheServerWasKilled() throws {
        try withFolder { folder in
            try ReadyCluster.copy(to: folder)
            let cluster = try Cluster.open(folder: folder, log: log)
            defer { cluster.close() }
            try cluster.row("CREATE TABLE kept AS SELECT 42 AS answer")
            // This session's process outlives the postmaster for a while.
            let session = try Cluster.Session(cluster.connectionString)
            let former = try #require(cluster.folder.postmaster())
            kill(former, SIGKILL)
            // A killed process does not end at once.
            while cluster.ping() == .ready {}
            try cluster.ensureRunning()
            let server = cluster.folder.postmaster()
            #expect(server != former)
            #expect(try cluster.row("SELECT answer FROM kept") == ["42"])
            #expect(throws: ClusterError.self) { try session.row("SELECT 1") }
            try cluster.ensureRunning()
            #expect(cluster.folder.postmaster() == server)
        }
    }

    @Test(arguments: [
        String(repeating: "long", count: 40), #"it's "quoted", $HOME"#, #"it's $HOME `id` \ ; Ω"#,
    ])
    func takesAnyPath(_ name: String) throws {
        try withFolder { folder in
            try ReadyCluster.copy(to: folder + "/" + name)
            let cluster = try Cluster.open(folder: folder + "/" + name, log: log)
            defer { removeSocket(of: cluster) }
            #expect(try cluster.row("SELECT 1") == ["1"])
            #expect(cluster.folder.path == folder + "/" + name)
            cluster.close()
            #expect(cluster.ping() == .silent)
        }
    }

    @Test func refusesAForeignSocketFolder() throws {
        try withFolder { folder in
            let data = try Cluster.Folder(making: folder + "/" + String(repeating: "long", count: 40))
            let socket = try Cluster.Socket(for: data)
            try FileManager.default.createSymbolicLink(atPath: socket.folder, withDestinationPath: folder)
            defer { unlink(socket.folder) }
            #expect(throws: ClusterError.self) { try Cluster.open(folder: data.path, log: log) }
        }
    }

    @Test func replacesAHalfMadeCluster() throws {
        try withFolder { folder in
            for path in ["/cluster.new.dead/base", "/cluster"] {
                try FileManager.default.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
            }
            let cluster = try Cluster.open(folder: folder, log: log)
            defer { cluster.close() }
            #expect(try cluster.row("SELECT 1") == ["1"])
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!left.contains { $0.hasPrefix("cluster.new.") })
        }
    }

    @Test func refusesToRunWithoutDurability() throws {
        try withFolder { folder in
            try ReadyCluster.copy(to: folder)
            let cluster = try Cluster.open(folder: folder, log: log)
            cluster.close()
            let settings = cluster.folder.cluster + "/postgresql.conf"
            try append("synchronous_commit = off\n", to: settings)
            #expect(throws: ClusterError.notDurable(setting: "synchronous_commit", value: "off")) {
                try Cluster.open(folder: folder, log: log)
            }
            #expect(cluster.ping() == .silent)

            try append("no_such_setting = 1\n", to: settings)
            let error = #expect(throws: ClusterError.self) { try Cluster.open(folder: folder, log: log) }
            #expect(error?.description.contains("no_such_setting") == true)
        }
    }

    @Test(.enabled(if: geteuid() == 0))
    func namesTheFolderThatPostgresCannotEnter() throws {
        try withFolder { folder in
            let closed = folder + "/closed"
            try #require(mkdir(closed, 0o700) == 0)
            let data = closed + "/deep/data"
            let error = #expect(throws: ClusterError.self) { try Cluster.open(folder: data, log: log) }
            #expect(error == .unreachable(folder: closed, data: data, user: "postgres"))
        }
    }

    @Test func refusesWhatItCannotUse() throws {
        try withFolder { folder in
            #expect(throws: ClusterError.notInstalled(searched: ["/nowhere"])) {
                try Cluster.open(folder: folder, binaries: "/nowhere", log: log)
            }
            try FileManager.default.createDirectory(atPath: folder + "/cluster", withIntermediateDirectories: true)
            try Data("9.6\n".utf8).write(to: URL(fileURLWithPath: folder + "/cluster/PG_VERSION"))
            let error = #expect(throws: ClusterError.self) { try Cluster.open(folder: folder, log: log) }
            #expect(error?.description.contains("postgresql-9") == true)
        }
    }
}

/// Makes a cluster once for the suite, since that takes a second or more.
private struct ReadyCluster: SuiteTrait, TestScoping {
    @TaskLocal private static var folder = ""

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try makeFolder()
        defer { remove(folder) }
        try Cluster.open(folder: folder, log: Logger(label: "n4md.test") { _ in SwiftLogNoOpLogHandler() }).close()
        try await Self.$folder.withValue(folder) { try await function() }
    }

    /// Copies the cluster into a new data folder, with the same owner.
    static func copy(to other: String) throws {
        let data = try Cluster.Folder(making: other)
        let command = Cluster.Command(arguments: ["cp", "-a", folder + "/cluster", data.cluster])
        try command.succeed(within: .seconds(60))
    }
}

extension Cluster {
    /// Runs a statement as the database's user; returns the first row.
    @discardableResult
    fileprivate func row(_ statement: String) throws -> [String] {
        try Session(connectionString).row(statement)
    }
}

/// In /tmp and not private, so that the user `postgres` can access it.
private func makeFolder() throws -> String {
    let folder = "/tmp/n4md-test-" + UUID().uuidString
    try #require(mkdir(folder, 0o755) == 0)
    return folder
}

/// Ends a server left by a failed test, and removes the folder.
private func remove(_ folder: String) {
    let file = URL(fileURLWithPath: folder + "/cluster/postmaster.pid")
    let text = try? String(contentsOf: file, encoding: .utf8)
    if let server = text?.split(separator: "\n").first.flatMap({ Int32($0) }), server > 1 { kill(server, SIGQUIT) }
    try? FileManager.default.removeItem(atPath: folder)
}

/// Removes the socket's folder if it is outside the data folder.
private func removeSocket(of cluster: Cluster) {
    if cluster.socket.folder.hasPrefix("/tmp/n4md-") {
        try? FileManager.default.removeItem(atPath: cluster.socket.folder)
    }
}

private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try makeFolder()
    defer { remove(folder) }
    try body(folder)
}

private func append(_ text: String, to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
}

/// Starts a process that holds a shared lock on the file until it is killed.
private func holdLock(_ path: String) throws -> Process {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    process.arguments = ["--no-fork", "--shared", path, "sh", "-c", "echo held; exec sleep 600"]
    process.standardOutput = output
    try process.run()
    #expect(try output.fileHandleForReading.read(upToCount: 5) == Data("held\n".utf8))
    return process
}

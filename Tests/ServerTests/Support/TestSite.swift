import Configuration
import Credentials
import Foundation
import Logging
import NIOCore
@testable import Server
import ServiceLifecycle
import Synchronization
import Testing
import Web

/// A real server over real HTTP, with its own data folder and embedded cluster, or as another node on an existing one.
final class TestSite: Sendable {
    /// The beginning of links; no request goes there.
    static let publicURL = "https://news.example.org"
    /// Logs only the worst, with a handler that keeps metadata, which contains the request's number.
    static let log = {
        var log = Logger(label: "n4md.test") { StreamLogHandler.standardError(label: $0) }
        log.logLevel = .critical
        return log
    }()

    /// The cost of passwords, low since scrypt is not optimised in a debug build.
    static let passwordCost = PasswordHash.Cost(logarithm: 4, blockSize: 8, parallelism: 1)

    /// The data folder.
    let folder: String
    let backend: Backend
    let server: Server
    let port: Int
    private let running: Task<Void, any Error>
    private let group: ServiceGroup
    private let ownsFolder: Bool

    /// - Parameters:
    ///   - folder: another site's data folder, to share its cluster; nil makes a new one.
    ///   - options: further options by environment name, in lower case without `N4MD_`.
    ///   - watchesCluster: whether to restart a cluster that died, as `serve` does.
    static func open(
        folder: String? = nil, options: [String: String] = [:], watchesCluster: Bool = true
    ) async throws -> TestSite {
        let path = if let folder { folder } else { try await makeFolderWithCluster() }
        do {
            let backend = try await Backend(
                try Options(reader(path, options)), schema: .require, log: log)
            do {
                return try await TestSite(
                    path, backend, ownsFolder: folder == nil, watchesCluster: watchesCluster)
            } catch {
                await backend.close()
                throw error
            }
        } catch {
            if folder == nil { remove(path) }
            throw error
        }
    }

    private init(_ folder: String, _ backend: Backend, ownsFolder: Bool, watchesCluster: Bool) async throws {
        self.folder = folder
        self.backend = backend
        self.ownsFolder = ownsFolder
        let server = try await Server(
            backend, try await Self.templates(backend.options.readers.timeZone), passwordCost: Self.passwordCost,
            patience: .seconds(600), log: Self.log)
        self.server = server
        let (ports, told) = AsyncStream<Int>.makeStream()
        let (groups, started) = AsyncStream<ServiceGroup>.makeStream()
        running = Task {
            defer { (told.finish(), started.finish()) }
            if watchesCluster {
                try await server.run(onListening: { told.yield($0) }, onStart: { started.yield($0) })
            } else {
                let group = ServiceGroup(services: [server.application { told.yield($0) }], logger: Self.log)
                started.yield(group)
                try await group.run()
            }
        }
        guard let group = await groups.first(where: { _ in true }), let port = await ports.first(where: { _ in true })
        else {
            try await running.value
            throw CancellationError()
        }
        (self.group, self.port) = (group, port)
    }

    /// The templates, read once for all servers: a debug build takes seconds to read and compress them.
    private static func templates(_ zone: TimeZone) async throws -> Templates {
        try await read.withLock { read in
            let task = read[zone] ?? Task { try await Templates(folder: try Home().assets, timeZone: zone) }
            read[zone] = task
            return task
        }.value
    }
    private static let read = Mutex<[TimeZone: Task<Templates, any Error>]>([:])

    static func reader(_ folder: String, _ options: [String: String]) -> ConfigReader {
        // Tests share their threads with the server, and all wait for one at the start, so requests may take long.
        let standard = [
            "data": folder, "port": "0", "public_url": publicURL, "access_log": "off", "request_timeout": "600",
            "picture_formats": "jpeg",
            // So may the database, and tests must see what they just wrote rather than a cached answer.
            "database_timeout": "60", "database_patience": "60000",
            "connections_per_address": "4096",
            // Tests send requests as fast as they can, many of them without credentials.
            "api_reads": "1000000", "api_writes": "1000000", "api_strangers": "1000000",
        ]
        let values = standard.merging(options) { $1 }.map { name, value in
            (
                AbsoluteConfigKey(["n4md"] + name.split(separator: "_").map(String.init)),
                ConfigValue(.string(value), isSecret: false)
            )
        }
        return ConfigReader(provider: InMemoryProvider(values: Dictionary(uniqueKeysWithValues: values)))
    }

    /// Runs another server on the same database while the closure runs.
    func withNode<T>(_ options: [String: String] = [:], _ body: (TestSite) async throws -> T) async throws -> T {
        try await Self.use(folder: folder, options: options, body)
    }

    /// Runs a server while the closure runs; on a newspaper of its own unless there is a folder.
    static func use<T>(
        folder: String? = nil, options: [String: String] = [:], _ body: (TestSite) async throws -> T
    ) async throws -> T {
        let site = try await TestSite.open(folder: folder, options: options)
        do {
            let value = try await body(site)
            await site.close()
            return value
        } catch {
            await site.close()
            throw error
        }
    }

    /// Stops the server, and the cluster if nobody else uses it; removes the folder if it made one.
    func close() async {
        // A connection that comes just as its server is cancelled would trap (apple/swift-nio#3481): first it stops listening.
        await group.triggerGracefulShutdown()
        _ = await running.result
        server.close()
        await backend.close()
        if ownsFolder { Self.remove(folder) }
    }

    /// The process of the embedded database.
    var postmaster: pid_t? {
        let text = try? String(contentsOfFile: folder + "/cluster/postmaster.pid", encoding: .utf8)
        return text?.split(separator: "\n").first.flatMap { pid_t($0) }.flatMap { $0 > 1 ? $0 : nil }
    }

    /// All processes of the embedded database, starting with the postmaster.
    var databaseProcesses: [pid_t] {
        guard let postmaster else { return [] }
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return [postmaster]
            + all.filter { process in
                // "1234 (postgres) S 1200 …": the fourth field is the parent. Splits after the name, which may contain spaces.
                let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
                let parent = status?.split(separator: ")").last?.split(separator: " ").dropFirst().first
                return parent.flatMap { pid_t($0) } == postmaster
            }
    }

    /// An empty data folder, not private, so that the user `postgres` can access it.
    static func makeFolder(_ name: String = UUID().uuidString) throws -> String {
        let folder = NSTemporaryDirectory() + prefix + name
        try #require(mkdir(folder, 0o755) == 0)
        chmod(folder, 0o755)
        return folder
    }

    /// A data folder with an empty newspaper: a copy, since making a cluster takes seconds.
    static func makeFolderWithCluster() async throws -> String {
        let (original, folder) = (try await cluster.value, try makeFolder())
        let copied = try await ServerTests.run("/bin/cp", ["-a", original, folder + "/cluster"])
        try #require(copied.status == 0, "\(copied.errors)")
        return folder
    }

    /// The cluster to copy, which has stopped.
    private static let cluster = Task {
        let folder = try makeFolder(originalName)
        atexit { TestSite.remove(NSTemporaryDirectory() + TestSite.prefix + TestSite.originalName) }
        try await Backend(try Options(reader(folder, [:])), schema: .require, log: log).close()
        return folder + "/cluster"
    }
    private static let prefix = "n4md-server-test-"
    private static let originalName = "original-\(getpid())"

    /// Ends a database left running, and removes the folder.
    static func remove(_ folder: String) {
        let text = try? String(contentsOfFile: folder + "/cluster/postmaster.pid", encoding: .utf8)
        if let server = text?.split(separator: "\n").first.flatMap({ pid_t($0) }), server > 1 {
            kill(server, SIGQUIT)
            for _ in 0..<500 where kill(server, 0) == 0 { usleep(10_000) }
        }
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// Opens one site for a suite and all suites nested in it.
struct SharedSite: SuiteTrait, TestScoping {
    @TaskLocal private static var current: TestSite?
    var options: [String: String] = [:]
    var watchesCluster = true
    var prepare: @Sendable (TestSite) async throws -> Void = { _ in }

    /// The site of the suite that is running.
    static var site: TestSite {
        get throws { try #require(current, "the suite lacks its site") }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let site = try await TestSite.open(options: options, watchesCluster: watchesCluster)
        do {
            try await prepare(site)
            try await Self.$current.withValue(site) { try await function() }
        } catch {
            await site.close()
            throw error
        }
        await site.close()
    }
}

/// Polls until the condition holds; false if it does not in time.
func eventually(within limit: Duration = .seconds(60), _ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(20))
    }
    return try await condition()
}

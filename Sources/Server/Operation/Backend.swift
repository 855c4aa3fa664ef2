import Archive
import Exchange
import Foundation
package import Logging
import NIOPosix
import Pictures
import PostgreSQL
import Web

/// The resources that every command works with: the data folder, and the database, embedded or not.
package final class Backend: Sendable {
    let options: Options
    let archive: Archive
    /// A second pool for sources, so that readers and editors never wait for them.
    let sourceArchive: Archive
    let connectionString: String
    let pictures: PictureStore
    private let cluster: Cluster?
    /// Looks after the cluster on its own thread, since that may take minutes.
    private let clusterThread = NIOThreadPool(numberOfThreads: 1)

    /// The address that the server listens on.
    package var host: String { options.listening.host }

    /// How the schema is brought up to date.
    package enum SchemaUse: Sendable {
        /// The embedded cluster is migrated; any other database must be current.
        case require
        /// Missing migrations are applied to any database.
        case migrate
        /// Missing migrations are only reported.
        case ignore
    }

    /// Opens the database, starting the embedded cluster if no other is configured. Throws errors meant for
    /// the operator.
    /// - Parameter isServing: whether readers wait for its answers; if not, a statement may take as long as
    ///   an import or a removal needs.
    package init(_ options: Options, schema: SchemaUse, isServing: Bool = true, log: Logger) async throws {
        self.options = options
        do {
            try FileManager.default.createDirectory(atPath: options.storage.data, withIntermediateDirectories: true)
        } catch {
            throw OptionError(faults: [
                "The data folder \(options.storage.data) cannot be created. Choose a writable one: --data FOLDER"
            ])
        }
        cluster =
            options.storage.databaseURL == nil
            ? try await NIOThreadPool.singleton.runIfActive {
                try Cluster.open(folder: options.storage.data, binaries: options.storage.postgresPrograms, log: log)
            } : nil
        let connectionString = options.storage.databaseURL ?? cluster?.connectionString ?? ""
        self.connectionString = connectionString
        let availability = Availability()
        archive = Archive(Database(Self.readers(options, connectionString, isServing: isServing, availability)))
        sourceArchive = Archive(
            Database(
                .init(
                    connectionString: connectionString, connections: SourceRounds.connections,
                    waitLimit: SourceRounds.patience, availability: availability)))
        pictures = try PictureStore(
            folder: options.storage.data, archive: archive, formats: options.readers.pictureFormats)
        clusterThread.start()
        do {
            try await bringUpToDate(schema, log)
        } catch {
            await close()
            throw error
        }
    }

    private static func readers(
        _ options: Options, _ connectionString: String, isServing: Bool, _ availability: Availability
    ) -> Database.Options {
        var readers = Database.Options(
            connectionString: connectionString, connections: options.storage.databaseConnections,
            patience: options.storage.databasePatience, availability: availability)
        let limit = isServing ? options.storage.databaseTimeout : commandLimit
        (readers.statementTimeout, readers.waitLimit) = (limit, limit)
        if isServing {
            // Writers wait until their changes are stored, and some changes affect a thousand articles.
            (readers.writeTimeout, readers.readLimit) = (max(limit, .seconds(10)), limit + .seconds(2))
        }
        return readers
    }

    /// How long a statement of a command may take, or wait for its turn.
    private static let commandLimit = Duration.seconds(3600)

    private func bringUpToDate(_ use: SchemaUse, _ log: Logger) async throws {
        let migrations = try Migrations(folder: try Home().schema)
        let applies = use == .migrate || (use == .require && cluster != nil)
        guard use != .ignore else { return }
        let connectionString = connectionString
        let applied: [String] = try await NIOThreadPool.singleton.runIfActive {
            let connection = try Connection(connectionString)
            guard connection.serverVersion >= 130_000 else {
                throw PostgresError.schema("PostgreSQL 13 or later is needed.")
            }
            if applies { return try migrations.apply(connection) }
            if case .outdated(let missing) = try migrations.check(connection) {
                throw PostgresError.schema(
                    "The database lacks the migrations \(missing.joined(separator: ", ")). Run n4md migrate first.")
            }
            return []
        }
        for name in applied { log.info("applied migration \(name)") }
    }

    /// The migrations that the database lacks. Throws if the database is newer than the program.
    package func missingMigrations() async throws -> [String] {
        let migrations = try Migrations(folder: try Home().schema)
        return try await archive.read { holdings in
            if case .outdated(let missing) = try migrations.check(holdings.connection) { missing } else { [] }
        }
    }

    /// Restarts the embedded cluster if it has died.
    func ensureRunning() async throws {
        guard let cluster else { return }
        try await clusterThread.runIfActive { try cluster.ensureRunning() }
    }

    /// Releases everything; the embedded cluster stops with its last user.
    package func close() async {
        await pictures.close()
        await sourceArchive.close()
        await archive.close()
        try? await clusterThread.shutdownGracefully()
        if let cluster { try? await NIOThreadPool.singleton.runIfActive { cluster.close() } }
    }
}

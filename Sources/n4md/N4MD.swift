import ArgumentParser
import Configuration
import Foundation
import Logging
import Pictures
import Server
import Web

/// Starts the program.
@main
enum Program {
    /// A picture worker runs on the only thread, without what asynchronous code needs, so that nothing but its own calls has to get through
    /// its sandbox.
    static func main() {
        if CommandLine.arguments.dropFirst().first == WorkOnPictures.configuration.commandName {
            WorkOnPictures.main(Array(CommandLine.arguments.dropFirst(2)))
        } else {
            Task {
                await N4MD.main()
                exit(EXIT_SUCCESS)
            }
            dispatchMain()
        }
    }
}

/// News for mobile devices.
struct N4MD: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "n4md", abstract: "News for Mobile Devices: the backend of an online newspaper.",
        version: Release.version,
        subcommands: [
            Serve.self, Migrate.self, Import.self, Export.self, EditorCommand.self, TokenCommand.self,
            PictureCommand.self,
            PicturesCommand.self, MailCommand.self, PushCommand.self, SourcesCommand.self,
        ])
}

/// The options of every command. An option overrides its environment variable: its name in capitals,
/// prefixed with `N4MD_`.
struct CommonOptions: ParsableArguments {
    @Option(help: "The folder of pictures and of the embedded database (N4MD_DATA, .n4md).")
    var data: String?

    func options(_ more: [String: String?] = [:], isDemo: Bool = false) throws -> Options {
        let given = more.merging(["data": data]) { $1 }.compactMapValues(\.self)
        let values = Dictionary(
            uniqueKeysWithValues: given.map {
                (AbsoluteConfigKey(["n4md", $0]), ConfigValue(.string($1), isSecret: false))
            })
        return try Options(
            ConfigReader(providers: [InMemoryProvider(values: values), EnvironmentVariablesProvider()]), isDemo: isDemo)
    }

    /// Runs a command on the data folder, and always releases the folder afterwards.
    func withBackend(
        _ options: (() throws -> Options)? = nil, logLevel: Logger.Level = .warning,
        schema: Backend.SchemaUse = .require, isServing: Bool = false,
        _ body: (Backend, Logger) async throws -> Void
    ) async throws {
        // Turns exceeding a file size limit into an error, like a full disk, instead of terminating the program.
        signal(SIGXFSZ, SIG_IGN)
        do {
            let options = try options?() ?? self.options()
            var log = Logger(label: "n4md", factory: { StreamLogHandler.standardError(label: $0) })
            log.logLevel = options.listening.logLevel ?? logLevel
            let backend = try await Backend(options, schema: schema, isServing: isServing, log: log)
            do {
                try await body(backend, log)
            } catch {
                await backend.close()
                throw error
            }
            await backend.close()
        } catch {
            if error is ExitCode { throw error }
            FileHandle.standardError.write(Data("n4md: \(explanation(of: error))\n".utf8))
            throw ExitCode.failure
        }
    }
}

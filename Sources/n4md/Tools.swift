import Archive
import ArgumentParser
import Foundation
import Logging
import News
import Server

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Bring the database's schema up to date.")
    @OptionGroup var common: CommonOptions
    @Flag(help: "Only tell what is missing; the exit code is 1 where something is.") var check = false

    func run() async throws {
        let onlyChecks = check
        try await common.withBackend(schema: onlyChecks ? .ignore : .migrate) { backend, _ in
            let missing = try await backend.missingMigrations()
            print(missing.isEmpty ? "The schema is current." : "Missing: " + missing.joined(separator: ", "))
            if !missing.isEmpty { throw ExitCode.failure }
        }
    }
}

struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import an RSS or Atom archive; what is known already stays as it is.")
    @OptionGroup var common: CommonOptions
    @Argument(help: "The feed file.") var feed: String
    @Option(help: "The folder with its pictures, by file name (the folder media beside the feed).") var media: String?

    func run() async throws {
        let (feed, media) = (feed, media)
        try await common.withBackend { backend, _ in
            let report = try await Commands(backend).importFeed(feed, media: media, progress: Progress.show)
            for problem in report.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
            print(
                "\(report.added) articles and \(report.pictures) pictures added, \(report.known) known already, \(report.problems.count) problems."
            )
            let waiting = try await Commands(backend).countWaitingPictures()
            if waiting > 0 {
                print(
                    "\(waiting) pictures wait for smaller files in other formats: a server makes them as it runs, or n4md pictures make."
                )
            }
        }
    }
}

struct EditorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editor", abstract: "Manage editors.", subcommands: [Add.self, Password.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add an editor.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The editor's name.") var name: String
        @Option(help: "contributor, journalist, editor or chief.") var role: String

        func run() async throws {
            guard let role = EditorRole(rawValue: role) else {
                throw ValidationError(
                    "The role is one of \(EditorRole.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            let name = name
            try await common.withBackend { backend, _ in
                try await Commands(backend).addEditor(name: name, role: role)
                print("\(name) is \(role.rawValue).")
                print(
                    "To choose a password, once and within two days: \(try await Commands(backend).passwordAddress(editor: name))"
                )
            }
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a link by which an editor chooses a password.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The editor's name.") var name: String

        func run() async throws {
            let name = name
            try await common.withBackend { backend, _ in
                print(try await Commands(backend).passwordAddress(editor: name))
            }
        }
    }
}

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Manage API tokens.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a token; it is shown once, on standard output.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The editor's name.") var editor: String
        @Option(help: "read, write, publish or manage: what it may be used for.") var scope = TokenScope.manage.rawValue
        @Option(help: "Days until it expires; for ever where not said.") var days: Int?

        func run() async throws {
            guard let scope = TokenScope(rawValue: scope) else {
                throw ValidationError(
                    "The scope is one of \(TokenScope.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            let (editor, days) = (editor, days)
            try await common.withBackend { backend, _ in
                print(try await Commands(backend).createToken(editor: editor, scope: scope, days: days))
            }
        }
    }
}

import Archive
import ArgumentParser
import Exchange
import Foundation
import Logging
import News
import Server

struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Bring the database's schema up to date.")
    @OptionGroup var common: CommonOptions
    @Flag(help: "Only report what is missing; the exit code is 1 if anything is.") var check = false

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
        abstract: "Import articles published elsewhere; those already imported stay unchanged.",
        discussion:
            "FILE is an RSS or Atom feed, a WordPress export (WXR), a Ghost export (JSON), or an archive of n4md export."
    )
    @OptionGroup var common: CommonOptions
    @Argument(help: "The file; its format is detected.") var file: String
    @Option(help: "The folder with its pictures, such as wp-content/uploads (the folder media beside the file).")
    var media: String?

    func run() async throws {
        let (file, media) = (file, media)
        try await common.withBackend { backend, _ in
            let report = try await Commands(backend).importFile(file, media: media, progress: Progress.show)
            for line in report.lines { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
            print(report.summary)
            let waiting = try await Commands(backend).countWaitingPictures()
            if waiting > 0 {
                print(
                    "\(waiting) pictures lack smaller files in other formats: a running server makes them, or n4md pictures make."
                )
            }
        }
    }
}

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the whole newspaper to one archive, which n4md import can read.",
        discussion:
            "Articles with all revisions, pictures, sections, editions, redirects and the policy, but no people, passwords or tokens."
    )
    @OptionGroup var common: CommonOptions
    @Argument(help: "The file to write, such as newspaper.tar; - for standard output.") var file: String

    func run() async throws {
        let file = file
        try await common.withBackend { backend, _ in
            let report = try await Commands(backend).exportNewspaper(to: file, progress: Progress.show)
            Progress.end()
            for problem in report.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
            let summary =
                "\(report.articles) articles, \(report.revisions) revisions and \(report.pictures) pictures exported, \(report.problems.count) problems.\n"
            FileHandle.standardError.write(Data(summary.utf8))
            if !report.problems.isEmpty { throw ExitCode.failure }
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
                print("\(name) was added as \(role.rawValue).")
                print(
                    "To choose a password, once and within two days: \(try await Commands(backend).passwordAddress(editor: name))"
                )
            }
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create a link for an editor to choose a password.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The editor's name.") var name: String
        @Flag(help: "Also remove the second factor, if the phone with the app is lost.")
        var removeSecondFactor = false

        func run() async throws {
            let (name, removesSecondFactor) = (name, removeSecondFactor)
            try await common.withBackend { backend, _ in
                print(
                    try await Commands(backend).passwordAddress(
                        editor: name, removesSecondFactor: removesSecondFactor))
            }
        }
    }
}

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Manage API tokens.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a token; it is shown once, on standard output.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The editor's name.") var editor: String
        @Option(help: "read, write, publish or manage: what it permits.") var scope = TokenScope.manage.rawValue
        @Option(help: "Days until it expires (never, if omitted).") var days: Int?

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

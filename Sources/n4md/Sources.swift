import Archive
import ArgumentParser
import Exchange
import ExchangeArchive
import Foundation
import Server
import Synchronization

struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "Manage external feeds whose entries become articles.",
        subcommands: [Add.self, List.self, Refresh.self, Pause.self, Resume.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the feed at an address; a running server begins to fetch it.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The address of a feed, or of a page that links to one.") var url: String
        @Option(help: "The slug of the section for its articles (the first section).") var section: String?
        @Option(help: "publish, draft or headline: what to make of its entries.")
        var trust = SourceDraft.Trust.draft.rawValue
        @Option(help: "The language of its entries, such as pt-PT (as stated by the feed).") var language: String?

        func run() async throws {
            guard let trust = SourceDraft.Trust(rawValue: trust) else {
                throw ValidationError(
                    "The trust is one of \(SourceDraft.Trust.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            let (url, section, language) = (url, section, language)
            try await common.withBackend { backend, _ in
                let source = try await Commands(backend).addSource(
                    url, section: section, trust: trust, language: language)
                print("\(source.id)\t\(source.draft.title)\t\(source.draft.url)")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the sources: number, state, articles, last fetch and what waits, title, address.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.withBackend { backend, _ in
                for source in try await Commands(backend).sources() {
                    let state = source.stop?.rawValue ?? (source.failures > 0 ? "failing" : "active")
                    let fields = [
                        "\(source.id)", state, "\(source.articles)", source.summary(now: Date()),
                        source.draft.title, source.draft.url,
                    ]
                    print(fields.joined(separator: "\t"))
                }
            }
        }
    }

    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop fetching a source, whether or not a server is running; its articles stay.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var named: NamedSource

        func run() async throws { try await named.set(isPaused: true, common) }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Fetch a source again that was paused or stopped.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var named: NamedSource

        func run() async throws { try await named.set(isPaused: false, common) }
    }

    struct NamedSource: ParsableArguments {
        @Argument(help: "The number of a source, its name, or its address.") var name: String

        func set(isPaused: Bool, _ common: CommonOptions) async throws {
            let name = name
            try await common.withBackend { backend, _ in
                let source = try await Commands(backend).setSource(name, isPaused: isPaused)
                print("\(source.id)\t\(source.stop?.rawValue ?? "active")\t\(source.draft.title)\t\(source.draft.url)")
            }
        }
    }

    struct Refresh: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch a source, or all of them, now. The exit code is 1 if one failed.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The number of a source.") var id: Int?
        @Flag(help: "All sources that are not stopped.") var all = false

        func validate() throws {
            if all == (id != nil) { throw ValidationError("Name the number of a source, or --all.") }
        }

        func run() async throws {
            let id = id
            try await common.withBackend { backend, _ in
                let commands = Commands(backend)
                let active = try await commands.sources().filter { $0.stop == nil }.map(\.id)
                let failed = Atomic<Bool>(false)
                try await commands.refreshSources(id.map { [$0] } ?? active) { source, fetch in
                    if fetch?.error.isEmpty != true { failed.store(true, ordering: .relaxed) }
                    print("\(source)\t\(fetch?.summary ?? "it does not exist, or a server is fetching it now")")
                    for note in fetch?.notes ?? [] {
                        FileHandle.standardError.write(Data("\(source)\t\(note)\n".utf8))
                    }
                }
                if failed.load(ordering: .relaxed) { throw ExitCode.failure }
            }
        }
    }
}

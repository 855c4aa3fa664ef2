import Archive
import ArgumentParser
import Foundation
import Letters
import Mail
import Server

struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Manage newsletters and other mails.",
        subcommands: [Bounce.self, Keys.self, Queue.self])

    struct Bounce: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Take a mail that came back, from the standard input: your mail server calls this for the sender's address and all its + addresses.",
            discussion:
                "An address that does not exist, or whose owner complains, gets no mail any more; one that is full or away, after the third report within a month."
        )
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let bytes = [UInt8](try FileHandle.standardInput.read(upToCount: BounceReport.limit) ?? Data())
            try await common.withBackend { backend, _ in
                switch try await Commands(backend).takeBounce(bytes) {
                case .suppressed: print("Nothing is sent to this address any more.")
                case .counted: print("Counted.")
                case .nothing: print("This report says nothing that matters.")
                case .unknown: print("This report is about none of our mails.")
                }
            }
        }
    }

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Show the DNS record (TXT) by which others check the signatures of mails (DKIM); the key is made at the first use."
        )
        @OptionGroup var common: CommonOptions
        @Flag(help: "Make another key. Keep the old record for a week: mails that are under way were signed with it.")
        var replace = false

        func run() async throws {
            let replaces = replace
            try await common.withBackend { backend, _ in
                let record = try await Commands(backend).mailRecord(replaces: replaces)
                print("\(record.name)\n\(record.text)")
            }
        }
    }

    struct Queue: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show how many mails wait, were sent or refused in the last 30 days, and which are in doubt.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.withBackend { backend, _ in
                let commands = Commands(backend)
                for (state, count) in try await commands.mailCounts() { print("\(count)\t\(state)") }
                let doubts = try await commands.mailDoubts(limit: 100)
                if !doubts.isEmpty {
                    print(
                        "In doubt: the relay asked for these and did not say whether it took them. They are not sent again."
                    )
                }
                for doubt in doubts { print("\(doubt.at.ISO8601Format())\t\(doubt.kind)\t\(doubt.address)") }
            }
        }
    }
}

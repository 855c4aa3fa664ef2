import ArgumentParser
import Server

struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Manage messages to readers' devices.", subcommands: [Keys.self, Test.self])

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the public key by which push services know the newspaper; it is made at the first use.")
        @OptionGroup var common: CommonOptions
        @Flag(
            help: "Make another key. Devices keep the old one until their reader opens the app, which subscribes anew.")
        var replace = false

        func run() async throws {
            let replaces = replace
            try await common.withBackend { backend, _ in
                print(try await Commands(backend).pushKey(replaces: replaces))
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a message to one device now. The exit code is 1 if its push service does not take it.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The identifier of its subscription, as the app shows it.") var device: String

        func run() async throws {
            let device = device
            try await common.withBackend { backend, _ in
                let status = try await Commands(backend).testPush(to: device)
                print("The push service answers \(status).")
                if !(200..<300).contains(status) { throw ExitCode.failure }
            }
        }
    }
}

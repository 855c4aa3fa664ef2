import ArgumentParser
import Exchange
import Foundation
import Logging
import Pictures
import Server

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the newspaper.")
    @OptionGroup var common: CommonOptions
    @Option(help: "The address to listen on (N4MD_HOST, 127.0.0.1).") var host: String?
    @Option(help: "The TCP port; 0 for any free port (N4MD_PORT, 8080).") var port: Int?
    @Flag(help: "Load a demo newspaper if there is no newspaper yet.") var demo = false

    func run() async throws {
        let isDemo = demo
        let options = { try common.options(["host": host, "port": port.map(String.init)], isDemo: isDemo) }
        try await common.withBackend(options, logLevel: .info, isServing: true) { backend, log in
            if isDemo, let report = try await Commands(backend).importDemo(progress: Progress.show) {
                FileHandle.standardError.write(
                    Data("The demo newspaper has \(report.added) articles and \(report.pictures) pictures.\n".utf8))
            }
            let host = backend.host
            try await Server(backend, log: log).run { port in
                FileHandle.standardError.write(
                    Data(
                        "N4MD is ready: http://\(host):\(port)/m/ to read, http://\(host):\(port)/ws/form to try.\n"
                            .utf8))
            }
        }
    }
}

/// Shows progress on one line of the terminal.
enum Progress {
    @Sendable static func show(_ done: Int, _ all: Int) {
        show("\(done) of \(all)")
        if done == all { end() }
    }

    /// Replaces the line shown before.
    @Sendable static func show(_ text: String) {
        if isatty(2) == 1 { FileHandle.standardError.write(Data("\r\(text)".utf8)) }
    }

    static func end() {
        if isatty(2) == 1 { FileHandle.standardError.write(Data("\n".utf8)) }
    }
}

/// A command for the server's own use, which `Program` starts: decodes and encodes pictures in a child process that may crash.
struct WorkOnPictures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture-worker", abstract: "Work on pictures for a server.")

    @Flag(help: "Work only when the machine has nothing else to do.") var background = false

    func run() throws { try PictureWorker.run(isBackground: background) }
}

import ArgumentParser
import Foundation
import Pictures
import Server

struct PictureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Make a rendition of a picture file, without a newspaper.")
    @Argument(help: "The picture: JPEG, PNG, GIF, WebP or AVIF.") var file: String
    @Option(name: .shortAndLong, help: "The maximum width in pixels.") var width = 640
    @Option(name: .shortAndLong, help: "The quality class, 1 to 100: how closely it resembles the original.")
    var quality = 60
    @Option(name: .shortAndLong, help: "The part to show: whole, square or wide (16:9).") var shape = "whole"
    @Option(name: .shortAndLong, help: "The file to write: .jpg, .webp or .avif.") var output: String

    func run() async throws {
        do {
            let made = try await PictureFile.render(file, width: width, quality: quality, shape: shape, to: output)
            print("\(output): \(made.width) x \(made.height) pixels, \(made.bytes) bytes")
        } catch {
            FileHandle.standardError.write(Data("n4md: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }
}

struct PicturesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pictures", abstract: "Maintain the stored pictures.",
        subcommands: [Make.self, Check.self, Collect.self])

    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make the renditions that a server would make in the background.")
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.withBackend { backend, log in
                let left = try await Commands(backend).makePictures(log: log) {
                    Progress.show("\($0) pictures to go")
                }
                Progress.end()
                print(
                    left == 0
                        ? "All renditions are made."
                        : left == 1 ? "1 picture still lacks renditions." : "\(left) pictures still lack renditions.")
                if left > 0 { throw ExitCode.failure }
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Read all pictures, and report missing or damaged ones and stray files. The exit code is 1 if there are any."
        )
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await common.withBackend { backend, _ in
                let problems = try await Commands(backend).checkPictures { Progress.show("\($0) pictures") }
                Progress.end()
                for problem in problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
                print(problems.isEmpty ? "All pictures are whole." : "\(problems.count) problems.")
                if !problems.isEmpty { throw ExitCode.failure }
            }
        }
    }

    struct Collect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "gc",
            abstract: "Remove pictures that no article or revision uses, and stray files, a day after they arrived.")
        @OptionGroup var common: CommonOptions
        @Flag(help: "Only report how many.") var dryRun = false
        @Flag(help: "Remove originals even if the database knows few of them.") var force = false

        func run() async throws {
            let (dryRun, force) = (dryRun, force)
            try await common.withBackend { backend, _ in
                let unused = try await Commands(backend).collectPictures(dryRun: dryRun, force: force)
                let found = "\(unused.pictures) unused pictures and \(unused.files) files of no picture"
                print("\(found), \(unused.bytes) bytes\(dryRun ? "" : " removed").")
            }
        }
    }
}

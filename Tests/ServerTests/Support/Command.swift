import Foundation

/// A program's exit status and output.
struct CommandResult: Sendable {
    var status: Int32
    var output: String
    var errors: String
}

/// Runs a program without blocking a Swift thread; kills it after a minute.
func run(_ program: String, _ arguments: [String], home: String? = nil) async throws -> CommandResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let home { process.environment = ProcessInfo.processInfo.environment.merging(["HOME": home]) { $1 } }
    let folder = FileManager.default.temporaryDirectory.appending(path: "n4md-command-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    let timer = Task {
        try await Task.sleep(for: .seconds(60))
        process.terminate()
    }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    timer.cancel()
    return CommandResult(
        status: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
}

/// A temporary folder, for files that other programs read.
func withFolder<T>(_ body: (URL) async throws -> T) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "n4md-reader-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

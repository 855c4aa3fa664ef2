import Foundation

/// The port on which the server of a data folder listens. A file keeps it with the server's process, so that the commands beside the server
/// print addresses that work whatever port it was given. Without the file they print the address that the options give.
struct ServedPort: Sendable {
    private let file: String

    init(_ options: Options) { file = options.storage.data + "/port" }

    /// The port; nil if the server that kept it no longer runs.
    var number: Int? {
        guard let (process, port) = kept, kill(process, 0) == 0 else { return nil }
        return port
    }

    private var kept: (process: pid_t, port: Int)? {
        let words = (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: " ") ?? []
        guard words.count == 2, let process = pid_t(words[0]), process > 0, let port = Int(words[1]),
            (1...65535).contains(port)
        else { return nil }
        return (process, port)
    }

    /// Keeps the port of this process.
    func keep(_ port: Int) {
        try? "\(ProcessInfo.processInfo.processIdentifier) \(port)".write(
            toFile: file, atomically: true, encoding: .utf8)
    }

    /// Removes the file, unless another process has kept its port meanwhile.
    func forget() {
        guard kept?.process == ProcessInfo.processInfo.processIdentifier else { return }
        try? FileManager.default.removeItem(atPath: file)
    }
}

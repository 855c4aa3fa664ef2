import Foundation

/// The port on which the server of a data folder listens. It is kept in a file, so that the commands beside the server print addresses that
/// work whatever port it was given.
struct ServedPort: Sendable {
    private let file: String

    init(_ options: Options) { file = options.storage.data + "/port" }

    /// The port; nil if no server is running there.
    var number: Int? {
        (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0) }.flatMap {
            (1...65535).contains($0) ? $0 : nil
        }
    }

    /// Without the file the commands print the address that the options give.
    func keep(_ port: Int) { try? String(port).write(toFile: file, atomically: true, encoding: .utf8) }

    func forget() { try? FileManager.default.removeItem(atPath: file) }
}

/// The marks of trackers in `trackers.txt`, which is compiled into the program.
enum Trackers {
    /// The marks of one use, such as `host`, in the file's order.
    static func marks(_ use: Substring) -> [String] {
        lines.filter { $0.first == use }.compactMap { $0.count == 2 ? String($0[1]) : nil }
    }

    /// The words of each line that is not a comment.
    static let lines = String(decoding: PackageResources.trackers_txt, as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
}

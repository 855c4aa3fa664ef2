import Foundation

/// Real input that is not part of the repository; tests of it are skipped where it is absent.
enum SharedData {
    static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["N4MD_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let beside = root.deletingLastPathComponent().appending(path: "shared/data")
        return [named, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The archive of a real newspaper, its photographs in `media` beside it.
    static let newspaper = folder?.appending(path: "newspaper/feed.xml")
}

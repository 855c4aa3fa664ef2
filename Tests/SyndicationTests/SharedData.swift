import Foundation

/// Real feeds that are not part of the repository; tests of them do nothing where they are absent.
enum SharedData {
    static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["N4MD_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let beside = root.deletingLastPathComponent().appending(path: "shared/data")
        return [named, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    static let feeds: [URL] = {
        guard let folder = folder?.appending(path: "feeds") else { return [] }
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    static let newspaper = folder?.appending(path: "newspaper/feed.xml")
}

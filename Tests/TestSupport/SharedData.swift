public import Foundation

/// Real input that is not in the repository. Tests of it are skipped if it is missing.
public enum SharedData {
    /// The folder named by the environment, otherwise the one beside the repository.
    public static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["N4MD_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let beside = root.deletingLastPathComponent().appending(path: "shared/data")
        return [named, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// Captured feeds.
    public static let feeds: [URL] = {
        guard let folder = folder?.appending(path: "feeds") else { return [] }
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    /// The archive of a real newspaper, with its photographs in `media` beside it.
    public static let newspaper = folder?.appending(path: "newspaper/feed.xml")

    /// The bytes of a file in the folder.
    public static func bytes(_ path: String) -> [UInt8]? {
        folder.flatMap { try? Data(contentsOf: $0.appending(path: path)) }.map { Array($0) }
    }
}

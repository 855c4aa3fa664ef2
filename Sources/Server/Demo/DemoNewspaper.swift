import Exchange
import Foundation
import NIOPosix
import Syndication
import Web

/// The newspaper of our own that shows what the system does: a feed in `static/demo`, with illustrations drawn by the program.
struct DemoNewspaper: Sendable {
    let assets: String

    /// Draws the pictures and imports the articles, their dates moved by whole weeks so that the newest is of this week or the last.
    func bring(into importer: Importer, progress: @escaping @Sendable (Int, Int) -> Void) async throws
        -> Importer.Report
    {
        guard let data = FileManager.default.contents(atPath: assets + "/demo/newspaper.xml") else {
            throw OptionError(faults: ["The demo newspaper is missing in the folder static/demo."])
        }
        let bytes = [UInt8](data)
        let feed = try Feed(bytes)
        let media = FileManager.default.temporaryDirectory.appendingPathComponent("n4md-demo-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: media) }
        try await draw(feed, into: media)
        return try await importer.run(bytes, media: media, shift: Self.shift(feed), progress: progress)
    }

    private func draw(_ feed: Feed, into media: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for url in feed.items.compactMap({ $0.picture?.url }) {
                let file = (url as NSString).lastPathComponent
                group.addTask {
                    try await NIOThreadPool.singleton.runIfActive {
                        guard let jpeg = Illustration.jpeg(named: (file as NSString).deletingPathExtension) else {
                            return
                        }
                        try Data(jpeg).write(to: URL(fileURLWithPath: "\(media)/\(file)"))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func shift(_ feed: Feed) -> TimeInterval {
        guard let newest = feed.items.compactMap(\.published).max() else { return 0 }
        let week = 7.0 * 86_400
        return (Date().timeIntervalSince(newest) / week).rounded(.down) * week
    }
}

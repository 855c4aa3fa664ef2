import Exchange
import FeedReading
import Foundation
import Syndication
import Web

/// The newspaper of our own that shows what the system does: a feed in `static/demo`, and beside it the pictures that it names.
struct DemoNewspaper: Sendable {
    let assets: String

    /// Imports the articles, their dates moved by whole weeks so that the newest is of this week or the last. The renditions of their
    /// pictures are made in the background: whoever tries the program need not wait for them.
    func bring(into importer: Importer, progress: @escaping @Sendable (Int, Int) -> Void) async throws
        -> Importer.Report
    {
        let folder = assets + "/demo"
        guard let data = FileManager.default.contents(atPath: folder + "/newspaper.xml") else {
            throw OptionError(faults: ["The demo newspaper is missing in the folder static/demo."])
        }
        let bytes = [UInt8](data)
        var importer = importer
        importer.waitsForRenditions = false
        return try await importer.run(bytes, media: folder, shift: Self.shift(try Feed(bytes)), progress: progress)
    }

    private static func shift(_ feed: Feed) -> TimeInterval {
        guard let newest = feed.items.compactMap(\.published).max() else { return 0 }
        let week = 7.0 * 86_400
        return (Date().timeIntervalSince(newest) / week).rounded(.down) * week
    }
}

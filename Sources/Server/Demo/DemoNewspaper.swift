import Archive
import Editorial
import Exchange
import FeedReading
import Foundation
import News
import Syndication
import Web

/// The newspaper of our own that shows what the system does: a feed in `static/demo`, and beside it the pictures that it names.
struct DemoNewspaper: Sendable {
    let assets: String

    private static let hour = 3600.0, week = 7 * 24 * 3600.0
    /// The pages in the footer, each by its slug and the name of its file.
    private static let pages = ["about", "privacy"]

    /// Imports the articles, their dates moved by whole hours so that the newest is less than an hour old. The renditions of their
    /// pictures are made in the background: whoever tries the program need not wait for them.
    func bring(into importer: Importer, progress: @escaping @Sendable (Int, Int) -> Void) async throws
        -> Importer.Report
    {
        let folder = assets + "/demo"
        guard let data = FileManager.default.contents(atPath: folder + "/newspaper.xml") else {
            throw OptionError(faults: ["The demo newspaper is missing in the folder static/demo."])
        }
        let bytes = [UInt8](data)
        let newest = try Feed(bytes).items.compactMap(\.published).max() ?? Date()
        let shift = (Date().timeIntervalSince(newest) / Self.hour).rounded(.down) * Self.hour
        let now = newest.addingTimeInterval(shift)
        // On every day of the week the newspaper has an edition of this week and one of the last, with the same stories.
        let pages = try Self.pages.map { try page($0, in: folder) }
        let editions = try await importer.archive.write { holdings in
            for page in pages where try holdings.pages.find(page.slug) == nil { try holdings.pages.insert(page) }
            return try holdings.editions.makeWeekly(of: [now.addingTimeInterval(-Self.week), now])
        }
        var importer = importer
        importer.waitsForRenditions = false
        return try await importer.run(
            bytes, media: folder, shift: shift,
            edition: { now.timeIntervalSince($0) < Self.week ? .number(editions[1]) : .number(editions[0]) },
            progress: progress)
    }

    /// A page from its file of Markdown, which begins with the title.
    private func page(_ slug: String, in folder: String) throws -> StandingPage {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(slug).md") else {
            throw OptionError(faults: ["The page \(slug).md is missing in the folder static/demo."])
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        let title = lines.first.map { String($0.drop { "# ".contains($0) }) } ?? ""
        let text = lines.count > 1 ? String(lines[1]) : ""
        return try StandingPageInput(slug: slug, title: title, markdown: text, inFooter: true).page()
    }
}

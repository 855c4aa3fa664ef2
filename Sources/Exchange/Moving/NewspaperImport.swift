package import Archive
import ExchangeArchive
import Foundation
import Imaging
import News
package import Pictures
import XML

/// Imports an archive written by ``NewspaperExport``, reading it three times: to check that it is
/// complete, to add the pictures one by one, and to write everything else in one transaction. So a bad
/// archive changes nothing, and an interrupted import can be repeated.
package struct NewspaperImport: Sendable {
    package let archive: Archive
    package let pictures: PictureStore
    package let path: String

    package init(archive: Archive, pictures: PictureStore, path: String) {
        self.archive = archive
        self.pictures = pictures
        self.path = path
    }

    /// - Parameter progress: called with the number of articles and pictures done, and the total.
    package func run(progress: @escaping @Sendable (Int, Int) -> Void) async throws -> Importer.Report {
        let path = path
        let count = try await pictures.onThread { try NewspaperCheck.run(path) }
        var report = Importer.Report()
        try await addPictures(&report) { progress($0, count.pictures + count.articles) }
        try await write(&report) { progress(count.pictures + $0, count.pictures + count.articles) }
        return report
    }

    /// Adds the pictures, several at a time.
    private func addPictures(_ report: inout Importer.Report, _ progress: @Sendable (Int) -> Void) async throws {
        var reader = try NewspaperReader(path)
        var done = 0
        while true {
            var batch: [(hash: String, bytes: [UInt8])] = []
            while batch.count < Self.picturesAtOnce, let (member, header) = try reader.next() {
                guard case .picture(let hash) = member else { continue }
                batch.append((hash, try reader.contents(header)))
            }
            if batch.isEmpty { return }
            try await withThrowingTaskGroup(of: Result<Bool, ImportFault>.self) { group in
                for picture in batch { group.addTask { try await add(picture.hash, picture.bytes) } }
                for try await result in group {
                    switch result {
                    case .success(let isNew): report.pictures += isNew ? 1 : 0
                    case .failure(let fault): report.tell(fault.reason)
                    }
                }
            }
            done += batch.count
            progress(done)
        }
    }

    private static let picturesAtOnce = 4

    /// Adds a picture. Returns whether it is new, or its fault.
    private func add(_ hash: String, _ bytes: [UInt8]) async throws -> Result<Bool, ImportFault> {
        do {
            if let known = try await pictures.known(hash) {
                try await pictures.restore(bytes, of: known.record)
                return .success(false)
            }
            _ = try await pictures.add(bytes, by: nil)
            return .success(true)
        } catch let error as ImagingError {
            return .failure(ImportFault(reason: "picture \(hash): not taken: \(error)"))
        }
    }

    private func write(_ report: inout Importer.Report, _ progress: @escaping @Sendable (Int) -> Void) async throws {
        let path = path
        var focal: [MovingPicture] = []
        (report, focal) = try await archive.write { [report] holdings in
            var report = report
            var focal: [MovingPicture] = []
            var reader = try NewspaperReader(path)
            var isNew = false
            while let (member, header) = try reader.next() {
                switch member {
                case .head:
                    isNew = try holdings.moving.beginIn(
                        masthead: NewspaperReader.masthead(try reader.contents(header)))
                case .rows(let part):
                    for (index, line) in try reader.lines(header).enumerated() {
                        do {
                            try take(part, line, isNew: isNew, holdings, &report)
                            if part == .pictures, let picture = MovingPicture(line) { focal.append(picture) }
                        } catch let fault as ImportFault {
                            throw TarError("\(header.name), line \(index + 1): \(fault.reason).")
                        } catch let error where ArchiveFault.refused ~= error {
                            throw TarError("\(header.name), line \(index + 1): \(error).")
                        } catch ArchiveError.faults(let faults) {
                            throw TarError(
                                "\(header.name), line \(index + 1): \(faults.map { "\($0.field) \($0.detail)" }.joined(separator: "; "))."
                            )
                        }
                    }
                    progress(report.added + report.known)
                case .picture, .end: break
                }
            }
            try holdings.moving.endIn(articles: report.added)
            return (report, focal)
        }
        for picture in focal { try await setFocus(picture) }
        pictures.lookForWork()
    }

    private func take(
        _ part: MovingPart, _ line: String, isNew: Bool, _ holdings: Holdings, _ report: inout Importer.Report
    ) throws {
        var row = MovingRow(json: line)
        if [.articles, .revisions, .pages].contains(part) { row.body = try CleanBody(line, part) }
        let moved = try holdings.moving.take(part, row, isNew: isNew)
        switch (part, moved) {
        case (.articles, .known): report.known += 1
        case (.articles, _): report.added += 1
        case (.revisions, .added): report.revisions += 1
        case (.redirects, .added): report.redirects += 1
        default: break
        }
        if case .changed(let change) = moved { report.tell(change) }
    }

    /// Applies an editor's focal point, unless one has been set here.
    private func setFocus(_ picture: MovingPicture) async throws {
        guard let known = try await pictures.known(picture.hash), known.record.focus?.isSet != true else { return }
        let crops = try await pictures.crops(of: known.record, x: picture.x, y: picture.y)
        try await archive.write { holdings in
            try holdings.pictures.setFocus(x: picture.x, y: picture.y, of: picture.hash, crops: crops, by: nil)
        }
    }
}

/// A picture whose focal point an editor set.
private struct MovingPicture: Sendable {
    var hash: String
    var x: Int
    var y: Int

    private struct Row: Decodable {
        var hash: String
        var focus: [Int]?
    }

    init?(_ line: String) {
        guard let row = try? JSONDecoder().decode(Row.self, from: Data(line.utf8)), let focus = row.focus,
            focus.count == 2, focus.allSatisfy({ (0...100).contains($0) })
        else { return nil }
        (hash, x, y) = (row.hash, focus[0], focus[1])
    }
}

extension CleanBody {
    private struct Row: Decodable {
        var body_html: String?
        var body: String?
        var content: Content?
    }
    private struct Content: Decodable { var body_html: String? }

    /// The body of an article, a revision or a page being imported, sanitised. Its text stays as it came if it was clean, as anything we
    /// exported is.
    fileprivate init(_ line: String, _ part: MovingPart) throws {
        let row: Row
        do {
            row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
        } catch {
            throw ImportFault(reason: "it is not readable JSON")
        }
        let html =
            switch part {
            case .articles: row.body_html ?? ""
            case .pages: row.body ?? ""
            default: row.content?.body_html ?? ""
            }
        let clean = HTMLSanitizer.sanitize(html)
        self.init(html: clean.html, text: clean.html == html ? nil : clean.plainText)
    }
}

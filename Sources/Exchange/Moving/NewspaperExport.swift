package import Archive
import ExchangeArchive
import Foundation
package import Pictures
import Web

/// Exports a whole newspaper as an archive that `n4md import` can read: a consistent snapshot, whatever
/// changes meanwhile.
package struct NewspaperExport: Sendable {
    package let archive: Archive
    package let pictures: PictureStore

    package init(archive: Archive, pictures: PictureStore) {
        self.archive = archive
        self.pictures = pictures
    }

    /// The numbers of exported articles, revisions and pictures.
    package struct Report: Sendable {
        package var articles = 0
        package var revisions = 0
        package var pictures = 0
        /// Missing or damaged originals, which are the only things left out.
        package var problems: [String] = []
    }

    /// Writes the archive to a file, or to standard output for `-`. It writes to a temporary file first, so
    /// that the path never has an incomplete archive.
    package func run(to path: String, progress: @escaping @Sendable (String) -> Void) async throws -> Report {
        if path == "-" { return try await write(to: STDOUT_FILENO, progress) }
        let draft = "\(path).\(UUID().uuidString.prefix(8)).part"
        // It contains unpublished articles, so only its owner may read it.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw OptionError(faults: ["\(path) cannot be written: \(String(cString: strerror(errno)))."])
        }
        defer { close(descriptor) }
        do {
            let report = try await write(to: descriptor, progress)
            guard fsync(descriptor) == 0, rename(draft, path) == 0 else {
                throw OptionError(faults: ["\(path) cannot be written: \(String(cString: strerror(errno)))."])
            }
            return report
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Uses a write transaction, because those are never repeated, which would write everything twice.
    private func write(to descriptor: Int32, _ progress: @escaping @Sendable (String) -> Void) async throws -> Report {
        try await archive.write { holdings in
            var report = Report()
            var archive = TarWriter(FileHandle(fileDescriptor: descriptor, closeOnDealloc: false))
            try holdings.moving.beginOut()
            try archive.add(NewspaperArchive.head, head(try holdings.moving.masthead()))
            for part in MovingPart.allCases {
                var lines = Lines(part: part)
                var files: [PictureFile] = []
                try holdings.moving.give(part) { row in
                    try lines.add(row, to: &archive)
                    switch part {
                    case .articles:
                        report.articles += 1
                        if report.articles % 100 == 0 { progress("\(report.articles) articles") }
                    case .revisions:
                        report.revisions += 1
                        if report.revisions % 100 == 0 { progress("\(report.revisions) revisions") }
                    case .pictures: files.append(try JSONDecoder().decode(PictureFile.self, from: Data(row.utf8)))
                    default: break
                    }
                }
                try lines.finish(&archive)
                try add(files, to: &archive, &report, progress)
            }
            let end = try JSONEncoder().encode(NewspaperArchive.End(sha256: archive.hash))
            try archive.add(NewspaperArchive.end, [UInt8](end))
            try archive.finish()
            return report
        }
    }

    private func head(_ masthead: String) -> [UInt8] {
        Array(#"{"n4md": \#(NewspaperArchive.version), "masthead": \#(masthead)}"#.utf8)
    }

    private struct PictureFile: Decodable {
        var hash: String
        var format: String
    }

    private func add(
        _ files: [PictureFile], to archive: inout TarWriter, _ report: inout Report, _ progress: (String) -> Void
    ) throws {
        for file in files {
            let bytes = FileManager.default.contents(atPath: pictures.originalPath(file.hash, file.format)).map {
                [UInt8]($0)
            }
            guard let bytes, PictureStore.hash(of: bytes) == file.hash else {
                report.problems.append(
                    "\(file.hash): the original is \(bytes == nil ? "missing" : "damaged"), so it is not in the archive."
                )
                continue
            }
            try archive.add(NewspaperArchive.picture(file.hash, file.format), bytes)
            report.pictures += 1
            if report.pictures % 10 == 0 { progress("\(report.pictures) of \(files.count) pictures") }
        }
    }

    /// Collects rows into files of a few megabytes, since a file's size must be known before writing it.
    private struct Lines {
        let part: MovingPart
        private var number = 0
        private var bytes: [UInt8] = []

        init(part: MovingPart) { self.part = part }

        mutating func add(_ line: String, to archive: inout TarWriter) throws {
            bytes += line.utf8
            bytes.append(UInt8(ascii: "\n"))
            if bytes.count >= NewspaperArchive.rowsBytes { try finish(&archive) }
        }

        mutating func finish(_ archive: inout TarWriter) throws {
            guard !bytes.isEmpty else { return }
            number += 1
            try archive.add(NewspaperArchive.rows(part, number), bytes)
            bytes.removeAll(keepingCapacity: true)
        }
    }
}

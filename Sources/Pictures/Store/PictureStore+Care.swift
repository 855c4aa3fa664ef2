package import Archive
import Foundation
import News
import Web

/// Maintenance by operators: checking that everything is there, and removing what nobody uses.
extension PictureStore {
    /// Reads every original and every rendition, and lists what is missing or damaged, what could not be
    /// made, and what belongs to no picture. Damaged renditions are removed, since they are made again on
    /// the next request; an original can only be uploaded again.
    package func check(progress: @Sendable (Int) -> Void) async throws -> [String] {
        var problems: [String] = []
        var last: String?
        var count = 0
        while true {
            let hash = last
            let pictures = try await archive.read { holdings in
                try holdings.pictures.list(after: hash, limit: 100).map {
                    (
                        $0, try holdings.pictures.renditions(of: $0.hash), try holdings.pictures.checksums(of: $0.hash),
                        try holdings.ladders.lost(of: $0.hash)
                    )
                }
            }
            guard let end = pictures.last else { break }
            for (record, renditions, checksums, lost) in pictures {
                problems += lost.map {
                    "\(record.hash): no \($0) could be made of it, and there are no more attempts. n4md pictures make tries again."
                }
                problems += try await onThread { [self] in self.problems(of: record) }
                for rendition in renditions {
                    problems += try await self.problems(of: rendition, record.hash, checksums[rendition.name])
                }
            }
            count += pictures.count
            progress(count)
            last = end.0.hash
        }
        return try await problems
            + strays().map {
                "\($0.path) belongs to no picture. n4md pictures gc removes it a day after it was written."
            }
    }

    private func problems(of record: PictureRecord) -> [String] {
        guard let bytes = FileManager.default.contents(atPath: originalPath(record.hash, record.format)) else {
            return ["\(record.hash): the original is missing. Upload it again."]
        }
        return Self.hash(of: [UInt8](bytes)) == record.hash
            ? [] : ["\(record.hash): the original is damaged. Upload it again."]
    }

    /// A rendition of an earlier version gets the checksum of its file, if that is whole.
    private func problems(of rendition: Rendition, _ hash: String, _ checksum: String?) async throws -> [String] {
        let path = renditionPath(hash, rendition.name)
        guard let bytes = try await read(path) else {
            return ["\(hash): \(rendition.name.text) is missing. It will be made again on request."]
        }
        let actual = Self.hash(of: bytes)
        if bytes.count == rendition.bytes, rendition.name.isWhole(bytes), actual == checksum ?? actual {
            if checksum == nil {
                try await archive.write { try $0.pictures.setChecksum(actual, of: hash, rendition.name) }
            }
            return []
        }
        try await onThread { try? FileManager.default.removeItem(atPath: path) }
        return ["\(hash): \(rendition.name.text) was damaged and has been removed. It will be made again on request."]
    }

    /// Restores the original of a known picture if it is missing.
    package func restore(_ bytes: [UInt8], of record: PictureRecord) async throws {
        try await onThread { [self] in
            let path = originalPath(record.hash, record.format)
            if !FileManager.default.fileExists(atPath: path) { try write(bytes, to: path, synced: true) }
        }
    }

    /// Removes the pictures that nobody uses and the files that belong to no picture, a day after they
    /// came. With `dryRun`, only lists them.
    /// - Parameter force: removes files even if so many originals are unknown that the folder and the
    ///   database may belong to different newspapers or different times.
    package func collect(dryRun: Bool, force: Bool = false) async throws -> (pictures: [PictureRecord], files: [Stray])
    {
        let strays = try await strays(olderThan: 86_400)
        if !dryRun, !force { try await refuseForeign(strays) }
        let pictures = try await collectPictures(dryRun: dryRun)
        return (pictures, dryRun ? strays : try await remove(strays))
    }

    /// Originals cannot be made again: a database that does not know many of them is probably the wrong
    /// one.
    private func refuseForeign(_ strays: [Stray]) async throws {
        let originals = strays.filter(\.isOriginal).count
        let known = try await archive.read { try $0.pictures.count() }
        guard originals > 5 + known / 10 else { return }
        throw OptionError(faults: [
            "\(originals) originals in \(folder)/pictures belong to no picture of this database, which knows \(known). It may be the wrong database, or a"
                + " backup that has not been restored yet. To remove them anyway: n4md pictures gc --force"
        ])
    }

    private func collectPictures(dryRun: Bool) async throws -> [PictureRecord] {
        let unused = try await archive.read { try $0.pictures.unused() }
        if dryRun { return unused }
        var removed: [PictureRecord] = []
        for record in unused {
            let isGone = try await archive.write { [self] holdings in
                guard try holdings.pictures.deleteUnused(record.hash) else { return false }
                // Runs before the commit, so that anyone adding the picture again waits until its files are
                // gone.
                removeFiles(of: record)
                return true
            }
            if isGone { removed.append(record) }
        }
        return removed
    }

    /// Removes the original and the renditions from the disk.
    package func removeFiles(of record: PictureRecord) {
        try? FileManager.default.removeItem(atPath: originalPath(record.hash, record.format))
        removeRenditions(of: record.hash)
    }

    /// Removes the renditions from the disk. Call it before the commit that forgets them: missing ones are
    /// made again.
    package func removeRenditions(of hash: String) {
        try? FileManager.default.removeItem(atPath: renditionsPath(hash))
    }
}

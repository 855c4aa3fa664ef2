import Archive
import Foundation
import News

/// Files that belong to no picture: left by a server that crashed while writing, or that could not clean
/// up.
extension PictureStore {
    /// A file in the picture folders that belongs to no picture.
    package struct Stray: Sendable {
        /// The path relative to the data folder.
        var path: String
        package var bytes: Int
        /// The hash in its name; nil for a draft, which belongs to nobody.
        fileprivate var hash: String?
        /// Whether it is in the place of an original, which nobody can make again.
        var isOriginal: Bool { hash != nil && path.hasPrefix("pictures/") }
    }

    /// How long drafts, and files of pictures not yet recorded, may be under way, in seconds.
    private static let patience = 3600.0
    private static let drafts = "."

    /// The files that no picture has. Files younger than this many seconds are skipped: they may belong to
    /// a picture that is being added.
    func strays(olderThan seconds: Double = patience) async throws -> [Stray] {
        var strays: [Stray] = []
        for root in ["pictures", "renditions"] {
            for part in try await onThread({ [self] in names("\(folder)/\(root)").filter(Self.isPart) }) {
                let files = try await onThread { [self] in old("\(root)/\(part)", Date(timeIntervalSinceNow: -seconds))
                }
                let hashes = Array(Set(files.compactMap(\.hash)))
                let known = hashes.isEmpty ? [] : try await archive.read { try $0.pictures.known(among: hashes) }
                strays += files.filter { $0.hash.map { !known.contains($0) } ?? true }
            }
        }
        return strays
    }

    /// Removes strays, unless somebody has added their picture meanwhile. Returns those removed.
    func remove(_ strays: [Stray]) async throws -> [Stray] {
        var removed: [Stray] = []
        for (hash, files) in Dictionary(grouping: strays, by: \.hash) {
            removed += try await archive.write { [self] holdings in
                // Nobody can add it until the transaction ends.
                guard try hash.map({ try holdings.pictures.isUnknown($0) }) ?? true else { return [] }
                return files.filter { unlink("\(folder)/\($0.path)") == 0 }
            }
            if let hash { rmdir(renditionsPath(hash)) }
        }
        return removed
    }

    /// Folders are named after the first two digits of the hashes.
    @Sendable private static func isPart(_ name: String) -> Bool {
        name.utf8.count == 2 && name.allSatisfy { $0.isHexDigit }
    }

    private func names(_ path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The files below a folder last changed before a moment, with the hash in their path.
    private func old(_ part: String, _ moment: Date) -> [Stray] {
        names("\(folder)/\(part)").flatMap { name -> [Stray] in
            let path = "\(part)/\(name)"
            if name.hasPrefix(Self.drafts) { return stray(path, nil, moment) }
            let hash = String(name.prefix { $0 != "." })
            guard isSHA256(hash) else { return [] }
            if name != hash { return stray(path, hash, moment) }
            return names("\(folder)/\(path)").flatMap { file in
                stray("\(path)/\(file)", file.hasPrefix(Self.drafts) ? nil : hash, moment)
            }
        }
    }

    private func stray(_ path: String, _ hash: String?, _ moment: Date) -> [Stray] {
        guard let known = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)"),
            known[.type] as? FileAttributeType == .typeRegular, let size = known[.size] as? Int,
            let changed = known[.modificationDate] as? Date, changed < moment
        else { return [] }
        return [Stray(path: path, bytes: size, hash: hash)]
    }
}

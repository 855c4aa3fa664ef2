import Archive
import Foundation
import News
import PostgreSQL

/// Files that belong to no picture: what a server left that fell while it wrote, or could not clean up behind itself.
extension PictureStore {
    /// What of the folders of pictures belongs to no picture.
    package struct Stray: Sendable {
        /// Below the data folder.
        var path: String
        package var bytes: Int
        /// The hash by which it is named; nil for a draft, which is nobody's.
        fileprivate var hash: String?
        /// Whether it has the place of an original, which nobody can make again.
        var isOriginal: Bool { hash != nil && path.hasPrefix("pictures/") }
    }

    /// How long drafts, and files of pictures that are not written down yet, may be under way.
    private static let patience = 3600.0
    private static let drafts = "."

    /// The files that no picture has. What is younger than the seconds is passed over: it may be of a picture that is just being added.
    func strays(olderThan seconds: Double = patience) async throws -> [Stray] {
        var strays: [Stray] = []
        for root in ["pictures", "renditions"] {
            for part in try await onThread({ [self] in names("\(folder)/\(root)").filter(Self.isPart) }) {
                let files = try await onThread { [self] in old("\(root)/\(part)", Date(timeIntervalSinceNow: -seconds))
                }
                let hashes = Array(Set(files.compactMap(\.hash)))
                let known = hashes.isEmpty ? [] : try await database.read { try $0.knownPictures(among: hashes) }
                strays += files.filter { $0.hash.map { !known.contains($0) } ?? true }
            }
        }
        return strays
    }

    /// Removes strays, unless somebody has added their picture meanwhile. Returns those that it removed.
    func remove(_ strays: [Stray]) async throws -> [Stray] {
        var removed: [Stray] = []
        for (hash, files) in Dictionary(grouping: strays, by: \.hash) {
            removed += try await database.write { [self] connection in
                // Until the transaction ends nobody adds it.
                guard try hash.map({ try connection.isPictureUnknown($0) }) ?? true else { return [] }
                return files.filter { unlink("\(folder)/\($0.path)") == 0 }
            }
            if let hash { rmdir(renditionsPath(hash)) }
        }
        return removed
    }

    /// Folders are named by the first two digits of the hashes.
    @Sendable private static func isPart(_ name: String) -> Bool {
        name.utf8.count == 2 && name.allSatisfy { $0.isHexDigit }
    }

    private func names(_ path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    /// The files below a folder that were last changed before a moment, by the hash that stands in their path.
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

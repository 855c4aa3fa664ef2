import Archive
import Foundation
import News

/// Paths of files, and how they are written.
extension PictureStore {
    func read(_ path: String) async throws -> [UInt8]? {
        try await onThread { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
    }

    /// Writes to a draft in the same folder and renames it, so that nobody reads half a file. An original
    /// is synced to disk before that. A rendition is not, which saves dozens of waits per picture:
    /// `isWhole` finds one that a crash cut short, and it can be made again.
    func write(_ bytes: [UInt8], to path: String, synced: Bool = false) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let draft = PartFile(path: "\(folder)/.\(UUID().uuidString)")
        try draft.make(bytes, synced: synced, mode: 0o666)
        guard rename(draft.path, path) == 0 else {
            let code = errno
            draft.remove()
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
    }

    /// Removes the files of a picture that was never recorded in the database, not even by somebody else.
    /// If the database cannot be asked, the files stay until `collect` removes them.
    func removeUnknown(_ record: PictureRecord) async {
        try? await archive.write { [self] holdings in
            if try holdings.pictures.isUnknown(record.hash) { removeFiles(of: record) }
        }
    }

    package func originalPath(_ hash: String, _ format: String) -> String {
        "\(folder)/pictures/\(hash.prefix(2))/\(hash).\(format)"
    }
    /// The folder of a picture's renditions.
    func renditionsPath(_ hash: String) -> String { "\(folder)/renditions/\(hash.prefix(2))/\(hash)" }
    func renditionPath(_ hash: String, _ name: RenditionName) -> String { "\(renditionsPath(hash))/\(name.text)" }
}

import Archive
import Foundation
import News
import PostgreSQL

/// Where the files lie, and how they get there.
extension PictureStore {
    func read(_ path: String) async throws -> [UInt8]? {
        try await onThread { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
    }

    /// Beside its place first, then renamed, so that nobody ever reads half a file. An original is brought to the disk before; a
    /// rendition can be made again, and is where a machine that fell has cut it short (`isWhole`), which spares dozens of waits a picture.
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

    /// Removes what of a picture was written before it could be written down, which it is by nobody else either. Where the database cannot be
    /// asked the files stay: `collect` removes them in its time.
    func removeUnknown(_ record: PictureRecord) async {
        try? await database.write { [self] connection in
            if try connection.isPictureUnknown(record.hash) { removeFiles(of: record) }
        }
    }

    package func originalPath(_ hash: String, _ format: String) -> String {
        "\(folder)/pictures/\(hash.prefix(2))/\(hash).\(format)"
    }
    /// The folder of a picture's renditions.
    func renditionsPath(_ hash: String) -> String { "\(folder)/renditions/\(hash.prefix(2))/\(hash)" }
    func renditionPath(_ hash: String, _ name: RenditionName) -> String { "\(renditionsPath(hash))/\(name.text)" }
}

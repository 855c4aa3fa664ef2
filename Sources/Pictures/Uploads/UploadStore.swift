import Archive
import Credentials
import Foundation
import Hummingbird
import Imaging
import NIOCore
import News
package import Web

/// Pictures uploaded in parts over unreliable connections. The received bytes are in the folder
/// `uploads` of the data folder, under an unguessable name; the database records who may resume an
/// upload, and until when.
///
/// Nodes that share a database but not the data folder know each other's uploads but lack their bytes.
/// There, a part must go to the node where its upload began (routed by the address, which is the same
/// for all parts), or all nodes must share the `uploads` folder.
package struct UploadStore: Sendable {
    package let pictures: PictureStore

    package init(pictures: PictureStore) {
        self.pictures = pictures
    }
    private var archive: Archive { pictures.archive }
    private var folder: String { pictures.folder + "/uploads" }

    /// The maximum number of unfinished uploads, per person and in total.
    static let (mostOwn, mostInAll) = (20, 200)
    /// The maximum total size they may have when complete, in bytes.
    static let (mostOwnBytes, mostBytesInAll) = (200_000_000, 2_000_000_000)
    /// The number of random bits in a name.
    static let bits = 128

    /// An upload and its progress.
    struct State: Sendable {
        var upload: UploadRecord
        /// The number of bytes received.
        var offset: Int
    }

    /// Begins an upload, and returns the name that its owner needs to resume it. Throws `Problem` 413, 429
    /// or 503.
    func begin(bytes: Int, fileName: String, by editor: Editor) async throws -> (name: Secret, state: State) {
        guard bytes <= ImageLimits.standard.bytes else { throw Problem.pictureTooLarge }
        let (name, id, file) = (Secret(bits: Self.bits), editor.id, PictureWords.fileName(fileName))
        do {
            try await pictures.onThread { [self] in
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try self.file(name.hash).make(synced: true)
                try PartFile(path: folder).sync()
            }
            let upload = try await archive.write { holdings in
                let load = try holdings.uploads.load(of: id)
                guard load.own.count < Self.mostOwn, load.own.bytes + bytes <= Self.mostOwnBytes else {
                    throw Self.tooManyOwn
                }
                guard load.all.count < Self.mostInAll, load.all.bytes + bytes <= Self.mostBytesInAll else {
                    throw Self.tooManyInAll
                }
                return try holdings.uploads.insert(name.hash, bytes: bytes, fileName: file, by: id)
            }
            return (name, State(upload: upload, offset: 0))
        } catch {
            try? await pictures.onThread { [self] in self.file(name.hash).remove() }
            throw error
        }
    }

    private static let tooManyOwn = Problem(
        .tooManyRequests,
        "Too many of your uploads are not finished. Finish or cancel one, or wait: they expire after a day.",
        headers: [.retryAfter: "60"])
    private static let tooManyInAll = Problem(
        .serviceUnavailable, "Too many uploads are in progress. Try again in a few minutes.",
        headers: [.retryAfter: "60"])

    /// Returns the upload with a name, if it belongs to this editor. Otherwise throws `Problem` 404.
    func state(_ name: Secret, of editor: Editor) async throws -> State {
        let (hash, id) = (name.hash, editor.id)
        guard let upload = try await archive.read({ try $0.uploads.find(hash, of: id) }) else { throw Self.unknown }
        if upload.picture != nil { return State(upload: upload, offset: upload.bytes) }
        guard let offset = try await pictures.onThread({ [self] in file(hash).count }) else { throw Self.unknown }
        return State(upload: upload, offset: offset)
    }

    static let unknown = Problem(.notFound, "This upload does not exist or has expired. Begin another.")

    /// Stores the body piece by piece, so that everything received before a break is kept. Throws `Problem`
    /// 409 if the body does not begin where the upload ends, 413 if it exceeds the announced size.
    func append(_ body: RequestBody, at offset: Int, to state: State) async throws -> State {
        var state = state
        guard offset == state.offset else { throw Self.elsewhere(state.offset) }
        let (file, announced) = (file(state.upload.hash), state.upload.bytes)
        for try await piece in body {
            let start = state.offset
            guard start + piece.readableBytes <= announced else {
                throw Problem(.contentTooLarge, "This is more than the announced \(announced) bytes.")
            }
            do {
                try await pictures.onThread { try file.append(piece, at: start) }
            } catch is PartFile.HasMoved {
                throw Self.elsewhere(nil)
            }
            state.offset += piece.readableBytes
        }
        // Acknowledged bytes must be on disk.
        if state.offset > offset { try await pictures.onThread { try file.sync() } }
        return state
    }

    private static func elsewhere(_ offset: Int?) -> Problem {
        let place = offset.map { "at \($0)" } ?? "elsewhere"
        return Problem(.conflict, "The upload continues \(place). Get its offset with HEAD, and send from there.")
    }

    /// Turns a complete upload into a picture, and returns its hash. An upload that is not a usable picture
    /// is deleted at once, and the `ImagingError` thrown gives the reason. If too many pictures are
    /// waiting, the upload stays and can be retried.
    func finish(_ state: State, by editor: Editor) async throws -> String {
        let upload = state.upload
        if let picture = upload.picture { return picture }
        guard let bytes = try await pictures.read(file(upload.hash).path) else { throw Self.unknown }
        do {
            let hash = try await pictures.add(bytes, fileName: upload.fileName, by: editor.maker).record.hash
            try await archive.write { try $0.uploads.finish(upload.hash, picture: hash) }
            try await pictures.onThread { [self] in file(upload.hash).remove() }
            return hash
        } catch let error as ImagingError {
            try await end(state)
            throw error
        }
    }

    /// Deletes an upload and its file.
    func end(_ state: State) async throws {
        let hash = state.upload.hash
        try await archive.write { try $0.uploads.delete(hash) }
        try await pictures.onThread { [self] in file(hash).remove() }
    }

    /// Deletes expired uploads and stray files.
    package func sweep() async throws {
        try await archive.write { try $0.uploads.deleteExpired() }
        // A new upload has a file before its database row, so young files stay.
        let old = try await pictures.onThread { [self] in
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { name in
                let changed = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate]
                return isSHA256(name) && (changed as? Date).map { $0.timeIntervalSinceNow < -3600 } == true
            } ?? []
        }
        guard !old.isEmpty else { return }
        let open = try await archive.read { try $0.uploads.open(among: old) }
        try await pictures.onThread { [self] in
            for name in old where !open.contains(name) { PartFile(path: "\(folder)/\(name)").remove() }
        }
    }

    private func file(_ hash: [UInt8]) -> PartFile { PartFile(path: "\(folder)/\(hash.hexadecimal)") }
}

extension Problem {
    /// The problem for a picture that is too large.
    package static let pictureTooLarge = Problem(
        .contentTooLarge, "A picture may have at most \(ImageLimits.standard.bytes / 1_000_000) MB.")
}

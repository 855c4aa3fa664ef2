import Archive
import Credentials
import Foundation
import Hummingbird
import Imaging
import News
import NIOCore
import PostgreSQL
package import Web

/// Pictures that come in parts, over links that break. What was received lies in the folder `uploads` of the data folder under a name that
/// nobody can guess; who may go on with it, and until when, stands in the database.
///
/// Nodes that share a database, but not the data folder, know each other's uploads and lack their parts: there a part must go to the node
/// where its upload began (by the address, which is the same for all parts), or `uploads` be a folder that all share.
package struct UploadStore: Sendable {
    package let pictures: PictureStore

    package init(pictures: PictureStore) {
        self.pictures = pictures
    }
    private var database: Database { pictures.database }
    private var folder: String { pictures.folder + "/uploads" }

    /// Files under way, of a person and in all.
    static let (mostOwn, mostInAll) = (20, 200)
    /// Bytes that they may have when they are whole.
    static let (mostOwnBytes, mostBytesInAll) = (200_000_000, 2_000_000_000)
    /// Random bits of a name.
    static let bits = 128

    /// An upload and how far it is.
    struct State: Sendable {
        var upload: UploadRecord
        /// Bytes that are here.
        var offset: Int
    }

    /// Begins an upload, and gives the name by which its owner goes on. Throws `Problem` 413, 429 and 503.
    func begin(bytes: Int, fileName: String, by editor: Editor) async throws -> (name: Secret, state: State) {
        guard bytes <= ImageLimits.standard.bytes else { throw Problem.pictureTooLarge }
        let (name, id, file) = (Secret(bits: Self.bits), editor.id, PictureWords.fileName(fileName))
        do {
            try await pictures.onThread { [self] in
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try self.file(name.hash).make(synced: true)
                try PartFile(path: folder).sync()
            }
            let upload = try await database.write { connection in
                let load = try connection.uploadLoad(of: id)
                guard load.own.count < Self.mostOwn, load.own.bytes + bytes <= Self.mostOwnBytes else {
                    throw Self.tooManyOwn
                }
                guard load.all.count < Self.mostInAll, load.all.bytes + bytes <= Self.mostBytesInAll else {
                    throw Self.tooManyInAll
                }
                return try connection.insertUpload(name.hash, bytes: bytes, fileName: file, by: id)
            }
            return (name, State(upload: upload, offset: 0))
        } catch {
            try? await pictures.onThread { [self] in self.file(name.hash).remove() }
            throw error
        }
    }

    private static let tooManyOwn = Problem(
        .tooManyRequests,
        "Too many of your uploads are not finished. Finish or end one, or wait: they end by themselves after a day.",
        headers: [.retryAfter: "60"])
    private static let tooManyInAll = Problem(
        .serviceUnavailable, "Too many uploads are under way. Try again in some minutes.", headers: [.retryAfter: "60"])

    /// The upload of a name, if it is this editor's. Throws `Problem` 404.
    func state(_ name: Secret, of editor: Editor) async throws -> State {
        let (hash, id) = (name.hash, editor.id)
        guard let upload = try await database.read({ try $0.upload(hash, of: id) }) else { throw Self.unknown }
        if upload.picture != nil { return State(upload: upload, offset: upload.bytes) }
        guard let offset = try await pictures.onThread({ [self] in file(hash).count }) else { throw Self.unknown }
        return State(upload: upload, offset: offset)
    }

    static let unknown = Problem(.notFound, "There is no such upload, or it is over. Begin another.")

    /// Writes down what comes, piece by piece, so that what arrived before a break stays. Throws `Problem` 409 where it does not begin where
    /// the upload ends, 413 where it is more than was announced.
    func append(_ body: RequestBody, at offset: Int, to state: State) async throws -> State {
        var state = state
        guard offset == state.offset else { throw Self.elsewhere(state.offset) }
        let (file, announced) = (file(state.upload.hash), state.upload.bytes)
        for try await piece in body {
            let start = state.offset
            guard start + piece.readableBytes <= announced else {
                throw Problem(.contentTooLarge, "This is more than the \(announced) bytes that were announced.")
            }
            do {
                try await pictures.onThread { try file.append(piece, at: start) }
            } catch is PartFile.HasMoved {
                throw Self.elsewhere(nil)
            }
            state.offset += piece.readableBytes
        }
        // What is acknowledged is on the disk.
        if state.offset > offset { try await pictures.onThread { try file.sync() } }
        return state
    }

    private static func elsewhere(_ offset: Int?) -> Problem {
        let place = offset.map { "at \($0)" } ?? "elsewhere"
        return Problem(.conflict, "The upload goes on \(place). Ask for its offset by HEAD, and send from there.")
    }

    /// Makes a whole upload a picture, and gives its hash. What is no picture is forgotten at once, and `ImagingError` says why; where too
    /// many wait, it stays as it is, and may be asked for again.
    func finish(_ state: State, by editor: Editor) async throws -> String {
        let upload = state.upload
        if let picture = upload.picture { return picture }
        guard let bytes = try await pictures.read(file(upload.hash).path) else { throw Self.unknown }
        do {
            let hash = try await pictures.add(bytes, fileName: upload.fileName, by: editor.maker).record.hash
            try await database.write { try $0.finishUpload(upload.hash, picture: hash) }
            try await pictures.onThread { [self] in file(upload.hash).remove() }
            return hash
        } catch let error as ImagingError {
            try await end(state)
            throw error
        }
    }

    /// Forgets an upload and what came of it.
    func end(_ state: State) async throws {
        let hash = state.upload.hash
        try await database.write { try $0.deleteUpload(hash) }
        try await pictures.onThread { [self] in file(hash).remove() }
    }

    /// Forgets what is over, and removes the files that belong to nothing.
    package func sweep() async throws {
        try await database.write { try $0.deleteExpiredUploads() }
        // One that is being begun has a file before it is written down.
        let old = try await pictures.onThread { [self] in
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { name in
                let changed = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.modificationDate]
                return isSHA256(name) && (changed as? Date).map { $0.timeIntervalSinceNow < -3600 } == true
            } ?? []
        }
        guard !old.isEmpty else { return }
        let open = try await database.read { try $0.openUploads(among: old) }
        try await pictures.onThread { [self] in
            for name in old where !open.contains(name) { PartFile(path: "\(folder)/\(name)").remove() }
        }
    }

    private func file(_ hash: [UInt8]) -> PartFile { PartFile(path: "\(folder)/\(hash.hexadecimal)") }
}

extension Problem {
    /// A picture is larger than is taken.
    package static let pictureTooLarge = Problem(
        .contentTooLarge, "A picture has at most \(ImageLimits.standard.bytes / 1_000_000) MB.")
}

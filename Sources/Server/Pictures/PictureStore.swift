import Archive
import Crypto
import Foundation
import HTTPTypes
import Imaging
import Metrics
import NIOPosix
import News
import PostgreSQL
import Synchronization

/// Keeps originals and renditions as files under the data folder, addressed by the SHA-256 of the original.
final class PictureStore: Sendable {
    private let folder: String
    let database: Database
    /// Where decoding and encoding happens.
    let workers = PictureWorkers()
    /// What is under way, by hash: whoever asks for the same waits for the same.
    private let adding = Mutex<[String: Task<Stored, any Error>]>([:])
    private let making = Mutex<[String: Task<Void, any Error>]>([:])

    init(folder: String, database: Database) throws {
        self.folder = folder
        self.database = database
        for name in ["pictures", "renditions"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    func close() async { await workers.close() }

    /// What a stored picture is: its record and all its renditions.
    struct Stored: Sendable {
        var record: PictureRecord
        var renditions: [Rendition]
    }

    /// Checks, stores and renders an original, and writes it down. One that is known costs nearly nothing.
    /// Throws `ImagingError` where it is no picture that can be used, `Problem` 503 where too many wait.
    func add(_ bytes: [UInt8], by editor: Int?) async throws -> Stored {
        let header = try ImageHeader.read(bytes)
        let hash = Self.hash(of: bytes)
        if let known = try await known(hash) { return known }
        let task = adding.withLock { adding in
            let task = adding[hash] ?? Task { try await self.add(bytes, header, hash, by: editor) }
            adding[hash] = task
            return task
        }
        defer { _ = adding.withLock { $0.removeValue(forKey: hash) } }
        return try await task.value
    }

    private func add(_ bytes: [UInt8], _ header: ImageHeader, _ hash: String, by editor: Int?) async throws -> Stored {
        let record = PictureRecord(
            hash: hash, format: header.format.rawValue, width: header.displayWidth, height: header.displayHeight,
            bytes: bytes.count)
        let renditions = try await makeLadder(bytes, header, hash)
        try await onThread { [self] in try write(bytes, to: originalPath(hash, header.format.rawValue), synced: true) }
        try await database.write { connection in
            try connection.insertPicture(record, renditions: renditions, by: editor)
        }
        // Whoever was removing it just now, as nobody had used it, is through.
        try await onThread { [self] in
            let path = originalPath(hash, header.format.rawValue)
            if !FileManager.default.fileExists(atPath: path) { try write(bytes, to: path, synced: true) }
        }
        return Stored(record: record, renditions: renditions)
    }

    /// The name of an original: SHA-256 in lower-case hexadecimal.
    static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }

    /// What is known of a picture; nil where it was never added.
    func known(_ hash: String) async throws -> Stored? {
        try await database.read { connection in
            guard let record = try connection.picture(hash) else { return nil }
            let renditions = try connection.renditions(of: hash)
            return renditions.isEmpty ? nil : Stored(record: record, renditions: renditions)
        }
    }

    /// The bytes of a rendition that lies ready. The hash and the specification are the path, so they must be of their form.
    func file(_ hash: String, _ spec: PictureSpec) async throws -> [UInt8]? {
        guard isSHA256(hash) else { return nil }
        guard let bytes = try await read(renditionPath(hash, spec)), isWhole(bytes) else { return nil }
        return bytes
    }

    /// Whether a JPEG has its beginning and its end: a disk that was full or a machine that fell cuts files short.
    func isWhole(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9] }

    /// The bytes of a rendition whose file is gone: the ladder is made again from the original, once for all who wait.
    func remade(_ hash: String, _ spec: PictureSpec) async throws -> [UInt8]? {
        guard let record = try await database.read({ try $0.picture(hash) }) else { return nil }
        let task = making.withLock { making in
            let task = making[hash] ?? Task { try await self.remake(record) }
            making[hash] = task
            return task
        }
        defer { _ = making.withLock { $0.removeValue(forKey: hash) } }
        try await task.value
        return try await file(hash, spec)
    }

    /// The number of pixels across that a picture has, for the ladder; nil where it is unknown.
    func width(of hash: String) async throws -> Int? {
        try await database.read { try $0.picture(hash)?.width }
    }

    private func remake(_ record: PictureRecord) async throws {
        let path = originalPath(record.hash, record.format)
        guard let bytes = try await read(path) else {
            throw Problem(.notFound, "The original of this picture is no longer on this server.")
        }
        let renditions = try await makeLadder(bytes, try ImageHeader.read(bytes), record.hash)
        try await database.write { try $0.insertPicture(record, renditions: renditions, by: nil) }
    }

    /// Makes and stores every rendition of the ladder.
    private func makeLadder(_ bytes: [UInt8], _ header: ImageHeader, _ hash: String) async throws -> [Rendition] {
        let specs = Ladder.widths(forOriginal: header.displayWidth).flatMap { width in
            Ladder.qualities.map { RenditionSpec(width: width, quality: $0) }
        }
        let files = try await workers.renditions(of: bytes, header, specs)
        return try await onThread { [self] in
            try files.map { file in
                let spec = PictureSpec(width: file.spec.width, quality: file.spec.quality)
                try write(file.bytes, to: renditionPath(hash, spec))
                return Rendition(spec: spec, width: file.width, height: file.height, bytes: file.bytes.count)
            }
        }
    }

    /// Files are read and written on threads that may block.
    func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    private func read(_ path: String) async throws -> [UInt8]? {
        try await onThread { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
    }

    /// Beside its place first, then renamed, so that nobody ever reads half a file. An original is brought to the disk before; a
    /// rendition can be made again, and is where a machine that fell has cut it short (`isWhole`), which spares dozens of waits a picture.
    private func write(_ bytes: [UInt8], to path: String, synced: Bool = false) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let draft = URL(fileURLWithPath: "\(folder)/.\(UUID().uuidString)")
        do {
            try Data(bytes).write(to: draft)
            if synced {
                let handle = try FileHandle(forUpdating: draft)
                try handle.synchronize()
                try handle.close()
            }
            guard rename(draft.path, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
    }

    func originalPath(_ hash: String, _ format: String) -> String {
        "\(folder)/pictures/\(hash.prefix(2))/\(hash).\(format)"
    }
    /// The folder of a picture's renditions.
    func renditionsPath(_ hash: String) -> String { "\(folder)/renditions/\(hash.prefix(2))/\(hash)" }
    func renditionPath(_ hash: String, _ spec: PictureSpec) -> String { "\(renditionsPath(hash))/\(spec.name).jpg" }
}

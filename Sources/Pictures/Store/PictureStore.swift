package import Archive
import Credentials
import Crypto
import Foundation
import HTTPTypes
import Imaging
import NIOPosix
package import News
import Synchronization
import Web

/// Stores originals and renditions as files under the data folder, addressed by the SHA-256 of the
/// original.
package final class PictureStore: Sendable {
    let folder: String
    let archive: Archive
    /// The workers that decode and encode what somebody waits for.
    package let workers = PictureWorkers()
    /// The worker for what nobody waits for, which the machine runs when it has nothing else to do.
    let backgroundWorkers = PictureWorkers(.init(), count: 1, isBackground: true)
    /// In which formats photographs are offered, in the order in which they are made.
    package let formats: [PictureFormat]
    /// Signals each new picture, whose other formats are then made.
    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    /// Work under way: whoever asks for the same waits for the same.
    private let adding = Mutex<[String: Task<Stored, any Error>]>([:])
    private let making = Mutex<[WantedRendition: Task<[UInt8]?, any Error>]>([:])

    /// Renditions that readers asked for, which the background makes before anything else.
    let wanted = WantedRenditions()

    package init(folder: String, archive: Archive, formats: [PictureFormat] = PictureFormat.ladders) throws {
        self.folder = folder
        self.archive = archive
        self.formats = formats
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        for name in ["pictures", "renditions"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
    }

    /// Wakes the loop that makes missing renditions.
    package func lookForWork() { wake.yield() }

    package func start() async throws {
        try await workers.start()
        try await backgroundWorkers.start()
    }

    package func close() async {
        await workers.close()
        await backgroundWorkers.close()
    }

    /// The number of workers that died over a picture.
    var deaths: Int { workers.deaths + backgroundWorkers.deaths }

    /// A stored picture: its record and all its renditions.
    package struct Stored: Sendable {
        package var record: PictureRecord
        var renditions: [Rendition]
    }

    /// Checks an original, stores it, makes its JPEG renditions, and records it. A known picture costs
    /// almost nothing.
    /// Throws `ImagingError` if the file is not a usable picture, and `Problem` 503 if too many are
    /// waiting.
    /// - Parameters:
    ///   - fileName: as it was called where it came from.
    ///   - waitsForRenditions: false leaves the JPEGs too to the background; then only its header is checked.
    package func add(
        _ bytes: [UInt8], fileName: String = "", waitsForRenditions: Bool = true, by maker: Maker?
    ) async throws -> Stored {
        let header = try ImageHeader.read(bytes)
        let hash = Self.hash(of: bytes)
        if let known = try await known(hash) { return known }
        let task = adding.withLock { adding in
            let task =
                adding[hash]
                ?? Task { try await self.add(bytes, header, hash, fileName, waitsForRenditions, by: maker) }
            adding[hash] = task
            return task
        }
        defer { _ = adding.withLock { $0.removeValue(forKey: hash) } }
        return try await task.value
    }

    private func add(
        _ bytes: [UInt8], _ header: ImageHeader, _ hash: String, _ fileName: String, _ waitsForRenditions: Bool,
        by maker: Maker?
    ) async throws -> Stored {
        let record = PictureRecord(
            hash: hash, format: header.format.rawValue, width: header.displayWidth, height: header.displayHeight,
            bytes: bytes.count)
        let made =
            waitsForRenditions
            ? try await make(Self.ladder(.jpeg, record), of: record, workers) { (bytes, header) } : nil
        let stored: Stored
        do {
            try await onThread { [self] in
                try write(bytes, to: originalPath(hash, record.format), synced: true)
                if let made { try write(made, of: hash) }
            }
            stored = try await archive.write { holdings in
                try holdings.pictures.insert(record, fileName: PictureWords.fileName(fileName), by: maker)
                if let made {
                    try holdings.record(made, of: hash)
                    try holdings.ladders.finish(.jpeg, of: hash)
                }
                return Stored(
                    record: try holdings.pictures.find(hash) ?? record,
                    renditions: try holdings.pictures.renditions(of: hash))
            }
        } catch {
            await removeUnknown(record)
            throw error
        }
        // By now, anyone who was removing the unused picture has finished.
        try await onThread { [self] in
            let path = originalPath(hash, record.format)
            if !FileManager.default.fileExists(atPath: path) { try write(bytes, to: path, synced: true) }
        }
        lookForWork()
        return stored
    }

    /// The name of an original: SHA-256 in lower-case hexadecimal.
    package static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).hexadecimal
    }

    /// The stored picture with a hash; nil if it was never added.
    package func known(_ hash: String) async throws -> Stored? {
        try await archive.read { holdings in
            guard let record = try holdings.pictures.find(hash) else { return nil }
            let renditions = try holdings.pictures.renditions(of: hash)
            return renditions.isEmpty ? nil : Stored(record: record, renditions: renditions)
        }
    }

    /// The bytes of an existing rendition; nil if it is missing or damaged. Hash and name form the path, so both must be well-formed.
    func file(_ hash: String, _ name: RenditionName) async throws -> [UInt8]? {
        guard isSHA256(hash) else { return nil }
        guard let bytes = try await read(renditionPath(hash, name)), name.isWhole(bytes) else { return nil }
        // While the database is away, a file with both its ends is good enough.
        let checksum = try? await archive.read { try $0.pictures.checksum(of: hash, name) }
        guard let known = checksum ?? nil else { return bytes }
        return Self.hash(of: bytes) == known ? bytes : nil
    }

    /// The bytes of a rendition that is missing: it is made from the original, once for everyone who waits.
    /// If the disk is full, it is returned without being stored. Nil if there is no such picture or no such
    /// rendition of it.
    /// - Throws: `StillMaking` when the time is up; the work goes on.
    func made(_ name: RenditionName, of record: PictureRecord, within limit: Duration) async throws -> [UInt8]? {
        let key = WantedRendition(hash: record.hash, name: name)
        let task = making.withLock { making in
            if let task = making[key] { return task }
            let task = Task {
                defer { _ = self.making.withLock { $0.removeValue(forKey: key) } }
                return try await self.remade(name, of: record)
            }
            making[key] = task
            return task
        }
        return try await task.value(within: limit)
    }

    private func remade(_ name: RenditionName, of record: PictureRecord) async throws -> [UInt8]? {
        // Documents have told its size, so it must not grow.
        let known = try await archive.read { try $0.pictures.renditions(of: record.hash).first { $0.name == name } }
        let made = try await make([name.rendition], of: record, workers, limit: known?.bytes) { [self] in
            try original(of: record)
        }
        // Readers get it even if there is no room for it.
        do { _ = try await keep(made, of: record) } catch let error where error.isFullDisk {}
        return made.files.first { RenditionName($0) == name }?.bytes
    }

    /// Makes renditions in the background from the stored original and records them. Returns false if the focal point was
    /// changed meanwhile, in which case no crop is recorded, or if the picture was replaced, in which case
    /// nothing is.
    @discardableResult
    func make(_ specs: [RenditionSpec], of record: PictureRecord) async throws -> Bool {
        // Without its JPEGs a picture is not seen at all.
        let workers = specs.contains { $0.format == .jpeg } ? workers : backgroundWorkers
        let made = try await make(specs, of: record, workers) { [self] in try original(of: record) }
        return try await keep(made, of: record)
    }

    private func keep(_ made: Made, of record: PictureRecord) async throws -> Bool {
        try await onThread { [self] in try write(made, of: record.hash) }
        return try await archive.write { [self] holdings in
            var made = made
            guard let present = try holdings.pictures.find(record.hash, locks: true), present.replacedBy == nil else {
                removeRenditions(of: record.hash)
                return false
            }
            let focus = present.focus
            let isCurrent = focus?.isSet != true || focus == record.focus
            if !isCurrent { made.files.removeAll { $0.spec.shape != .whole } }
            try holdings.record(made, of: record.hash)
            return isCurrent
        }
    }

    /// The JPEGs of all crops for a focal point, made but not yet recorded.
    package func crops(of record: PictureRecord, x: Int, y: Int) async throws -> [RenditionFile] {
        var record = record
        record.focus = PictureFocus(x: x, y: y, isSet: true)
        let specs = Self.ladder(.jpeg, record).filter { $0.shape != .whole }
        let made = try await make(specs, of: record, workers) { [self, record] in try original(of: record) }
        try await onThread { [self, record] in try write(made, of: record.hash) }
        return made.records
    }

    /// All JPEGs of a picture that was replaced and is to come back, made but not yet recorded. Throws `Problem` 404
    /// if its original is no longer here.
    package func jpegs(of record: PictureRecord) async throws -> [RenditionFile] {
        let made = try await make(Self.ladder(.jpeg, record), of: record, workers) { [self] in try original(of: record)
        }
        try await onThread { [self] in try write(made, of: record.hash) }
        return made.records
    }

    /// The JPEG of a picture whose renditions are gone, which is not kept.
    package func preview(of record: PictureRecord) async throws -> [UInt8] {
        let name = RenditionName(.init(width: 480, quality: 60), of: record, format: .jpeg)
        let made = try await make([name.rendition], of: record, workers) { [self] in try original(of: record) }
        guard let file = made.files.first(where: { RenditionName($0) == name }) else {
            throw Problem(.notFound, "This picture has no preview.")
        }
        return file.bytes
    }

    /// Whether the original is here and intact.
    package func hasOriginal(of record: PictureRecord) async throws -> Bool {
        try await read(originalPath(record.hash, record.format)).map { Self.hash(of: $0) } == record.hash
    }

    func original(of record: PictureRecord) throws -> ([UInt8], ImageHeader) {
        guard let data = FileManager.default.contents(atPath: originalPath(record.hash, record.format)) else {
            throw Problem(.notFound, "The original of this picture is no longer on this server.")
        }
        let bytes = [UInt8](data)
        return (bytes, try ImageHeader.read(bytes))
    }

    private func make(
        _ specs: [RenditionSpec], of record: PictureRecord, _ workers: PictureWorkers, limit: Int? = nil,
        _ original: @escaping @Sendable () throws -> ([UInt8], ImageHeader)
    ) async throws -> Made {
        let focus = record.focus.map { FocalPoint(x: $0.x, y: $0.y) }
        let picture = try await workers.picture(specs, focus: focus, limit: limit, original: original)
        return Made(files: picture.renditions, traits: picture.traits)
    }

    /// Renditions and traits, before they are stored.
    fileprivate struct Made: Sendable {
        var files: [EncodedRendition]
        var traits: PictureTraits

        var records: [RenditionFile] {
            files.map { file in
                RenditionFile(
                    Rendition(
                        name: RenditionName(file), width: file.width, height: file.height, bytes: file.bytes.count),
                    checksum: PictureStore.hash(of: file.bytes))
            }
        }
    }

    /// If one file cannot be written, removes those written before it that were new.
    private func write(_ made: Made, of hash: String) throws {
        var new: [String] = []
        do {
            for file in made.files {
                let path = renditionPath(hash, RenditionName(file))
                let isNew = !FileManager.default.fileExists(atPath: path)
                try write(file.bytes, to: path)
                if isNew { new.append(path) }
            }
        } catch {
            for path in new { unlink(path) }
            throw error
        }
    }

    /// Runs file operations on threads that may block.
    package func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await NIOThreadPool.singleton.runIfActive(body)
    }
}

extension Holdings {
    fileprivate func record(_ made: PictureStore.Made, of hash: String) throws {
        try pictures.write(made.records, of: hash)
        try pictures.writeTraits(
            of: hash, focusX: made.traits.focus.x, focusY: made.traits.focus.y, color: made.traits.color,
            placeholder: made.traits.placeholder.hexadecimal)
    }
}

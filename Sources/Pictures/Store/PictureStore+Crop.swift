package import Archive
package import Imaging
import Web

extension PictureStore {
    /// Makes a picture of a part of another, and stores it like an upload. Where the same was made before and undone, it is that former
    /// picture, which can be brought back. Throws `ImagingError`, and `Problem` 404 if the original is no longer here.
    /// - Parameter fileName: that of the whole picture.
    package func crop(
        _ record: PictureRecord, to area: CropArea, fileName: String, by maker: Maker?
    ) async throws -> PictureRecord {
        let made = try await workers.picture([], focus: nil, area: area) { [self] in try original(of: record) }
        guard let file = made.renditions.first else { throw ImagingError.notEncoded }
        let hash = Self.hash(of: file.bytes)
        let known = try await archive.read { try $0.pictures.find(hash) }
        if let known, known.replacedBy == record.hash, try await hasOriginal(of: known) { return known }
        return try await add(file.bytes, fileName: fileName, by: maker).record
    }

    /// The focal point of a picture that somebody set, as a part of it has it; nil if there is none in it.
    package func focus(of record: PictureRecord, in part: PictureRecord, _ area: CropArea) async throws -> PartFocus? {
        guard let focus = record.focus, focus.isSet, let (x, y) = area.place(x: focus.x, y: focus.y) else { return nil }
        return PartFocus(x: x, y: y, crops: try await crops(of: part, x: x, y: y))
    }
}

/// A focal point in percent, and the crops that show it.
package struct PartFocus: Sendable {
    let x: Int
    let y: Int
    let crops: [RenditionFile]

    /// Sets it.
    package func set(of hash: String, _ holdings: Holdings, by maker: Maker?) throws {
        try holdings.pictures.setFocus(x: x, y: y, of: hash, crops: crops, by: maker)
    }
}

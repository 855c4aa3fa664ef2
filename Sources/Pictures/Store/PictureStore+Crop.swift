package import Archive
package import Imaging
import Web

extension PictureStore {
    /// Makes a picture of a part of another, and stores it like an upload. Where the same was made before and undone, it is that former
    /// picture, which can be brought back. A focal point that somebody set stays where it is, if the part has it. Throws `ImagingError`, and `Problem` 404 if the original is no longer here.
    /// - Parameter fileName: that of the whole picture.
    package func crop(
        _ record: PictureRecord, to area: CropArea, fileName: String, by maker: Maker?
    ) async throws -> PictureRecord {
        let made = try await workers.picture([], focus: nil, area: area) { [self] in try original(of: record) }
        guard let file = made.renditions.first else { throw ImagingError.notEncoded }
        let hash = Self.hash(of: file.bytes)
        let known = try await archive.read { try $0.pictures.find(hash) }
        if let known, known.replacedBy == record.hash, try await hasOriginal(of: known) { return known }
        let part = try await add(file.bytes, fileName: fileName, by: maker).record
        guard let focus = record.focus, focus.isSet, let (x, y) = area.place(x: focus.x, y: focus.y) else {
            return part
        }
        let crops = try await crops(of: part, x: x, y: y)
        try await archive.write { try $0.pictures.setFocus(x: x, y: y, of: part.hash, crops: crops, by: maker) }
        return part
    }
}

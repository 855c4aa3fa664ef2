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
}

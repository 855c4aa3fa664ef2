package import Archive
package import Imaging
import Web

extension PictureStore {
    /// Makes a picture of a part of another, and stores it like an upload. Throws `ImagingError`, and `Problem` 404 if the
    /// original is no longer here.
    /// - Parameter fileName: that of the whole picture.
    package func crop(_ record: PictureRecord, to area: CropArea, fileName: String, by maker: Maker?) async throws
        -> Stored
    {
        let made = try await workers.picture([], focus: nil, area: area) { [self] in try original(of: record) }
        guard let file = made.renditions.first else { throw ImagingError.notEncoded }
        return try await add(file.bytes, fileName: fileName, by: maker)
    }
}

import Foundation
import Imaging
import Web

/// Makes renditions from the command line, without a newspaper.
package enum PictureFile {
    /// Makes a rendition of a picture file in a worker with the same limits as the server's. The ending of
    /// `output` tells the format. Returns the rendition's size in pixels and bytes. Throws `OptionError`
    /// for invalid arguments, and `ImagingError` if the picture is at fault.
    package static func render(_ path: String, width: Int, quality: Int, shape: String, to output: String) async throws
        -> (
            width: Int, height: Int, bytes: Int
        )
    {
        guard let shape = RenditionShape(rawValue: shape) else {
            throw OptionError(faults: ["The shape must be whole, square or wide."])
        }
        let spec = RenditionSpec(
            width: width, quality: quality, format: try format(output, width, quality), shape: shape)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw OptionError(faults: ["The file \(path) cannot be read."])
        }
        let bytes = [UInt8](data)
        let header = try ImageHeader.read(bytes)
        let workers = PictureWorkers()
        let made: EncodedPicture
        do {
            made = try await workers.picture(bytes, header, [spec])
        } catch {
            await workers.close()
            throw error
        }
        await workers.close()
        guard let file = made.renditions.first else { throw ImagingError.notEncoded }
        do {
            try Data(file.bytes).write(to: URL(fileURLWithPath: output), options: .atomic)
        } catch {
            throw OptionError(faults: ["The file \(output) cannot be written."])
        }
        return (file.width, file.height, file.bytes.count)
    }

    private static func format(_ output: String, _ width: Int, _ quality: Int) throws -> RenditionFormat {
        let ending = (output as NSString).pathExtension.lowercased()
        let formats: [String: RenditionFormat] = ["jpg": .jpeg, "jpeg": .jpeg, "webp": .webp, "avif": .avif]
        var faults: [String] = []
        if formats[ending] == nil { faults.append("The output must end in .jpg, .webp or .avif.") }
        if !(1...16_000).contains(width) { faults.append("The width must be from 1 to 16000 pixels.") }
        if !(1...100).contains(quality) { faults.append("The quality class must be from 1 to 100.") }
        guard let format = formats[ending], faults.isEmpty else { throw OptionError(faults: faults) }
        return format
    }
}

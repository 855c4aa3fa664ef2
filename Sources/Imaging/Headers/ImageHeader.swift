/// The header of a picture: enough to refuse it, or to plan its renditions, before decoding anything.
package struct ImageHeader: Sendable, Hashable, Codable {
    /// The format, determined by the file's signature, never its name.
    package var format: ImageFormat
    /// The width in pixels as stored, before the orientation is applied.
    package var width: Int
    /// The height in pixels as stored, before the orientation is applied.
    package var height: Int
    /// The Exif orientation, 1 to 8: how to rotate and flip the stored picture for display. 1 means
    /// unchanged.
    package var orientation: Int

    /// The number of frames of an animated GIF; 1 for everything else.
    package var frames = 1

    /// The artist and copyright, if a JPEG states them.
    package var rights: ImageRights

    /// Creates a header from known values, such as those in the database, without checking them.
    package init(format: ImageFormat, width: Int, height: Int, orientation: Int = 1, rights: ImageRights = .init()) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.rights = rights
    }

    /// The width in pixels as shown.
    package var displayWidth: Int { isTransposed ? height : width }

    /// The height in pixels as shown.
    package var displayHeight: Int { isTransposed ? width : height }

    /// Whether the orientation swaps rows and columns.
    var isTransposed: Bool { orientation >= 5 }
}

extension ImageHeader {
    /// Reads the header of a picture without decoding it, in time linear in the number of bytes.
    ///
    /// Safe on any bytes. The data after the header may still be damaged.
    ///
    /// - Throws: `ImagingError` if the bytes are not a picture, are damaged in the part read, or exceed
    ///   the limits.
    package static func read(
        _ bytes: [UInt8], limits: ImageLimits = .standard
    ) throws(ImagingError) -> ImageHeader {
        guard bytes.count <= limits.bytes else {
            throw .tooManyBytes(actual: bytes.count, limit: limits.bytes)
        }
        let header = try parse(ByteView(bytes[...]), limits: limits)
        try header.checkSize(limits)
        return header
    }

    func checkSize(_ limits: ImageLimits) throws(ImagingError) {
        guard width > 0, height > 0 else { throw .corrupt("its size is zero") }
        guard max(width, height) <= limits.side else {
            throw .tooLong(width: width, height: height, limit: limits.side)
        }
        guard width * height <= limits.pixels else {
            throw .tooManyPixels(width: width, height: height, limit: limits.pixels)
        }
    }

    private static func parse(_ file: ByteView, limits: ImageLimits) throws(ImagingError) -> ImageHeader {
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try jpeg(file, limits: limits)
        } else if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return try png(file)
        } else if file.starts(with: "GIF87a") || file.starts(with: "GIF89a") {
            return try gif(file, frameLimit: limits.frames)
        } else if file.starts(with: "RIFF"), file.starts(with: "WEBP", at: 8) {
            return try webp(file)
        } else if isAVIF(file) {
            return try avif(file)
        }
        throw .unrecognized
    }
}

extension ImagingError {
    /// The file ends before its header does.
    static var truncatedHeader: ImagingError { .corrupt("it ends within its header") }
}

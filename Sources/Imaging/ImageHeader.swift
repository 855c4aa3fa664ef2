/// What a picture's header says: enough to refuse it, or to plan its renditions, before anything is decoded.
package struct ImageHeader: Sendable, Hashable, Codable {
    /// The format, told by the file's signature (never its name).
    package var format: ImageFormat
    /// The width in pixels as stored, before the orientation is applied.
    package var width: Int
    /// The height in pixels as stored, before the orientation is applied.
    package var height: Int
    /// The Exif orientation, 1 to 8: how to turn what is stored before it is shown. 1 is as it is.
    package var orientation: Int

    /// How many pictures an animated GIF has; 1 for everything else.
    package var frames = 1

    /// Who made it and who may use it, where a JPEG says so.
    package var rights: ImageRights

    /// A header whose parts are known already, as from a database that keeps them. It is not checked.
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
    /// Safe on any bytes. What comes after the header may still be damaged.
    ///
    /// - Throws: `ImagingError` if the bytes are no picture, are damaged in what is read, or go beyond the limits.
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

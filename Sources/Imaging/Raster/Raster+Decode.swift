import CGD

extension Raster {
    /// Silences libgd's warnings. The setting is global to the process, and a static is initialised exactly
    /// once.
    private static let silence: Void = n4md_gd_silence()

    /// Decodes a picture as upright sRGB, opaque or covered, at full size or, for a JPEG, at a width of at least
    /// `leastWidth`.
    static func decode(
        _ bytes: [UInt8], header: ImageHeader, leastWidth: Int
    ) throws(ImagingError) -> Raster {
        let raster = try stored(bytes, header: header, leastWidth: leastWidth)
        if let profile = ColorProfile.read(bytes, header.format) { raster.convert(from: profile) }
        if header.format != .jpeg { raster.cover() }
        return try raster.oriented(header.orientation)
    }

    /// Decodes the picture as stored.
    private static func stored(
        _ bytes: [UInt8], header: ImageHeader, leastWidth: Int
    ) throws(ImagingError) -> Raster {
        if header.format == .jpeg { return try decodeJPEG(bytes, header: header, leastWidth: leastWidth) }
        let raster = try header.format == .avif ? decodeAVIF(bytes, header: header) : decodeByGD(bytes, header)
        let whole = header.format == .gif ? try raster.onScreen(bytes, header: header) : raster
        guard whole.width == header.width, whole.height == header.height else {
            throw .corrupt("the size in its header differs from that of its data")
        }
        return whole
    }

    private static func decodeByGD(_ bytes: [UInt8], _ header: ImageHeader) throws(ImagingError) -> Raster {
        _ = silence
        let format = header.format
        let still = format == .webp ? WebPAnimation.firstFrame(bytes) : nil
        let bytes = still ?? bytes
        guard let count = Int32(exactly: bytes.count) else {
            throw .tooManyBytes(actual: bytes.count, limit: Int(Int32.max))
        }
        let raster = bytes.withUnsafeBytes { buffer in
            // libgd only reads the data, despite the parameter type.
            let data = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            return switch format {
            case .png: Raster(owning: gdImageCreateFromPngPtr(count, data))
            case .gif: Raster(owning: gdImageCreateFromGifPtr(count, data))
            case .webp: Raster(owning: gdImageCreateFromWebpPtr(count, data))
            case .jpeg, .avif: Raster?.none
            }
        }
        guard let raster else {
            // libgd gives no reason; large pictures in some formats need more memory than there is.
            if header.width * header.height > 25_000_000 { throw .notEncoded }
            throw .corrupt("its \(format.rawValue.uppercased()) data cannot be decoded")
        }
        return raster
    }

    private static func decodeAVIF(_ bytes: [UInt8], header: ImageHeader) throws(ImagingError) -> Raster {
        let image = n4md_gd_decode_avif(
            bytes, bytes.count, UInt32(clamping: header.width), UInt32(clamping: header.height))
        guard let raster = Raster(owning: image) else { throw .corrupt("its AVIF data cannot be decoded") }
        return raster
    }

    /// The first frame of a GIF at its position on the logical screen.
    private func onScreen(_ bytes: [UInt8], header: ImageHeader) throws(ImagingError) -> Raster {
        guard width != header.width || height != header.height,
            let origin = ImageHeader.gifFrameOrigin(ByteView(bytes[...]))
        else { return self }
        guard let screen = Raster(width: header.width, height: header.height) else { throw .notEncoded }
        gdImageAlphaBlending(screen.image, 0)
        gdImageFilledRectangle(screen.image, 0, 0, Int32(header.width), Int32(header.height), 127 << 24 | 0xFFFFFF)
        gdImageCopy(screen.image, image, Int32(origin.x), Int32(origin.y), 0, 0, Int32(width), Int32(height))
        return screen
    }
}

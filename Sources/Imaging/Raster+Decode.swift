import CGD

extension Raster {
    /// libgd's warnings go nowhere. The setting belongs to the process, and a global is initialised once.
    private static let silence: Void = n4md_gd_silence()

    /// Decodes a picture, opaque, upright and in the colours of sRGB, at its full size or, if it is a JPEG, at least at `leastWidth`.
    static func decode(
        _ bytes: [UInt8], header: ImageHeader, leastWidth: Int
    ) throws(ImagingError) -> Raster {
        let raster = try stored(bytes, header: header, leastWidth: leastWidth)
        if let profile = ColorProfile.read(bytes, header.format) { raster.convert(from: profile) }
        return try raster.oriented(header.orientation)
    }

    /// As it is stored, but opaque.
    private static func stored(
        _ bytes: [UInt8], header: ImageHeader, leastWidth: Int
    ) throws(ImagingError) -> Raster {
        if header.format == .jpeg { return try decodeJPEG(bytes, header: header, leastWidth: leastWidth) }
        let raster = try header.format == .avif ? decodeAVIF(bytes, header: header) : decodeByGD(bytes, header)
        raster.flatten()
        let whole = header.format == .gif ? try raster.onScreen(bytes, header: header) : raster
        guard whole.width == header.width, whole.height == header.height else {
            throw .corrupt("its header names another size than its data")
        }
        return whole
    }

    private static func decodeByGD(_ bytes: [UInt8], _ header: ImageHeader) throws(ImagingError) -> Raster {
        _ = silence
        let format = header.format
        guard let count = Int32(exactly: bytes.count) else {
            throw .tooManyBytes(actual: bytes.count, limit: Int(Int32.max))
        }
        let raster = bytes.withUnsafeBytes { buffer in
            // libgd reads only, whatever the type says.
            let data = UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            return switch format {
            case .png: Raster(owning: gdImageCreateFromPngPtr(count, data))
            case .gif: Raster(owning: gdImageCreateFromGifPtr(count, data))
            case .webp: Raster(owning: gdImageCreateFromWebpPtr(count, data))
            case .jpeg, .avif: Raster?.none
            }
        }
        guard let raster else {
            // libgd does not tell why; large ones of some kinds take more than there is.
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

    /// The first frame of a GIF in its place on the logical screen.
    private func onScreen(_ bytes: [UInt8], header: ImageHeader) throws(ImagingError) -> Raster {
        guard width != header.width || height != header.height,
            let origin = ImageHeader.gifFrameOrigin(ByteView(bytes[...]))
        else { return self }
        guard let screen = Raster(width: header.width, height: header.height) else { throw .notEncoded }
        gdImageFilledRectangle(screen.image, 0, 0, Int32(header.width), Int32(header.height), 0xFFFFFF)
        gdImageCopy(screen.image, image, Int32(origin.x), Int32(origin.y), 0, 0, Int32(width), Int32(height))
        screen.wasTransparent = wasTransparent
        return screen
    }
}

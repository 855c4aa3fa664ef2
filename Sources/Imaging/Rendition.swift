/// Which rendition of a picture is wanted.
public struct RenditionSpec: Hashable, Sendable, Codable {
    /// The greatest width, in pixels as shown. A picture that is narrower stays as it is.
    public var width: Int
    /// The quality class, 1 to 100, which is a promise about looks: 30 on lists, 60 and 90 in detail. The encoder's quality is
    /// searched for each picture.
    public var quality: Int

    /// A width in pixels and a quality class; what is out of range counts as the nearest possible.
    public init(width: Int, quality: Int) {
        self.width = width
        self.quality = quality
    }
}

/// A rendition as it is stored and sent: a JPEG without metadata, upright and opaque.
public struct EncodedRendition: Sendable, Hashable {
    /// What was asked for.
    public var spec: RenditionSpec
    /// The actual width in pixels: that of the spec, or the original's if it is narrower.
    public var width: Int
    /// The actual height in pixels, in proportion, and at least 1.
    public var height: Int
    /// The JPEG file.
    public var bytes: [UInt8]

    /// A rendition of these parts.
    public init(spec: RenditionSpec, width: Int, height: Int, bytes: [UInt8]) {
        self.spec = spec
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// Makes renditions of a picture from one decode, in the order of `specs`.
///
/// Transparency becomes white, and the orientation is applied. A rendition has no more bytes than one of a higher class
/// at the same width, and, if any quality down to 10 allows it, than the next wider one of its class and than the original.
///
/// Blocks its thread for as long as it takes (a second or more for a big ladder), so call it from a thread pool. May be
/// called from several threads at once.
///
/// - Parameters:
///   - bytes: The original file.
///   - header: What `ImageHeader.read` told of these same bytes, which is what keeps the cost within limits.
///   - specs: The renditions wanted; out-of-range widths and qualities count as the nearest possible.
/// - Throws: `ImagingError` if the data are damaged or memory is short.
public func encodeRenditions(
    of bytes: [UInt8], header: ImageHeader, specs: [RenditionSpec]
) throws(ImagingError) -> [EncodedRendition] {
    func actualWidth(_ spec: RenditionSpec) -> Int { min(max(spec.width, 1), header.displayWidth) }
    let qualities = Dictionary(grouping: specs, by: actualWidth).mapValues { Set($0.map(\.quality)) }
    guard let greatest = qualities.keys.max() else { return [] }

    // From twice the width on, the mean over pixels no longer shows the grid that they came from.
    let original = try Raster.decode(bytes, header: header, leastWidth: min(greatest * 2, header.displayWidth))
    var rasters = [original]
    var files: [RenditionSpec: [UInt8]] = [:]
    var limits: [Int: Int] = [:]
    for (width, qualities) in qualities.sorted(by: { $0.key > $1.key }) {
        let source = rasters.last { $0.width >= 2 * width } ?? original
        let height = max(1, (width * header.displayHeight + header.displayWidth / 2) / header.displayWidth)
        let raster = source.width == width ? source : try source.scaled(width: width, height: height)
        rasters.append(raster)
        for (quality, file) in try raster.encode(qualities, within: { limits[$0] ?? bytes.count }) {
            files[RenditionSpec(width: width, quality: quality)] = file
            limits[quality] = min(file.count, bytes.count)
        }
    }
    return specs.compactMap { spec in
        let width = actualWidth(spec)
        guard let file = files[RenditionSpec(width: width, quality: spec.quality)],
            let height = rasters.first(where: { $0.width == width })?.height
        else { return nil }
        return EncodedRendition(spec: spec, width: width, height: height, bytes: file)
    }
}

extension Raster {
    /// Encodes at each quality class, the highest first, each no bigger than the one before it and than its limit in bytes.
    fileprivate func encode(_ qualities: Set<Int>, within limit: (Int) -> Int) throws(ImagingError) -> [(Int, [UInt8])]
    {
        let sample = LumaSample(self)
        var files: [(Int, [UInt8])] = []
        for quality in qualities.sorted(by: >) {
            var greatest = sample.quality(forClass: quality)
            var file = try encodeJPEG(quality: greatest, isFine: quality >= 90)
            while file.count > limit(quality), greatest > 10 {
                greatest = max(10, greatest - 10)
                file = try encodeJPEG(quality: greatest, isFine: false)
            }
            if let higher = files.last?.1, higher.count < file.count { file = higher }
            files.append((quality, file))
        }
        return files
    }
}

/// Which rendition of a picture is wanted.
public struct RenditionSpec: Hashable, Sendable, Codable {
    /// The greatest width, in pixels as shown. A picture that is narrower stays as it is.
    public var width: Int
    /// The quality class, 1 to 100, which is a promise about looks: 30 on lists, 60 and 90 in detail. The encoder's quality is
    /// searched for each picture.
    public var quality: Int

    /// What it is encoded as.
    public var format: RenditionFormat

    /// A width in pixels and a quality class; what is out of range counts as the nearest possible.
    public init(width: Int, quality: Int, format: RenditionFormat = .jpeg) {
        self.width = width
        self.quality = quality
        self.format = format
    }
}

/// What renditions are encoded as.
public enum RenditionFormat: String, Sendable, CaseIterable, Codable {
    /// What every device can show.
    case jpeg
    /// A third smaller at equal looks, for about four times the work.
    case webp
    /// Half the size at equal looks, for a hundred times the work.
    case avif
}

/// A rendition as it is stored and sent: upright and opaque, without metadata but, in a JPEG, the rights.
public struct EncodedRendition: Sendable, Hashable {
    /// What was asked for.
    public var spec: RenditionSpec
    /// The actual width in pixels: that of the spec, or the original's if it is narrower.
    public var width: Int
    /// The actual height in pixels, in proportion, and at least 1.
    public var height: Int
    /// The file.
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
    let wanted = Dictionary(grouping: specs, by: actualWidth)
    guard let greatest = wanted.keys.max() else { return [] }

    // From twice the width on, nothing shows any more of the grid on which libjpeg made the picture smaller.
    let original = try Raster.decode(bytes, header: header, leastWidth: min(greatest * 2, header.displayWidth))
    var rasters = [original]
    var ladder = EncodedLadder(limit: bytes.count, rights: header.rights)
    for (width, specs) in wanted.sorted(by: { $0.key > $1.key }) {
        let source = rasters.last { $0.width >= 2 * width } ?? original
        let height = max(1, (width * header.displayHeight + header.displayWidth / 2) / header.displayWidth)
        let raster = source.width == width ? source : try source.scaled(width: width, height: height)
        rasters.append(raster)
        try ladder.encode(raster, specs)
    }
    return specs.compactMap { spec in
        let width = actualWidth(spec)
        guard let file = ladder.files[RenditionSpec(width: width, quality: spec.quality, format: spec.format)],
            let height = rasters.first(where: { $0.width == width })?.height
        else { return nil }
        return EncodedRendition(spec: spec, width: width, height: height, bytes: file)
    }
}

/// The files of a picture, made from the widest down, none with more bytes than one that is better.
private struct EncodedLadder {
    let limit: Int
    let rights: ImageRights
    /// Under the actual width.
    private(set) var files: [RenditionSpec: [UInt8]] = [:]
    /// The bytes of the next wider one, by format and class.
    private var wider: [RenditionFormat: [Int: Int]] = [:]

    init(limit: Int, rights: ImageRights) {
        self.limit = limit
        self.rights = rights
    }

    mutating func encode(_ raster: Raster, _ specs: [RenditionSpec]) throws(ImagingError) {
        let sample = LumaSample(raster)
        for (format, specs) in Dictionary(grouping: specs, by: \.format) {
            var higher: [UInt8]?
            for quality in Set(specs.map(\.quality)).sorted(by: >) {
                let most = wider[format]?[quality] ?? limit
                var file = try raster.encode(format, sample, quality, rights, within: most)
                if let higher, higher.count < file.count { file = higher }
                files[RenditionSpec(width: raster.width, quality: quality, format: format)] = file
                wider[format, default: [:]][quality] = min(file.count, limit)
                higher = file
            }
        }
    }
}

extension Raster {
    /// Encodes at a quality class, or as far below as needs be (down to 10) to have no more than a number of bytes.
    fileprivate func encode(
        _ format: RenditionFormat, _ sample: LumaSample, _ quality: Int, _ rights: ImageRights, within limit: Int
    ) throws(ImagingError) -> [UInt8] {
        var encoded = sample.quality(forClass: quality)
        var file = try encode(format, quality: encoded, isFine: quality >= 90, rights)
        while file.count > limit, encoded > 10 {
            encoded = max(10, encoded - 10)
            file = try encode(format, quality: encoded, isFine: false, rights)
        }
        return file
    }

    private func encode(_ format: RenditionFormat, quality: Int, isFine: Bool, _ rights: ImageRights)
        throws(ImagingError) -> [UInt8]
    {
        switch format {
        case .jpeg: try encodeJPEG(quality: quality, isFine: isFine, rights: rights)
        case .webp: try encodeWebP(jpegQuality: quality)
        case .avif: try encodeAVIF(jpegQuality: quality)
        }
    }
}

/// The files of a picture, encoded from the widest down, so that none is larger than a better one.
struct EncodedLadder {
    private let limit: Int
    private let rights: ImageRights
    private let isGraphic: Bool
    /// The files, keyed by their specs with the actual width.
    private var files: [RenditionSpec: [UInt8]] = [:]
    /// The size in bytes of the next wider file, by format and class.
    private var wider: [RenditionFormat: [Int: Int]] = [:]

    /// In pixels: the rights would be a tenth of a thumbnail, which leads to a file that has them.
    private static let leastWidthForRights = 320

    /// - Parameters:
    ///   - limit: the most bytes of a file, such as the size of the original.
    ///   - isGraphic: whether lossless encoding is worth trying.
    init(limit: Int, rights: ImageRights, isGraphic: Bool) {
        self.limit = limit
        self.rights = rights
        self.isGraphic = isGraphic
    }

    subscript(width: Int, spec: RenditionSpec) -> [UInt8]? {
        files[RenditionSpec(width: width, quality: spec.quality, format: spec.format)]
    }

    mutating func encode(_ raster: Raster, _ specs: [RenditionSpec]) throws(ImagingError) {
        let (opaque, whole) = raster.isCovered ? (try raster.onPaper(), try raster.withAlpha()) : (raster, raster)
        let isThumbnail = specs.allSatisfy { $0.width < Self.leastWidthForRights }
        let rights = isThumbnail ? ImageRights() : rights
        let sample = JPEGQualitySearch(opaque)
        for (format, specs) in Dictionary(grouping: specs.filter { $0.format != .png }, by: \.format) {
            var higher: [UInt8]?
            for quality in Set(specs.map(\.quality)).sorted(by: >) {
                let most = wider[format]?[quality] ?? limit
                var file = try (format == .jpeg ? opaque : whole).encode(format, sample, quality, rights, within: most)
                if let higher, higher.count < file.count { file = higher }
                files[RenditionSpec(width: raster.width, quality: quality, format: format)] = file
                wider[format, default: [:]][quality] = min(file.count, limit)
                higher = file
            }
        }
        guard isGraphic else { return }
        try encodeGraphic(whole, specs.filter { $0.format == .png }, rights) { quality throws(ImagingError) in
            try opaque.encode(.jpeg, sample, quality, rights, within: .max)
        }
    }

    /// Keeps a PNG if it is smaller than the JPEG of the same class, which `jpeg` makes if it is not among the files.
    private mutating func encodeGraphic(
        _ raster: Raster, _ specs: [RenditionSpec], _ rights: ImageRights,
        jpeg: (_ quality: Int) throws(ImagingError) -> [UInt8]
    ) throws(ImagingError) {
        guard !specs.isEmpty else { return }
        let file = try raster.encodePNG(rights: rights)
        for spec in specs {
            let other =
                if let known = self[raster.width, .init(width: 0, quality: spec.quality)] { known } else {
                    try jpeg(spec.quality)
                }
            guard file.count < other.count else { continue }
            files[RenditionSpec(width: raster.width, quality: spec.quality, format: .png)] = file
        }
    }
}

extension Raster {
    /// Encodes at a quality class, or as far below (down to 10) as needed to stay within a number of bytes.
    fileprivate func encode(
        _ format: RenditionFormat, _ sample: JPEGQualitySearch, _ quality: Int, _ rights: ImageRights, within limit: Int
    ) throws(ImagingError) -> [UInt8] {
        var encoded = sample.quality(forClass: quality)
        // Thumbnails of class 30 have no colour that fine; JPEGs of class 90 keep any colour.
        let isFine = quality >= 60 && sample.hasFineColour || quality >= 90 && format == .jpeg
        let lower = isFine && quality < 90 && format == .jpeg ? JPEGQualitySearch.fineColourCosts : 0
        var file = try encode(format, quality: encoded - lower, isFine: isFine, rights)
        if isFine, file.count > limit { file = try encode(format, quality: encoded, isFine: false, rights) }
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
        case .webp: try encodeWebP(jpegQuality: quality, rights: rights)
        case .avif: try encodeAVIF(jpegQuality: quality, isFine: isFine, rights: rights)
        case .png, .gif: throw .notEncoded  // these have no quality setting
        }
    }
}

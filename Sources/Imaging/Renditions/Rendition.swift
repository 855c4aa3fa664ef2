/// The specification of a rendition.
package struct RenditionSpec: Hashable, Sendable, Codable {
    /// The maximum width in displayed pixels. A narrower picture keeps its width.
    package var width: Int
    /// The quality class, 1 to 100, which is a promise about appearance: 30 in lists, 60 and 90 in detail.
    /// The encoder's quality is determined for each picture.
    package var quality: Int
    /// The file format.
    package var format: RenditionFormat
    /// The part of the picture that it shows.
    package var shape: RenditionShape

    /// Creates a specification. Values out of range are clamped when encoding.
    package init(width: Int, quality: Int, format: RenditionFormat = .jpeg, shape: RenditionShape = .whole) {
        self.width = width
        self.quality = quality
        self.format = format
        self.shape = shape
    }
}

/// A rendition as stored and sent: upright, and without metadata except the rights, which thumbnails do without.
package struct EncodedRendition: Sendable, Hashable {
    /// The specification requested.
    package var spec: RenditionSpec
    /// The position of a crop, in percent of the remainder: 0 is left or top, 100 right or bottom.
    package var crop: Int
    /// The actual width in pixels: the specified one, or the original's if it is narrower.
    package var width: Int
    /// The actual height in pixels, in proportion, and at least 1.
    package var height: Int
    /// The file.
    package var bytes: [UInt8]

    /// Creates a rendition.
    package init(spec: RenditionSpec, crop: Int = 0, width: Int, height: Int, bytes: [UInt8]) {
        self.spec = spec
        self.crop = crop
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// An encoded picture: its renditions and detected traits.
package struct EncodedPicture: Sendable, Hashable {
    /// The renditions in the order requested, without those that are not worthwhile.
    package var renditions: [EncodedRendition]
    /// The detected traits.
    package var traits: PictureTraits

    /// Creates an encoded picture.
    package init(renditions: [EncodedRendition], traits: PictureTraits) {
        self.renditions = renditions
        self.traits = traits
    }
}

/// Encodes renditions of a picture, decoding it only once.
///
/// Transparency is kept, except in JPEGs, where it becomes the page's colour. The orientation is
/// applied. A rendition is never larger in bytes than one of a higher class at the same width and, if any quality down to 10 allows it, than the next
/// wider one of its class or the original.
///
/// Blocks its thread while it works (a second or more for a big ladder), so call it from a thread pool.
/// Thread-safe.
///
/// - Parameters:
///   - bytes: the original file.
///   - header: the result of `ImageHeader.read` for the same bytes, which keeps the cost within limits.
///   - specs: the renditions to encode; widths and qualities out of range are clamped.
///   - focus: the point that crops must show; nil to detect it.
///   - limit: the most bytes that a file is to have, if any quality allows it, below those of the original.
/// - Throws: `ImagingError` if the data is damaged or memory is short.
package func encodeRenditions(
    of bytes: [UInt8], header: ImageHeader, specs: [RenditionSpec], focus: FocalPoint? = nil, limit: Int? = nil
) throws(ImagingError) -> EncodedPicture {
    let plan = RenditionPlan(header, specs)
    // At twice the target width or more, artefacts of libjpeg's scaling are no longer visible.
    let decoded = try Raster.decode(bytes, header: header, leastWidth: plan.leastWidth)
    var rasters = RasterLadder(decoded)
    for width in plan.wholeWidths { try rasters.add(width: width, height: header.height(forWidth: width)) }
    let traits = try PictureTraits(of: try rasters.sketch(), focus: focus)

    var renditions: [RenditionSpec: EncodedRendition] = [:]
    for shape in RenditionShape.allCases {
        var files = EncodedLadder(
            limit: min(bytes.count, limit ?? .max), rights: header.rights,
            isGraphic: header.format != .jpeg && decoded.isGraphic)
        for (width, specs) in plan.specs(of: shape) {
            let window = shape.window(width: header.displayWidth, height: header.displayHeight, traits.focus)
            let raster = try rasters.raster(
                width: width, window, of: (header.displayWidth, header.displayHeight))
            try files.encode(raster, specs)
            for spec in specs {
                guard let file = files[width, spec] else { continue }
                renditions[spec] = EncodedRendition(
                    spec: spec, crop: window.offset, width: raster.width, height: raster.height, bytes: file)
            }
        }
    }
    for spec in specs where spec.format == .gif && spec.width >= header.displayWidth {
        guard let file = GIFAnimation.stripped(bytes, header) else { continue }
        renditions[spec] = EncodedRendition(
            spec: spec, width: header.displayWidth, height: header.displayHeight, bytes: file)
    }
    return EncodedPicture(renditions: specs.compactMap { renditions[$0] }, traits: traits)
}

/// The renditions to encode, by shape and actual width, widest first.
private struct RenditionPlan {
    private let wanted: [RenditionShape: [Int: [RenditionSpec]]]
    /// The minimum width for decoding the picture.
    let leastWidth: Int

    init(_ header: ImageHeader, _ specs: [RenditionSpec]) {
        var wanted: [RenditionShape: [Int: [RenditionSpec]]] = [:]
        var leastWidth = 1
        for spec in specs where spec.format != .gif {
            let window = spec.shape.window(width: header.displayWidth, height: header.displayHeight, .center)
            let width = min(max(spec.width, 1), window.width)
            wanted[spec.shape, default: [:]][width, default: []].append(spec)
            leastWidth = max(leastWidth, min(width * 2, window.width) * header.displayWidth / window.width)
        }
        self.wanted = wanted
        self.leastWidth = leastWidth
    }

    var wholeWidths: [Int] { (wanted[.whole] ?? [:]).keys.sorted(by: >) }

    func specs(of shape: RenditionShape) -> [(width: Int, specs: [RenditionSpec])] {
        (wanted[shape] ?? [:]).sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }
}

extension ImageHeader {
    fileprivate func height(forWidth width: Int) -> Int {
        max(1, (width * displayHeight + displayWidth / 2) / displayWidth)
    }
}

/// Which rendition of a picture is wanted.
package struct RenditionSpec: Hashable, Sendable, Codable {
    /// The greatest width, in pixels as shown. A picture that is narrower stays as it is.
    package var width: Int
    /// The quality class, 1 to 100, which is a promise about looks: 30 on lists, 60 and 90 in detail. The encoder's quality is
    /// searched for each picture.
    package var quality: Int
    /// What it is encoded as.
    package var format: RenditionFormat
    /// Which part of the picture it shows.
    package var shape: RenditionShape

    /// A width in pixels and a quality class; what is out of range counts as the nearest possible.
    package init(width: Int, quality: Int, format: RenditionFormat = .jpeg, shape: RenditionShape = .whole) {
        self.width = width
        self.quality = quality
        self.format = format
        self.shape = shape
    }
}

/// A rendition as it is stored and sent: upright and opaque, without metadata but, in a JPEG, the rights.
package struct EncodedRendition: Sendable, Hashable {
    /// What was asked for.
    package var spec: RenditionSpec
    /// Where a crop begins, in percent of what is left over beside it: 0 is at the left or the top, 100 at the right or the bottom.
    package var crop: Int
    /// The actual width in pixels: that of the spec, or the original's if it is narrower.
    package var width: Int
    /// The actual height in pixels, in proportion, and at least 1.
    package var height: Int
    /// The file.
    package var bytes: [UInt8]

    /// A rendition of these parts.
    package init(spec: RenditionSpec, crop: Int = 0, width: Int, height: Int, bytes: [UInt8]) {
        self.spec = spec
        self.crop = crop
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// What came of a picture: its renditions, and what was seen in it.
package struct EncodedPicture: Sendable, Hashable {
    /// In the order in which they were asked for; those that are not worth while are left out.
    package var renditions: [EncodedRendition]
    /// What was seen.
    package var traits: PictureTraits

    /// A picture of these parts.
    package init(renditions: [EncodedRendition], traits: PictureTraits) {
        self.renditions = renditions
        self.traits = traits
    }
}

/// Makes renditions of a picture from one decode.
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
///   - focus: What crops must show; nil has it found.
/// - Throws: `ImagingError` if the data are damaged or memory is short.
package func encodeRenditions(
    of bytes: [UInt8], header: ImageHeader, specs: [RenditionSpec], focus: FocalPoint? = nil
) throws(ImagingError) -> EncodedPicture {
    let plan = RenditionPlan(header, specs)
    // From twice the width on, nothing shows any more of the grid on which libjpeg made the picture smaller.
    let decoded = try Raster.decode(bytes, header: header, leastWidth: plan.leastWidth)
    var rasters = RasterLadder(decoded)
    for width in plan.wholeWidths { try rasters.add(width: width, height: header.height(forWidth: width)) }
    let traits = try PictureTraits(of: try rasters.sketch(), focus: focus)

    var renditions: [RenditionSpec: EncodedRendition] = [:]
    for shape in RenditionShape.allCases {
        var files = EncodedLadder(
            limit: bytes.count, rights: header.rights, isGraphic: header.format != .jpeg && decoded.isGraphic)
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

/// The renditions wanted, by shape and actual width, the widest first.
private struct RenditionPlan {
    private let wanted: [RenditionShape: [Int: [RenditionSpec]]]
    /// The width to which the picture must be decoded.
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

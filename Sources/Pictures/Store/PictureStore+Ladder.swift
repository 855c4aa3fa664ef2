package import Archive
import Imaging
package import News

/// The renditions that a picture has. `News` expresses them in terms of addresses, `Imaging` in terms of
/// files; both meet here.
extension PictureStore {
    /// All renditions of a format. The JPEGs include those of graphics and animations, which are made along
    /// with them.
    static func ladder(_ format: PictureFormat, _ record: PictureRecord) -> [RenditionSpec] {
        PictureShape.allCases.flatMap { shape -> [RenditionSpec] in
            let widths = Ladder.widths(of: shape, forOriginal: record.width)
            let photographs = widths.filter { format != .avif || $0 >= leastAVIFWidth }.flatMap { width in
                Ladder.qualities.map { PictureSpec(width: width, quality: $0, shape: shape).rendition(format) }
            }
            guard format == .jpeg else { return photographs }
            let graphics = widths.map { PictureSpec(width: $0, quality: 90, shape: shape).rendition(.png) }
            let animation = shape == .whole ? widths.suffix(1) : []
            return photographs + graphics
                + animation.map { PictureSpec(width: $0, quality: 90, shape: shape).rendition(.gif) }
        }
    }

    /// In pixels: the header of an AVIF takes some 300 bytes, which is most of what the format saves on
    /// smaller pictures.
    private static let leastAVIFWidth = 240
}

extension PictureSpec {
    func rendition(_ format: PictureFormat) -> RenditionSpec {
        RenditionSpec(
            width: width, quality: quality, format: RenditionFormat(rawValue: format.rawValue) ?? .jpeg,
            shape: RenditionShape(rawValue: shape.rawValue) ?? .whole)
    }
}

extension RenditionName {
    init(_ file: EncodedRendition) {
        let spec = file.spec
        self.init(
            PictureSpec(
                width: spec.width, quality: spec.quality, shape: PictureShape(rawValue: spec.shape.rawValue) ?? .whole),
            crop: file.crop, format: PictureFormat(rawValue: spec.format.rawValue))
    }

    /// The rendition that a picture has for a requested rung, quality class or crop.
    package init(_ asked: PictureSpec, of record: PictureRecord, format: PictureFormat?) {
        let shape = RenditionShape(rawValue: asked.shape.rawValue) ?? .whole
        let focus = record.focus.map { FocalPoint(x: $0.x, y: $0.y) } ?? .center
        self.init(
            Ladder.served(asked, original: record.width),
            crop: shape.crop(width: record.width, height: record.height, focus), format: format)
    }

    /// The rendition to request from a worker.
    var rendition: RenditionSpec { spec.rendition(format ?? .jpeg) }

    /// Whether a file with this name has both its beginning and its end.
    func isWhole(_ bytes: [UInt8]) -> Bool { rendition.format.isWhole(bytes) }
}

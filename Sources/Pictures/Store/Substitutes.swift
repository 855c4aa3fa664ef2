import News

/// The renditions that may be sent in place of one that is missing, the best first.
struct Substitutes {
    /// Those of the same size and class in other formats, the smallest first.
    let equal: [RenditionName]
    /// The nearest of other sizes and classes, first those that are no narrower and of no lower class.
    let others: [RenditionName]
    /// More need not be tried: files are rarely missing.
    private static let limit = 6

    /// - Parameter ready: all renditions of the picture.
    init(for asked: RenditionName, among ready: [Rendition], _ accepted: PictureFormats) {
        let shown = ready.filter { rendition in
            rendition.name.format.map { accepted.all.contains($0) } == true && rendition.spec.shape == asked.spec.shape
                && rendition.name.crop == asked.crop && rendition.name != asked
        }
        func isEqual(_ rendition: Rendition) -> Bool {
            rendition.spec.width == asked.spec.width
                && (rendition.spec.quality == asked.spec.quality || rendition.name.format == .png)
        }
        func distance(_ rendition: Rendition) -> (Int, Int, Int, Int) {
            let (width, quality) = (
                rendition.spec.width - asked.spec.width, rendition.spec.quality - asked.spec.quality
            )
            return (width < 0 || quality < 0 ? 1 : 0, abs(width), abs(quality), rendition.bytes)
        }
        equal = shown.filter(isEqual).sorted { $0.bytes < $1.bytes }.map(\.name)
        others = shown.filter { !isEqual($0) }.sorted { distance($0) < distance($1) }.prefix(Self.limit).map(\.name)
    }
}

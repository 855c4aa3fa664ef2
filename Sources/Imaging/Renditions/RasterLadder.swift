/// A picture at several widths, each scaled from one at least twice as wide, to avoid unnecessary work.
struct RasterLadder {
    private let original: Raster
    /// The whole picture at each width, widest first.
    private var wholes: [Raster]

    init(_ original: Raster) {
        self.original = original
        wholes = [original]
    }

    /// Adds the whole picture at a width smaller than the previous ones.
    mutating func add(width: Int, height: Int) throws(ImagingError) {
        let source = wholes.last { $0.width >= 2 * width } ?? original
        wholes.append(source.width == width ? source : try source.scaled(width: width, height: height))
    }

    /// Returns a part of the picture at a width.
    /// - Parameter window: the part, in pixels of the stored original.
    func raster(width: Int, _ window: CropWindow, of size: (width: Int, height: Int)) throws(ImagingError) -> Raster {
        if window.width == size.width, window.height == size.height,
            let whole = wholes.last(where: { $0.width == width })
        {
            return whole
        }
        let source = wholes.last { $0.width * window.width >= 2 * width * size.width } ?? original
        let height = max(1, (width * window.height + window.width / 2) / window.width)
        return try source.scaled(window.scaled(from: size.width, size.height, to: source), width: width, height: height)
    }

    /// Returns a small copy of the whole picture, for analysis.
    func sketch() throws(ImagingError) -> Raster {
        let source = wholes.last { $0.width >= 2 * PictureTraits.sketchSide } ?? original
        let longer = max(source.width, source.height)
        guard longer > PictureTraits.sketchSide else { return source }
        func side(_ length: Int) -> Int { max(1, length * PictureTraits.sketchSide / longer) }
        return try source.scaled(width: side(source.width), height: side(source.height))
    }
}

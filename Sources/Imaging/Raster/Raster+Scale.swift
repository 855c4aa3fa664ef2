import CPixels

/// The weights for reducing an axis: cubic convolution (Keys 1981, a = -0.5), stretched over the source
/// pixels that it covers. It is sharper than averaging, rings less than Lanczos and costs a third less.
private struct Filter {
    let count: Int
    private(set) var starts: [Int32] = []
    private(set) var weights: [Float] = []

    init(from source: Int, to target: Int) {
        let ratio = Double(source) / Double(target)
        let stretch = max(ratio, 1)
        let reach = 2 * stretch
        count = min(source, Int((reach * 2).rounded(.up)) + 1)
        for place in 0..<target {
            let center = (Double(place) + 0.5) * ratio
            let start = min(max(0, Int(center - reach)), source - count)
            let taps = (start..<start + count).map { Self.cubic((Double($0) + 0.5 - center) / stretch) }
            let sum = taps.reduce(0, +)
            starts.append(Int32(start))
            weights += taps.map { Float($0 / sum) }
        }
    }

    private static func cubic(_ distance: Double) -> Double {
        let x = abs(distance)
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    }

    func withC<Result>(_ body: (n4md_filter) -> Result) -> Result {
        starts.withUnsafeBufferPointer { starts in
            weights.withUnsafeBufferPointer { weights in
                body(n4md_filter(count: Int32(count), starts: starts.baseAddress, weights: weights.baseAddress))
            }
        }
    }
}

extension Raster {
    /// A copy of at most the same size, opaque or covered like the raster.
    func scaled(width: Int, height: Int) throws(ImagingError) -> Raster {
        try scaled(
            CropWindow(x: 0, y: 0, width: self.width, height: self.height, offset: 0), width: width, height: height)
    }

    /// A copy of a part of the raster, at most the same size, opaque or covered like the raster.
    func scaled(_ window: CropWindow, width: Int, height: Int) throws(ImagingError) -> Raster {
        guard let copy = Raster(width: width, height: height) else { throw .notEncoded }
        copy.isCovered = isCovered
        let across = Filter(from: window.width, to: width)
        let down = Filter(from: window.height, to: height)
        let rows = (down.count + 6) / 4 * 4 + 1
        let size = (rows * ((width + 3) / 4 * 16) + window.width * 16) * MemoryLayout<Float>.stride
        let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        defer { room.deallocate() }
        let source = (0..<window.height).map { rowPointers[window.y + $0].map { $0 + window.x } }
        across.withC { across in
            down.withC { down in
                n4md_scale(
                    source, Int32(window.width), Int32(window.height), across, down, copy.rowPointers, Int32(width),
                    Int32(height), room.assumingMemoryBound(to: Float.self))
            }
        }
        return copy
    }
}

/// The colours of a picture that has few. Those that differ only in the lowest bits of a channel or of alpha count as one, which is their mean.
struct Palette {
    static let limit = 256
    private let mask: Int32
    private var places: [Int32: Int] = [:]
    private var groups: [Group] = []

    private struct Group {
        var count = 0
        /// Alpha, red, green and blue.
        var sums = SIMD4<Int>()
    }

    /// Nil if there are more than 256 groups.
    /// - Parameters:
    ///   - bits: how many of the lowest bits make no difference.
    ///   - step: looks at every row with 1, at every second one with 2.
    init?(_ raster: Raster, dropping bits: Int, step: Int = 1) {
        let low: Int32 = (1 << Int32(bits)) - 1
        mask = ~(low << 24 | low << 16 | low << 8 | low) & 0x7FFF_FFFF
        for y in stride(from: 0, to: raster.height, by: step) {
            guard add(raster.row(y)) else { return nil }
        }
    }

    /// Adds a row, run by run, since neighbours are mostly alike. Returns false if there are too many groups.
    private mutating func add(_ pixels: UnsafeMutableBufferPointer<Int32>) -> Bool {
        var start = 0
        while start < pixels.count {
            let box = pixels[start] & mask
            var (end, sums) = (start, SIMD4<Int>())
            while end < pixels.count, pixels[end] & mask == box {
                sums &+= Self.channels(pixels[end])
                end += 1
            }
            let place = places[box] ?? groups.count
            if place == groups.count {
                guard place < Self.limit else { return false }
                places[box] = place
                groups.append(Group())
            }
            groups[place].count += end - start
            groups[place].sums &+= sums
            start = end
        }
        return true
    }

    private static func channels(_ pixel: Int32) -> SIMD4<Int> {
        SIMD4(Int(pixel >> 24), Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    }

    /// The colours, each with alpha, red, green and blue.
    var colors: [SIMD4<Int32>] {
        groups.map {
            SIMD4(truncatingIfNeeded: ($0.sums &+ SIMD4(repeating: $0.count / 2)) / SIMD4(repeating: $0.count))
        }
    }

    /// The place of a pixel's colour among them.
    func place(of pixel: Int32) -> UInt8 { UInt8(truncatingIfNeeded: places[pixel & mask] ?? 0) }
}

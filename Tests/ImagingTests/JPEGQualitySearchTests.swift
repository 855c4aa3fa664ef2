import CPixels
import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Choosing the encoder's quality by how the picture will look.
@Suite struct JPEGQualitySearchTests {
    private func canvas(_ draw: (Canvas) -> Void) throws -> Raster {
        let canvas = try #require(Canvas(width: 320, height: 240))
        canvas.shade(0x2040A0, 0xF0E0C0)
        draw(canvas)
        let png = canvas.png()
        return try Raster.decode(png, header: try ImageHeader.read(png), leastWidth: 320)
    }

    private func luma(_ raster: Raster) -> [[Double]] {
        (0..<raster.height).map { y in
            raster.row(y).map { Double(299 * ($0 >> 16 & 255) + 587 * ($0 >> 8 & 255) + 114 * ($0 & 255)) / 1000 }
        }
    }

    /// The measure of the C code, computed from pixels.
    private func difference(_ one: [[Double]], _ other: [[Double]]) -> Double {
        var sum = 0.0
        var count = 0.0
        for top in stride(from: 0, to: one.count, by: 8) {
            for left in stride(from: 0, to: one[0].count, by: 8) {
                let (a, b) = (
                    one[top..<top + 8].flatMap { $0[left..<left + 8] },
                    other[top..<top + 8].flatMap { $0[left..<left + 8] }
                )
                let (m, n) = (a.reduce(0, +) / 64, b.reduce(0, +) / 64)
                let (v, w) = (
                    a.reduce(0) { $0 + ($1 - m) * ($1 - m) } / 64, b.reduce(0) { $0 + ($1 - n) * ($1 - n) } / 64
                )
                let c = zip(a, b).reduce(0) { $0 + ($1.0 - m) * ($1.1 - n) } / 64
                let same = (2 * m * n + 6.5025) * (2 * c + 3) / ((m * m + n * n + 6.5025) * (v + w + 3))
                sum += pow(1 - same, 8)
                count += 1
            }
        }
        return pow(sum / count, 1 / 8)
    }

    /// The predicted difference matches that of libjpeg's output.
    @Test(arguments: [20, 45, 60, 85])
    func foretellsWhatAnEncoderDoes(quality: Int) throws {
        // Grey, since chroma subsampling would change the luma of the decoded picture.
        let raster = try canvas { $0.grain(0.2) }
        for y in 0..<raster.height {
            for x in 0..<raster.width { raster.row(y)[x] = (raster.row(y)[x] & 255) * 0x010101 }
        }
        let file = try raster.encodeJPEG(quality: quality, isFine: true)
        let decoded = try Raster.decode(file, header: try ImageHeader.read(file), leastWidth: raster.width)
        var blocks = [Float](repeating: 0, count: 40 * 30 * 64)
        n4md_transform(raster.rowPointers, 320, 1, 1200, &blocks)
        let foretold = n4md_difference(blocks, 1200, Int32(quality))
        let seen = difference(luma(raster), luma(decoded))
        #expect(abs(foretold - seen) < 0.03, "\(foretold) \(seen)")
    }

    @Test func eachClassKeepsItsPromiseAndIsAboveTheOneBelow() throws {
        for strength in [0, 0.02, 0.1, 0.5] {
            let sample = JPEGQualitySearch(try canvas { $0.grain(strength) })
            let qualities = [30, 60, 90].map { sample.quality(forClass: $0) }
            #expect(qualities == qualities.sorted() && Set(qualities).count == 3, "\(qualities)")
            for (quality, name) in zip(qualities, [30, 60, 90]) { #expect(abs(quality - name) <= 20) }
        }
    }

    /// Two pictures that need different qualities to look as good.
    @Test func picturesDiffer() throws {
        let qualities = try [0.01, 0.3].map { grain in
            JPEGQualitySearch(try canvas { $0.grain(grain) }).quality(forClass: 60)
        }
        #expect(qualities[0] != qualities[1])
    }

    @Test func whatIsSmallerThanABlockHasTheQualityOfItsClass() throws {
        let sample = JPEGQualitySearch(try #require(Raster(width: 7, height: 300)))
        #expect([30, 60, 90].map { sample.quality(forClass: $0) } == [30, 60, 90])
    }
}

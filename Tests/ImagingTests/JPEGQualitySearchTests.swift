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

    /// Red and blue lines of a pixel each, as in coloured text: with shared colour they would all be purple.
    @Test(arguments: [RenditionFormat.jpeg, .avif])
    func fineColourIsKept(_ format: RenditionFormat) throws {
        let raster = try #require(Raster(width: 320, height: 64))
        var generator = SeededGenerator(seed: 1)
        for y in 0..<64 {
            // Some noise, or else the original would be smaller than any JPEG, which no rendition is.
            for x in 0..<320 {
                raster.row(y)[x] = (x % 2 == 0 ? 0xE02020 : 0x2020E0) + Int32.random(in: 0..<24, using: &generator)
            }
        }
        #expect(JPEGQualitySearch(raster).hasFineColour)
        #expect(try !JPEGQualitySearch(canvas { $0.grain(0.05) }).hasFineColour)
        let png = try raster.encodePNG()
        let made = try encodeRenditions(
            of: png, header: try ImageHeader.read(png), specs: [RenditionSpec(width: 320, quality: 60, format: format)])
        let file = try #require(made.renditions.first).bytes
        let seen = try Raster.decode(file, header: try ImageHeader.read(file), leastWidth: 320)
        let (red, blue) = (seen.row(32)[100], seen.row(32)[101])
        #expect((red >> 16 & 255) > (red & 255) + 80 && (blue & 255) > (blue >> 16 & 255) + 80)
    }

    @Test func whatIsSmallerThanABlockHasTheQualityOfItsClass() throws {
        let sample = JPEGQualitySearch(try #require(Raster(width: 7, height: 300)))
        #expect([30, 60, 90].map { sample.quality(forClass: $0) } == [30, 60, 90])
    }
}

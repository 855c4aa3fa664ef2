import Testing

@testable import Imaging

/// Pictures are scaled in linear light, sharply and without artefacts.
@Suite struct ScaleTests {
    private func raster(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> Int32) throws -> Raster {
        let raster = try #require(Raster(width: width, height: height))
        for y in 0..<height { for x in 0..<width { raster.row(y)[x] = pixel(x, y) } }
        return raster
    }

    /// The blue values of a row.
    private func row(_ y: Int, of raster: Raster) -> [Int] {
        withExtendedLifetime(raster) { raster.row(y).map { Int($0 & 255) } }
    }

    private func grey(_ value: Int) -> Int32 { Int32(value << 16 | value << 8 | value) }

    @Test(arguments: [(97, 61, 40, 25), (640, 3, 120, 1), (5, 400, 1, 80), (33, 17, 33, 17), (300, 200, 299, 199)])
    func oneColourStaysAsItIs(width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
        for color: Int32 in [0, 0x010203, 0x8040C0, 0xFEFDFC, 0xFFFFFF] {
            let scaled = try raster(width, height) { _, _ in color }.scaled(width: newWidth, height: newHeight)
            for y in 0..<newHeight { #expect(scaled.row(y).allSatisfy { $0 == color }) }
        }
    }

    /// Half white pixels give half the light, which is lighter than the mean of the sRGB values.
    @Test func finePatternsKeepTheirLight() throws {
        let board = try raster(256, 256) { x, y in (x + y) % 2 == 0 ? 0xFFFFFF : 0 }
        let scaled = try board.scaled(width: 60, height: 60)
        for y in 4..<56 { #expect(scaled.row(y)[4..<56].allSatisfy { abs(($0 & 255) - 180) <= 2 }) }
    }

    /// A pattern finer than the new grid becomes an even tone, not another pattern.
    @Test(arguments: [3, 5, 7])
    func patternsDoNotAlias(period: Int) throws {
        let stripes = try raster(840, 16) { x, _ in x % period < period / 2 + 1 ? self.grey(200) : self.grey(40) }
        let row = row(0, of: try stripes.scaled(width: 84, height: 2)).dropFirst(3).dropLast(3)
        #expect((row.max() ?? 0) - (row.min() ?? 0) <= 12, "\(row)")
    }

    @Test func anEdgeIsSharpAndRingsLittle() throws {
        let edge = try raster(400, 8) { x, _ in x < 200 ? self.grey(60) : self.grey(190) }
        let row = row(1, of: try edge.scaled(width: 100, height: 2))
        #expect(row[..<47].allSatisfy { $0 == 60 } && row[53...].allSatisfy { $0 == 190 })
        #expect(row.allSatisfy { (30...210).contains($0) })
        #expect((row.firstIndex { $0 > 180 } ?? 0) - (row.lastIndex { $0 < 70 } ?? 0) <= 2, "\(row)")
    }

    @Test func channelsAndPlacesAreKept() throws {
        let quarters = try raster(80, 80) { x, y in
            x < 40 ? (y < 40 ? 0xFF0000 : 0x00FF00) : (y < 40 ? 0x0000FF : 0x123456)
        }
        let scaled = try quarters.scaled(width: 20, height: 20)
        #expect(
            [scaled.row(4)[4], scaled.row(15)[4], scaled.row(4)[15], scaled.row(15)[15]] == [
                0xFF0000, 0x00FF00, 0x0000FF, 0x123456,
            ])
    }
}

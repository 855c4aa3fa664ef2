import TestSupport
import Testing

@testable import Imaging

/// Crops, and finding the subject of a picture.
@Suite struct CropTests {
    @Test(arguments: [
        // Width, height and focus, then the x, y, width, height and percentage of the window.
        (
            RenditionShape.whole, 300, 200, FocalPoint(x: 9, y: 9),
            CropWindow(x: 0, y: 0, width: 300, height: 200, offset: 0)
        ),
        (.square, 300, 200, .center, CropWindow(x: 50, y: 0, width: 200, height: 200, offset: 50)),
        (.square, 300, 200, FocalPoint(x: 0, y: 0), CropWindow(x: 0, y: 0, width: 200, height: 200, offset: 0)),
        (.square, 300, 200, FocalPoint(x: 100, y: 0), CropWindow(x: 100, y: 0, width: 200, height: 200, offset: 100)),
        (.square, 200, 300, FocalPoint(x: 0, y: 45), CropWindow(x: 0, y: 35, width: 200, height: 200, offset: 35)),
        (.square, 200, 200, FocalPoint(x: 0, y: 0), CropWindow(x: 0, y: 0, width: 200, height: 200, offset: 0)),
        (.wide, 320, 200, .center, CropWindow(x: 0, y: 10, width: 320, height: 180, offset: 50)),
        (.wide, 1600, 100, .center, CropWindow(x: 711, y: 0, width: 177, height: 100, offset: 50)),
        (.wide, 1, 1, .center, CropWindow(x: 0, y: 0, width: 1, height: 1, offset: 0)),
        (.square, 16_000, 1, FocalPoint(x: 200, y: -5), CropWindow(x: 15_999, y: 0, width: 1, height: 1, offset: 100)),
    ])
    func theWindow(_ shape: RenditionShape, _ width: Int, _ height: Int, _ focus: FocalPoint, _ window: CropWindow) {
        #expect(shape.window(width: width, height: height, focus) == window)
        #expect(shape.crop(width: width, height: height, focus) == window.offset)
    }

    /// A red disc on the right of a grey background with grain.
    private func drawing(_ width: Int = 900, _ height: Int = 400) throws -> Canvas {
        let canvas = try #require(Canvas(width: width, height: height))
        canvas.fill(0x808890)
        canvas.ellipse(width - 170, 200, 110, 110, 0xD02018)
        canvas.grain(0.02)
        return canvas
    }

    private func picture(_ bytes: [UInt8], _ specs: [RenditionSpec], focus: FocalPoint? = nil) throws -> EncodedPicture
    {
        try encodeRenditions(of: bytes, header: try ImageHeader.read(bytes), specs: specs, focus: focus)
    }

    /// The share of red pixels.
    private func redness(_ file: EncodedRendition) throws -> Double {
        let raster = try Raster.decode(
            file.bytes, header: try ImageHeader.read(file.bytes), leastWidth: file.width)
        let red = (0..<raster.height).reduce(0) { sum, y in
            sum + raster.row(y).filter { $0 >> 16 & 255 > 150 && $0 >> 8 & 255 < 90 }.count
        }
        return Double(red) / Double(raster.width * raster.height)
    }

    @Test(
        "The part of a picture that takes its place",
        arguments: [
            // Left, top, width and height in percent; pixels of 900 x 400.
            ([0, 0, 50, 50], CropWindow(x: 0, y: 0, width: 450, height: 200, offset: 0)),
            ([33.3, 10, 66.7, 90], CropWindow(x: 300, y: 40, width: 600, height: 360, offset: 0)),
            ([50, 50, 50.1, 50.1], CropWindow(x: 450, y: 200, width: 450, height: 200, offset: 0)),
            ([99.99, 99.99, 0.01, 0.01], CropWindow(x: 899, y: 399, width: 1, height: 1, offset: 0)),
        ] as [([Double], CropWindow)])
    func thePart(_ sides: [Double], _ window: CropWindow) throws {
        let area = try #require(CropArea(left: sides[0], top: sides[1], width: sides[2], height: sides[3]))
        #expect(area.window(width: 900, height: 400) == window)
    }

    @Test(
        "A place in a picture is told in the part that has it",
        arguments: [(65, 40, 80, 60), (25, 10, 0, 0), (75, 60, 100, 100), (24, 20, nil, nil), (50, 61, nil, nil)])
    func place(_ x: Int, _ y: Int, _ right: Int?, _ down: Int?) throws {
        let area = try #require(CropArea(left: 25, top: 10, width: 50, height: 50))
        let place = area.place(x: x, y: y)
        #expect(place?.x == right && place?.y == down)
    }

    @Test(
        "A part that is not inside the picture is refused",
        arguments: [
            [-0.1, 0, 50, 50], [0, -0.1, 50, 50], [100, 0, 50, 50], [0, 0, 0, 50], [0, 0, 50, -1], [60, 0, 50, 50],
            [0, 60, 50, 50], [.nan, 0, 50, 50], [0, 0, .nan, 50], [0, 0, .infinity, 50],
            [-.infinity, 0, .infinity, 50],
        ] as [[Double]])
    func noPart(_ sides: [Double]) {
        #expect(CropArea(left: sides[0], top: sides[1], width: sides[2], height: sides[3]) == nil)
    }

    @Test("A crop keeps the pixels, the way up, the transparency and the rights", arguments: Fixture.coloured)
    func aPartOfItsOwn(_ fixture: Fixture) throws {
        // The lower right quarter, which is white or transparent.
        let area = try #require(CropArea(left: 50, top: 50, width: 50, height: 50))
        let header = try ImageHeader.read(fixture.bytes)
        let made = try encodeCrop(of: fixture.bytes, header: header, area: area)
        let file = try #require(made.renditions.first)
        let cropped = try ImageHeader.read(file.bytes)
        #expect((cropped.displayWidth, cropped.displayHeight) == (16, 8) && cropped.rights == header.rights)
        let whole = try Raster.decode(fixture.bytes, header: header, leastWidth: header.displayWidth)
        let part = try Raster.decode(file.bytes, header: cropped, leastWidth: cropped.displayWidth)
        for y in 0..<8 {
            for (old, new) in zip(whole.row(8 + y)[16..<32], part.row(y)) {
                #expect([24, 16, 8, 0].allSatisfy { abs((old >> $0 & 255) - (new >> $0 & 255)) <= 24 })
            }
        }
    }

    @Test func aCropShowsItsSubject() throws {
        let specs = [RenditionSpec(width: 160, quality: 90, shape: .square)]
        let found = try picture(try drawing().jpeg(), specs)
        let file = try #require(found.renditions.first)
        #expect((file.width, file.height) == (160, 160))
        #expect(found.traits.focus.x > 60 && file.crop > 80)
        // The whole disc: its area is 110 squared times pi, that of the picture 400 squared.
        #expect(abs(try redness(file) - 0.2376) < 0.01)

        let left = try #require(try picture(try drawing().jpeg(), specs, focus: .init(x: 5, y: 50)).renditions.first)
        #expect(left.crop == 0)
        #expect(try redness(left) == 0)
    }

    @Test func cropsComeFromTheSameDecodeAsTheWhole() throws {
        let specs = RenditionShape.allCases.flatMap { shape in
            [640, 320, 160].map { RenditionSpec(width: $0, quality: 60, shape: shape) }
        }
        let made = try picture(try drawing(1500, 1000).jpeg(), specs)
        #expect(made.renditions.map(\.spec) == specs)
        #expect(made.renditions.map(\.height) == [427, 213, 107, 640, 320, 160, 360, 180, 90])
    }

    @Test func whatStandsForAPictureIsTinyAndOfItsColour() throws {
        let traits = try picture(try drawing().jpeg(), []).traits
        #expect((1...200).contains(traits.placeholder.count))
        let header = try ImageHeader.read(traits.placeholder)
        #expect((header.format, header.width, header.height) == (.png, 6, 3))
        let color = try #require(traits.color.flatMap { Int($0.dropFirst(), radix: 16) })
        #expect(abs(color >> 16 - 0x80) < 6 && abs(color >> 8 & 255 - 0x88) < 6 && abs(color & 255 - 0x90) < 6)
    }

    @Test(arguments: [(1, 1), (2, 900), (900, 2), (8, 8), (96, 96), (97, 3)])
    func picturesOfAnySizeHaveTraits(_ width: Int, _ height: Int) throws {
        let canvas = try #require(Canvas(width: width, height: height))
        canvas.grain(1)
        let specs = RenditionShape.allCases.map { RenditionSpec(width: 160, quality: 60, shape: $0) }
        let made = try picture(canvas.png(), specs)
        #expect(made.renditions.count == 3)
        #expect(made.traits.placeholder.count <= 200)
    }
}

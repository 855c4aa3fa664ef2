import Foundation
import TestSupport
import Testing

@testable import Imaging

/// Graphics better kept lossless, and animations.
@Suite struct GraphicTests {
    private func renditions(_ bytes: [UInt8], _ specs: [RenditionSpec]) throws -> [EncodedRendition] {
        try encodeRenditions(of: bytes, header: try ImageHeader.read(bytes), specs: specs).renditions
    }

    private static let specs = [
        RenditionSpec(width: 320, quality: 90), RenditionSpec(width: 320, quality: 90, format: .png),
        RenditionSpec(width: 160, quality: 90), RenditionSpec(width: 160, quality: 90, format: .png),
    ]

    private func diagram() throws -> Canvas {
        let canvas = try #require(Canvas(width: 320, height: 200))
        canvas.fill(0xFFFFFF)
        for x in 0..<8 { canvas.rectangle(x * 40 + 5, 30, 20, x * 20 + 10, 0x2060A0) }
        return canvas
    }

    @Test func aDiagramIsKeptWithoutLossWhereThatIsSmaller() throws {
        let made = try renditions(try diagram().png(), Self.specs)
        #expect(made.map(\.spec) == Self.specs)
        #expect(made[1].bytes.count < made[0].bytes.count && made[3].bytes.count < made[2].bytes.count)
        let raster = try Raster.decode(made[1].bytes, header: try ImageHeader.read(made[1].bytes), leastWidth: 320)
        #expect(raster.row(0)[0] == 0xFFFFFF && raster.row(35)[10] == 0x2060A0)
        let small = try Raster.decode(made[3].bytes, header: try ImageHeader.read(made[3].bytes), leastWidth: 160)
        #expect(small.row(0)[0] == 0xFFFFFF)
    }

    @Test func aPhotographIsNot() throws {
        let canvas = try diagram()
        canvas.shade(0xF0E0A0, 0x104060)
        canvas.grain(0.1)
        #expect(try renditions(canvas.png(), Self.specs).map(\.spec.format) == [.jpeg, .jpeg])
        // This one has few colours, but has already been compressed with loss.
        #expect(try renditions(try diagram().jpeg(), Self.specs).map(\.spec.format) == [.jpeg, .jpeg])
    }

    @Test func whatWasTransparentMayBe() throws {
        let specs = [RenditionSpec(width: 32, quality: 90), RenditionSpec(width: 32, quality: 90, format: .png)]
        let made = try renditions(Fixture.png.bytes, specs)
        #expect(made.map(\.spec) == specs)
    }

    /// A job may be for the PNG alone, when the JPEGs are there already.
    @Test func aPNGLargerThanTheJPEGIsNotMadeEvenAlone() throws {
        let canvas = try #require(Canvas(width: 320, height: 320))
        canvas.hide(0)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let (x, y) = (Int.random(in: 0..<320, using: &generator), Int.random(in: 0..<320, using: &generator))
            canvas.ellipse(x, y, 2, 2, UInt32.random(in: 0...0xFFFFFF, using: &generator))
        }
        let bytes = canvas.png()
        let alone = [RenditionSpec(width: 160, quality: 90, format: .png)]
        #expect(try renditions(bytes, alone).isEmpty)
        #expect(try renditions(bytes, alone + [RenditionSpec(width: 160, quality: 90)]).map(\.spec.format) == [.jpeg])
        // A lost one that was worth it is made again within its own size.
        let made = try #require(try renditions(try logo(), alone).first)
        let header = try ImageHeader.read(try logo())
        let again = try encodeRenditions(of: try logo(), header: header, specs: alone, limit: made.bytes.count)
        #expect(again.renditions == [made])
    }

    /// A red disc on nothing, whose hidden colour is green: no edge may show that.
    private func logo() throws -> [UInt8] {
        let canvas = try #require(Canvas(width: 640, height: 640))
        canvas.hide(0x00FF00)
        canvas.ellipse(320, 320, 250, 250, 0xC02020)
        return canvas.png()
    }

    @Test(arguments: [RenditionFormat.png, .webp, .avif])
    func transparencyStays(_ format: RenditionFormat) throws {
        let spec = RenditionSpec(width: 320, quality: 90, format: format)
        let made = try #require(try renditions(try logo(), [spec, RenditionSpec(width: 320, quality: 90)]).first)
        let raster = try Raster.decode(made.bytes, header: try ImageHeader.read(made.bytes), leastWidth: 320)
        #expect(raster.isCovered)
        let shown = try raster.withAlpha()
        #expect(shown.row(2)[2] >> 24 == 127 && shown.row(160)[160] >> 24 == 0)
        let edge = (0..<320).filter { (1...126).contains(shown.row(160)[$0] >> 24) }
        #expect(!edge.isEmpty && edge.count <= 8)
        for x in edge where shown.row(160)[x] >> 24 < 100 {
            let pixel = shown.row(160)[x]
            #expect(pixel >> 16 & 255 > 150 && pixel >> 8 & 255 < 90, "\(String(pixel, radix: 16))")
        }
    }

    @Test func aJPEGGetsThePageInstead() throws {
        let made = try #require(try renditions(try logo(), [RenditionSpec(width: 320, quality: 90)]).first)
        let raster = try Raster.decode(made.bytes, header: try ImageHeader.read(made.bytes), leastWidth: 320)
        for (shift, value) in [(16, 0xFF), (8, 0xFD), (0, 0xF8)] as [(Int32, Int32)] {
            #expect(abs((raster.row(2)[2] >> shift & 255) - value) <= 3)
        }
        let style = try String(contentsOfFile: "static/style.css", encoding: .utf8)
        #expect(style.contains("background:#" + String(Raster.paper, radix: 16)))
    }

    @Test func aTransparentPictureHasNoPlaceholder() throws {
        let bytes = try logo()
        let traits = try encodeRenditions(of: bytes, header: try ImageHeader.read(bytes), specs: []).traits
        #expect(traits.color == nil && traits.placeholder.isEmpty && traits.focus == .center)
    }

    /// Two frames of one pixel, black and white, with a comment and application data.
    private static let animation: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        + [0x21, 0xFE, 6] + Array("secret".utf8) + [0]
        + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [6] + Array("secret".utf8) + [0]
        + frame([0x44, 0x01]) + [0x21, 0x01, 1, 65, 0] + frame([0x4C, 0x01]) + [0x3B] + Array("secret".utf8)

    private static func frame(_ codes: [UInt8]) -> [UInt8] {
        [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2] + codes + [0]
    }

    private static let kept = [
        RenditionSpec(width: 120, quality: 60), RenditionSpec(width: 120, quality: 90, format: .gif),
    ]

    @Test func anAnimationIsKeptWithoutWhatIsNoPicture() throws {
        let header = try ImageHeader.read(Self.animation)
        #expect(header.frames == 2)
        let made = try renditions(Self.animation, Self.kept)
        try #require(made.map(\.spec) == Self.kept)
        let file = made[1].bytes
        #expect(!String(decoding: file, as: UTF8.self).contains("secret"))
        #expect(String(decoding: file, as: UTF8.self).contains("NETSCAPE2.0"))
        #expect(try ImageHeader.read(file) == header)
        #expect(RenditionFormat.gif.isWhole(file))
        // A second pass changes nothing, since there is nothing left to remove.
        #expect(try renditions(file, Self.kept)[1].bytes == file)
    }

    @Test func whatIsStillOrLargeIsNot() throws {
        #expect(try renditions(Fixture.gif.bytes, Self.kept).map(\.spec.format) == [.jpeg])
        let large = Self.animation + [UInt8](repeating: 0, count: ImageLimits.animationBytes)
        #expect(try renditions(large, Self.kept).map(\.spec.format) == [.jpeg])
        // Lossless formats are never scaled down.
        #expect(try renditions(try diagram().png(), [RenditionSpec(width: 100, quality: 90, format: .gif)]).isEmpty)
    }

    @Test(arguments: [
        (RenditionFormat.jpeg, Fixture.jpeg), (.png, .png), (.gif, .gif), (.webp, .webpLossy), (.webp, .webpLossless),
        (.avif, .avif),
    ])
    func aFileThatIsCutShortIsNotWhole(_ format: RenditionFormat, _ fixture: Fixture) {
        let bytes = fixture.bytes
        #expect(format.isWhole(bytes))
        for length in [0, 1, 8, bytes.count / 2, bytes.count - 1] {
            #expect(!format.isWhole(Array(bytes.prefix(length))), "\(length)")
        }
    }
}

import Imaging
import Testing

/// Small files that cost a careless server minutes or gigabytes.
struct Bomb: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
    }

    private static func gif(_ width: Int, _ height: Int, frames: Int = 1, frame: (Int, Int) = (1, 1)) -> [UInt8] {
        func size(_ width: Int, _ height: Int) -> [UInt8] {
            [width, width >> 8, height, height >> 8].map { UInt8($0 & 255) }
        }
        let one = [0x2C, 0, 0, 0, 0] + size(frame.0, frame.1) + [0, 2, 2, 0x4C, 1, 0]
        return Array("GIF89a".utf8) + size(width, height) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + Array(repeating: one, count: frames).joined() + [0x3B]
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        [UInt8].bigEndian(content.count, length: 4) + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let length = content.count
        return Array("RIFF".utf8) + [UInt8(length + 12), 0, 0, 0] + Array("WEBP\(name)".utf8) + [
            UInt8(length), 0, 0, 0,
        ]
            + content
    }

    private static func avif(_ width: Int, _ height: Int) -> [UInt8] {
        .avifHeader(properties: .ispe(width: width, height: height))
    }

    /// zlib data that inflates to nothing.
    private static let nothing: [UInt8] = [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]

    static let all = [
        Bomb("JPEG of two gigapixels", .jpegHeader(width: 46_000, height: 46_000)),
        Bomb("JPEG of 64 megapixels", .jpegHeader(width: 8000, height: 8000)),
        Bomb("JPEG like a thread", .jpegHeader(width: 65_500, height: 10)),
        Bomb("JPEG of 500 scans", .jpegHeader(width: 4000, height: 4000, scans: 500)),
        Bomb("JPEG of two frames", .jpegHeader(width: 16, height: 16, frames: 2)),
        Bomb("JPEG without a height", .jpegHeader(width: 4000, height: 0)),
        Bomb("JPEG that ends in its picture", .jpegHeader(width: 7000, height: 7000)),
        Bomb("PNG of 3.6 gigapixels", .pngHeader(width: 60_000, height: 60_000)),
        Bomb("PNG as large as can be written", .pngHeader(width: 2_147_483_647, height: 2_147_483_647)),
        Bomb("PNG like a thread", .pngHeader(width: 1, height: 40_000)),
        Bomb(
            "PNG that inflates to nothing",
            .pngHeader(width: 7000, height: 7000) + chunk("IDAT", nothing) + chunk("IEND", [])),
        Bomb(
            "PNG of 5000 notes",
            .pngHeader(width: 10, height: 10) + Array(repeating: chunk("tEXt", [65, 0]), count: 5000).joined()),
        Bomb("GIF of two gigapixels", gif(65_535, 32_767)),
        Bomb("GIF like a thread", gif(65_535, 1)),
        Bomb("GIF of 5000 frames", gif(100, 100, frames: 5000)),
        Bomb("GIF with a frame far beyond its screen", gif(10, 10, frame: (60_000, 60_000))),
        Bomb("WebP of 268 megapixels", riff("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0, 0])),
        Bomb("WebP on a canvas of 281 terapixels", riff("VP8X", [0, 0, 0, 0] + [UInt8](repeating: 255, count: 6))),
        Bomb("AVIF of 3.6 gigapixels", avif(60_000, 60_000)),
        Bomb("AVIF of 18 quintillion pixels", avif(4_294_967_295, 4_294_967_295)),
        Bomb("AVIF without a picture", avif(7000, 7000)),
    ]
}

@Suite struct BombTests {
    /// Most are refused because of their header. The others claim an allowed size, and fail to decode.
    @Test(arguments: Bomb.all)
    func isRefused(_ bomb: Bomb) {
        #expect(throws: ImagingError.self) {
            let header = try ImageHeader.read(bomb.bytes)
            _ = try encodeRenditions(of: bomb.bytes, header: header, specs: [RenditionSpec(width: 160, quality: 30)])
        }
    }

    /// An ordinary animation is accepted.
    @Test func aFewFramesAreTaken() throws {
        let header = try ImageHeader.read(Fixture.gif.bytes)
        #expect((header.width, header.height) == (32, 16))
    }
}

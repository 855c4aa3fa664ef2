import Imaging
import Testing

@Suite struct ImageHeaderTests {
    @Test(arguments: Fixture.all)
    func readsEveryFormat(_ fixture: Fixture) throws {
        let header = try ImageHeader.read(fixture.bytes)
        #expect(header == ImageHeader(format: fixture.format, width: 32, height: 16))
    }

    @Test(arguments: 1...8, [false, true])
    func readsExif(orientation: Int, isLittleEndian: Bool) throws {
        let bytes = Fixture.jpeg.bytes.withOrientation(orientation, isLittleEndian: isLittleEndian)
        let header = try ImageHeader.read(bytes)
        #expect(header.orientation == orientation)
        #expect(header.displayWidth == (orientation < 5 ? 32 : 16))
        #expect(header.displayHeight == (orientation < 5 ? 16 : 32))
    }

    @Test(arguments: [0, 9, 65535])
    func ignoresAnOrientationThatIsNone(_ orientation: Int) throws {
        #expect(try ImageHeader.read(Fixture.jpeg.bytes.withOrientation(orientation)).orientation == 1)
    }

    @Test func readsExifInPNGAndWebP() throws {
        let exif = [UInt8].exif(orientation: 6)
        let chunk = [UInt8].bigEndian(exif.count, length: 4) + "eXIf".utf8 + exif + [0, 0, 0, 0]
        let png = Fixture.png.bytes
        #expect(try ImageHeader.read(png[..<33] + chunk + png[33...]).orientation == 6)

        var webp = Fixture.webpExtended.bytes
        webp[20] |= 0x08
        webp += "EXIF".utf8 + [UInt8(exif.count), 0, 0, 0] + exif
        #expect(try ImageHeader.read(webp).orientation == 6)
    }

    @Test(
        arguments: [
            (nil, nil, 1), (1, nil, 8), (2, nil, 3), (3, nil, 6), (nil, 0, 4), (nil, 1, 2), (1, 0, 5), (1, 1, 7),
        ] as [(UInt8?, UInt8?, Int)])
    func readsTheTurnsOfAVIF(angle: UInt8?, axis: UInt8?, orientation: Int) throws {
        let turns = (angle.map { .box("irot", [$0]) } ?? []) + (axis.map { .box("imir", [$0]) } ?? [])
        let thumbnail = [UInt8].ispe(width: 4, height: 3), whole = [UInt8].ispe(width: 400, height: 300)
        let header = try ImageHeader.read(.avifHeader(properties: whole + thumbnail + turns))
        #expect(header == ImageHeader(format: .avif, width: 400, height: 300, orientation: orientation))
    }

    @Test(arguments: ["", "GIF", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "\0\0\0\u{18}ftypheic"])
    func refusesWhatIsNoPicture(_ text: String) {
        #expect(throws: ImagingError.unrecognized) { try ImageHeader.read(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            (.jpegHeader(width: 46_000, height: 46_000), 46_000, 46_000),
            (.pngHeader(width: 60_000, height: 60_000), 60_000, 60_000),
            (.avifHeader(properties: .ispe(width: 9000, height: 9000)), 9000, 9000),
            ("GIF89a".utf8 + [0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0], 65_535, 32_767),
        ] as [([UInt8], Int, Int)])
    func refusesTooManyPixels(_ bytes: [UInt8], width: Int, height: Int) {
        let limits = ImageLimits(bytes: 1000, pixels: 50_000_000, side: 65_535, jpegScans: 100)
        #expect(throws: ImagingError.tooManyPixels(width: width, height: height, limit: 50_000_000)) {
            try ImageHeader.read(bytes, limits: limits)
        }
    }

    @Test func refusesWhatIsTooLong() {
        let side = 4_294_967_295
        for bytes in [
            [UInt8].pngHeader(width: side, height: side),
            .avifHeader(properties: .ispe(width: side, height: side)),
        ] {
            #expect(throws: ImagingError.tooLong(width: side, height: side, limit: 16_000)) {
                try ImageHeader.read(bytes)
            }
        }
    }

    @Test func refusesTooManyBytesBeforeAnythingElse() {
        let limits = ImageLimits(bytes: 10, pixels: 1, side: 1, jpegScans: 1)
        #expect(throws: ImagingError.tooManyBytes(actual: 11, limit: 10)) {
            try ImageHeader.read([UInt8](repeating: 0, count: 11), limits: limits)
        }
    }

    @Test func countsScans() throws {
        #expect(try ImageHeader.read(.jpegHeader(width: 8, height: 8, scans: 100)).width == 8)
        #expect(throws: ImagingError.tooManyScans(limit: 100)) {
            try ImageHeader.read(.jpegHeader(width: 8, height: 8, scans: 101))
        }
    }

    @Test func refusesOddJPEGs() {
        let odd: [([UInt8], String)] = [
            (.jpegHeader(width: 8, height: 0), "zero"), (.jpegHeader(width: 8, height: 8, frames: 2), "two frames"),
            (.jpegHeader(width: 8, height: 8, frames: 0), "ends within"),
            (.jpegHeader(width: 8, height: 8, scans: 0), "ends within"),
            (.jpegHeader(width: 8, height: 8, marker: 0xC3), "lossless"),
        ]
        for (bytes, reason) in odd {
            let error = #expect(throws: ImagingError.self) { try ImageHeader.read(bytes) }
            #expect(error?.description.contains(reason) == true)
        }
    }

    @Test func countsChunksOfPNG() throws {
        let chunk: [UInt8] = [0, 0, 0, 0] + "tEXt".utf8 + [0, 0, 0, 0]
        func png(chunks: Int) -> [UInt8] {
            .pngHeader(width: 8, height: 8) + Array(repeatElement(chunk, count: chunks).joined())
        }
        #expect(try ImageHeader.read(png(chunks: 999)).width == 8)
        #expect(throws: ImagingError.self) { try ImageHeader.read(png(chunks: 1000)) }
    }

    /// Two frames: the second is the first half of a file that is not looked at.
    @Test(arguments: [Fixture.webpLossy, Fixture.webpLossless])
    func takesTheFirstFrameOfAnAnimatedWebP(_ fixture: Fixture) throws {
        let still = Array(fixture.bytes[12...])
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 255) } }
        let frame = number(0, 6) + number(31, 3) + number(15, 3) + number(100, 3) + [0] + still
        let chunk = "ANMF".utf8 + number(frame.count, 4) + frame
        let canvas = "VP8X".utf8 + number(10, 4) + number(0x02, 4) + number(63, 3) + number(63, 3)
        let body = "WEBP".utf8 + canvas + "ANIM".utf8 + number(6, 4) + number(0, 6) + chunk + chunk.prefix(20)
        let bytes = "RIFF".utf8 + number(body.count, 4) + body
        let header = try ImageHeader.read(Array(bytes))
        #expect(header == ImageHeader(format: .webp, width: 32, height: 16))
        let spec = RenditionSpec(width: 32, quality: 90)
        let made = try encodeRenditions(of: Array(bytes), header: header, specs: [spec])
        #expect(made.renditions == (try encodeRenditions(of: fixture.bytes, header: header, specs: [spec])).renditions)
    }

    @Test func refusesAnAnimatedWebPWithoutAFrame() {
        var bytes = Fixture.webpExtended.bytes
        bytes[20] |= 0x02
        #expect(throws: ImagingError.corrupt("it is an animation without a frame")) { try ImageHeader.read(bytes) }
    }
}

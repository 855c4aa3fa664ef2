import TestSupport
import Testing

@testable import Imaging

@Suite struct RenditionTests {
    /// Reads a file's header, and makes its renditions.
    private func renditions(_ bytes: [UInt8], _ specs: [RenditionSpec]) throws -> [EncodedRendition] {
        try encodeRenditions(of: bytes, header: try ImageHeader.read(bytes), specs: specs).renditions
    }

    /// The picture as a reader would see it.
    private func decoded(_ rendition: EncodedRendition) throws -> Raster {
        let header = try ImageHeader.read(rendition.bytes)
        #expect(header == ImageHeader(format: .jpeg, width: rendition.width, height: rendition.height))
        return try Raster.decode(rendition.bytes, header: header, leastWidth: header.width)
    }

    /// The letter of the colour nearest to the middle of each quarter, from the upper left to the lower right.
    private func quarters(_ raster: Raster) -> String {
        [raster.height / 4, raster.height * 3 / 4].flatMap { y in
            [raster.width / 4, raster.width * 3 / 4].map { x in letter(raster.row(y)[x]) }
        }.joined()
    }

    private func letter(_ pixel: Int32) -> String {
        switch [16, 8, 0].map({ pixel >> $0 & 255 > 127 }) {
        case [true, false, false]: "r"
        case [false, true, false]: "g"
        case [false, false, true]: "b"
        case [true, true, true]: "w"
        default: "?"
        }
    }

    @Test(arguments: Fixture.coloured)
    func keepsColoursAndLaysTransparencyOnPaper(_ fixture: Fixture) throws {
        let rendition = try #require(try renditions(fixture.bytes, [RenditionSpec(width: 32, quality: 90)]).first)
        #expect(quarters(try decoded(rendition)) == "rgbw")
    }

    @Test func readsGrey() throws {
        let raster = try Raster.decode(
            Fixture.jpegGrey.bytes, header: ImageHeader(format: .jpeg, width: 32, height: 16), leastWidth: 32)
        #expect([raster.row(2)[2], raster.row(12)[28]] == [0, 0xFFFFFF])
    }

    @Test(arguments: zip(1...8, ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"]))
    func turnsUpright(orientation: Int, expected: String) throws {
        let bytes = Fixture.jpeg.bytes.withOrientation(orientation)
        let raster = try Raster.decode(bytes, header: try ImageHeader.read(bytes), leastWidth: 32)
        #expect((raster.width, raster.height) == (orientation < 5 ? (32, 16) : (16, 32)))
        #expect(quarters(raster) == expected)
    }

    @Test(arguments: [(1, 1, 1), (10, 10, 5), (31, 31, 16), (32, 32, 16), (1920, 32, 16), (-5, 1, 1)])
    func keepsProportionsAndNeverEnlarges(asked: Int, width: Int, height: Int) throws {
        let specs = [RenditionSpec(width: asked, quality: 60)]
        let rendition = try #require(try renditions(Fixture.png.bytes, specs).first)
        #expect((rendition.width, rendition.height) == (width, height))
        #expect((try decoded(rendition).width, rendition.spec.width) == (width, asked))
    }

    @Test(arguments: [(1, 2000), (2000, 1), (3, 1500)])
    func takesThinPictures(width: Int, height: Int) throws {
        let source = try #require(Raster(width: width, height: height))
        let bytes = try source.encodeJPEG(quality: 90, isFine: true)
        let rendition = try #require(try renditions(bytes, [RenditionSpec(width: 120, quality: 30)]).first)
        #expect(rendition.width == min(width, 120))
        #expect(rendition.height == max(1, height * rendition.width / width))
    }

    @Test func answersEverySpecInOrder() throws {
        let specs = [30, 160, 30, 8].flatMap { width in
            [60, 30, 90, 60].map { RenditionSpec(width: width, quality: $0) }
        }
        #expect(try renditions(Fixture.webpLossy.bytes, specs).map(\.spec) == specs)
        #expect(try renditions(Fixture.webpLossy.bytes, []).isEmpty)
    }

    @Test(arguments: [10, 40, 75, 95])
    func isNeverLargerThanTheOriginalNorThanAHigherClass(originalQuality: Int) throws {
        let bytes = try noise(width: 300, height: 200).encodeJPEG(quality: originalQuality, isFine: false)
        let specs = [300, 250, 90].flatMap { width in [30, 60, 90].map { RenditionSpec(width: width, quality: $0) } }
        let made = try renditions(bytes, specs)
        #expect(made.allSatisfy { $0.bytes.count <= bytes.count })
        for (lower, higher) in zip(made, made.dropFirst()) where lower.width == higher.width {
            #expect(lower.bytes.count <= higher.bytes.count)
        }
        for (wider, narrower) in zip(made, made.dropFirst(3)) { #expect(narrower.bytes.count <= wider.bytes.count) }
    }

    /// In each class, each format is what it claims, and no larger than the JPEG.
    @Test func encodesInEachFormat() throws {
        let canvas = try #require(Canvas(width: 400, height: 300))
        canvas.shade(0xFFE0A0, 0x104060)
        canvas.grain(0.04)
        let specs = [RenditionFormat.jpeg, .webp, .avif].flatMap { format in
            [30, 60, 90].map { RenditionSpec(width: 320, quality: $0, format: format) }
        }
        let made = try renditions(canvas.png(), specs)
        #expect(made.map(\.spec) == specs)
        for file in made {
            let header = try ImageHeader.read(file.bytes)
            #expect(header.format.rawValue == file.spec.format.rawValue)
            #expect((header.width, header.height) == (320, 240))
        }
        for (jpeg, other) in zip(made.prefix(3) + made.prefix(3), made.dropFirst(3)) {
            #expect(other.bytes.count < jpeg.bytes.count, "\(other.spec)")
        }
    }

    /// Artist and copyright are kept, however they are encoded; the location is not.
    @Test(
        arguments: [true, false],
        [
            ("Ana Vaz", "© Harbour Press"), ("Li", "A"), ("", "Only copyright"), ("Jo\u{E3}o", ""),
        ])
    func keepsWhoMadeItAndWhoMayUseIt(isLittleEndian: Bool, rights: (String, String)) throws {
        let exif = [UInt8].exif(
            texts: [(0x013B, rights.0), (0x8298, rights.1), (0x9286, "52.3676 N 4.9041 E")],
            isLittleEndian: isLittleEndian)
        let bytes = Fixture.jpeg.bytes.withSegment(0xE1, "Exif\0\0".utf8 + exif)
        let expected = ImageRights(
            artist: rights.0.isEmpty ? nil : rights.0, copyright: rights.1.isEmpty ? nil : rights.1)
        #expect(try ImageHeader.read(bytes).rights == expected)
        let formats = RenditionFormat.allCases.filter { ![.png, .gif].contains($0) }
        let made = try renditions(bytes, formats.map { RenditionSpec(width: 320, quality: 60, format: $0) })
        #expect(made.count == formats.count)
        for rendition in made {
            // The header of an AVIF is not read for rights; its file holds them.
            if rendition.spec.format != .avif { #expect(try ImageHeader.read(rendition.bytes).rights == expected) }
            let text = String(decoding: rendition.bytes, as: UTF8.self)
            #expect(text.contains(rights.0) && text.contains(rights.1) && !text.contains("52.3676"))
        }
        let thumbnail = try renditions(bytes, [RenditionSpec(width: 16, quality: 60)])
        #expect(try ImageHeader.read(try #require(thumbnail.first).bytes).rights == ImageRights())
    }

    @Test func aTextWithoutEndIsCut() throws {
        // A two-byte character crosses the limit.
        let exif = [UInt8].exif(texts: [(0x8298, "a" + String(repeating: "é", count: 5000))])
        let rights = try ImageHeader.read(Fixture.jpeg.bytes.withSegment(0xE1, "Exif\0\0".utf8 + exif)).rights
        #expect(rights == ImageRights(copyright: "a" + String(repeating: "é", count: 99)))
    }

    @Test func copiesNoMetadata() throws {
        let secret = Array("52.3676 N 4.9041 E".utf8)
        let bytes = Fixture.jpeg.bytes.withSegment(0xE1, secret).withSegment(0xFE, secret)
        let rendition = try #require(try renditions(bytes, [RenditionSpec(width: 32, quality: 90)]).first)
        #expect(!rendition.bytes.indices.contains { rendition.bytes[$0...].starts(with: secret) })
    }

    @Test func placesASmallGIFFrameOnItsScreen() throws {
        var bytes = Fixture.gif.bytes
        bytes.replaceSubrange(6..<10, with: [64, 0, 32, 0])
        // The header, a palette of four and one extension come before the frame.
        try #require(bytes[33] == 0x2C)
        bytes.replaceSubrange(34..<38, with: [32, 0, 16, 0])
        let rendition = try #require(try renditions(bytes, [RenditionSpec(width: 64, quality: 90)]).first)
        let raster = try decoded(rendition)
        #expect((raster.width, raster.height) == (64, 32))
        let places = [raster.row(8)[16], raster.row(8)[48], raster.row(20)[36], raster.row(20)[60]]
        #expect(places.map(letter) == ["w", "w", "r", "g"])
    }

    @Test func worksOnSeveralThreadsAtOnce() async throws {
        let specs = [RenditionSpec(width: 16, quality: 60)]
        let sizes = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                for fixture in Fixture.all {
                    group.addTask {
                        let header = try ImageHeader.read(fixture.bytes)
                        return try encodeRenditions(of: fixture.bytes, header: header, specs: specs).renditions.map(
                            \.height)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sizes == Array(repeating: 8, count: 8 * Fixture.all.count))
    }

    private func noise(width: Int, height: Int) throws -> Raster {
        var generator = SeededGenerator(seed: 1)
        let raster = try #require(Raster(width: width, height: height))
        for y in 0..<height {
            for x in 0..<width { raster.row(y)[x] = Int32.random(in: 0...0xFFFFFF, using: &generator) }
        }
        return raster
    }
}

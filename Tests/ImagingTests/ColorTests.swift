import CColor
import CDeflate
import TestSupport
import Testing

@testable import Imaging

/// Colours in spaces other than sRGB, and the credits kept with a picture.
@Suite struct ColorTests {
    /// An RGB profile with the given primaries and gamma.
    private static func profile(
        _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), gamma: Double
    )
        throws -> [UInt8]
    {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: .init(x: red.0, y: red.1, Y: 1), Green: .init(x: green.0, y: green.1, Y: 1),
            Blue: .init(x: blue.0, y: blue.1, Y: 1))
        let curve = cmsBuildGamma(nil, gamma)
        defer { cmsFreeToneCurve(curve) }
        var curves: [OpaquePointer?] = [curve, curve, curve]
        let profile = try #require(cmsCreateRGBProfile(&white, &primaries, &curves))
        defer { cmsCloseProfile(profile) }
        return saved(profile)
    }

    private static func saved(_ profile: cmsHPROFILE) -> [UInt8] {
        var count: UInt32 = 0
        cmsSaveProfileToMem(profile, nil, &count)
        var bytes = [UInt8](repeating: 0, count: Int(count))
        cmsSaveProfileToMem(profile, &bytes, &count)
        return bytes
    }

    /// The primaries of Display P3 (SMPTE EG 432-1).
    private static func p3() throws -> [UInt8] {
        try profile((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), gamma: 2.2)
    }

    private func middle(_ bytes: [UInt8]) throws -> Int32 {
        let header = try ImageHeader.read(bytes)
        let raster = try Raster.decode(bytes, header: header, leastWidth: header.width)
        return withExtendedLifetime(raster) { raster.row(8)[8] }
    }

    private func canvas() throws -> Canvas {
        let canvas = try #require(Canvas(width: 16, height: 16))
        canvas.fill(0x40A060)
        return canvas
    }

    private func jpeg(_ profile: [UInt8], pieces: Int = 1) throws -> [UInt8] {
        let size = (profile.count + pieces - 1) / pieces
        return (0..<pieces).reversed().reduce(canvasJPEG()) { jpeg, index in
            let piece = Array(profile[index * size..<min(profile.count, (index + 1) * size)])
            return jpeg.withSegment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(pieces)] + piece)
        }
    }

    private func canvasJPEG() -> [UInt8] { (try? canvas().jpeg()) ?? [] }

    private func png(_ profile: [UInt8]) throws -> [UInt8] {
        let compressor = try #require(libdeflate_alloc_compressor(6))
        defer { libdeflate_free_compressor(compressor) }
        var packed = [UInt8](repeating: 0, count: profile.count + 1000)
        let count = libdeflate_zlib_compress(compressor, profile, profile.count, &packed, packed.count)
        let content = Array("p3".utf8) + [0, 0] + packed.prefix(count)
        let name = Array("iCCP".utf8)
        let check = libdeflate_crc32(0, name + content, name.count + content.count)
        let chunk = [UInt8].bigEndian(content.count, length: 4) + name + content + .bigEndian(Int(check), length: 4)
        let plain = try canvas().png()
        return plain[..<33] + chunk + plain[33...]
    }

    /// Converted to sRGB, a green in P3 has less red.
    @Test func aProfileIsApplied() throws {
        let plain = try middle(try canvas().png())
        for bytes in [try jpeg(try Self.p3()), try jpeg(try Self.p3(), pieces: 3), try png(try Self.p3())] {
            let converted = try middle(bytes)
            #expect(
                plain >> 16 & 255 == 0x40 && (0...0x2A).contains(converted >> 16 & 255),
                "\(String(converted, radix: 16))")
            #expect(
                abs(converted >> 8 & 255 - 0xA2) < 5 && abs(converted & 255 - 0x5B) < 5,
                "\(String(converted, radix: 16))")
        }
    }

    @Test func oneThatChangesNothingOrIsDamagedChangesNothing() throws {
        let plain = try middle(try jpeg([]))
        let own = try #require(cmsCreate_sRGBProfile())
        defer { cmsCloseProfile(own) }
        #expect(try middle(try jpeg(Self.saved(own))) == plain)
        let profile = try Self.p3()
        for damaged in [Array(profile.prefix(200)), Array(profile.reversed()), [UInt8](repeating: 0, count: 500)] {
            #expect(try middle(try jpeg(damaged)) == plain)
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var damaged = profile
            for _ in 0..<3 {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try middle(try jpeg(damaged))
        }
        // One piece of the profile is missing.
        let pieces = try jpeg(profile, pieces: 3)
        #expect(try middle(Array(pieces[..<2]) + pieces[(2 + 4 + 14 + (profile.count + 2) / 3)...]) == plain)
    }

    @Test func rightsOfTheIPTCAreKept() throws {
        func field(_ record: UInt8, _ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, record, number] + .bigEndian(text.utf8.count, length: 2) + Array(text.utf8)
        }
        func resource(_ id: Int, _ data: [UInt8]) -> [UInt8] {
            Array("8BIM".utf8) + .bigEndian(id, length: 2) + [0, 0] + .bigEndian(data.count, length: 4) + data
                + (data.count % 2 == 0 ? [] : [0])
        }
        func rights(_ fields: [UInt8]) throws -> ImageRights {
            let segment = Array("Photoshop 3.0\0".utf8) + resource(0x03ED, [1, 2, 3]) + resource(0x0404, fields)
            return try ImageHeader.read(Fixture.jpeg.bytes.withSegment(0xED, segment)).rights
        }
        let place = field(2, 90, "Porto")
        #expect(
            try rights(field(1, 90, "\u{1B}%G") + field(2, 80, "Ana") + place + field(2, 116, "© Harbour"))
                == ImageRights(artist: "Ana", copyright: "© Harbour"))
        #expect(try rights(field(2, 110, "Agency") + place) == ImageRights(artist: "Agency"))
        #expect(try rights(field(2, 110, "Agency") + field(2, 80, "Ana")) == ImageRights(artist: "Ana"))
        #expect(try rights(place) == ImageRights())
        #expect(try rights(field(2, 80, "Ana").dropLast(2) + []) == ImageRights())
        #expect(try rights([0x1C, 2, 80, 0xFF, 0xFF, 65]) == ImageRights())
    }
}

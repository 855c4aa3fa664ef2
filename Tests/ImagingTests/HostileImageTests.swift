import Imaging
import TestSupport
import Testing

/// No input may trap, and refusals must be an `ImagingError`.
@Suite struct HostileImageTests {
    private let specs = [RenditionSpec(width: 20, quality: 60)]

    /// Reads the header and, if that works, decodes the picture within narrow limits. The result does not matter.
    private func tryOut(_ bytes: [UInt8]) {
        let limits = ImageLimits(bytes: 100_000, pixels: 100_000, side: 1000, jpegScans: 20)
        guard let header = try? ImageHeader.read(bytes, limits: limits) else { return }
        _ = try? encodeRenditions(of: bytes, header: header, specs: specs)
    }

    @Test(arguments: Fixture.all)
    func survivesTruncationAtEachLength(_ fixture: Fixture) {
        let bytes = fixture.bytes
        for length in 0..<bytes.count { tryOut(Array(bytes[..<length])) }
    }

    @Test(arguments: Fixture.all)
    func survivesDamage(_ fixture: Fixture) {
        var generator = SeededGenerator(seed: 2009)
        let bytes = fixture.bytes
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            tryOut(damaged)
        }
    }

    @Test(arguments: Fixture.all)
    func survivesGarbageBehindASignature(_ fixture: Fixture) {
        var generator = SeededGenerator(seed: 2026)
        let bytes = fixture.bytes
        for _ in 0..<500 {
            let kept = Int.random(in: 0...min(64, bytes.count), using: &generator)
            let garbage = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                // Markers, zeros and small lengths reach deeper code than uniformly random bytes.
                [0xFF, 0, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
            }
            tryOut(bytes[..<kept] + garbage)
        }
    }

    @Test(arguments: [Fixture.jpeg, .jpegCMYK, .png, .webpLossless, .webpExtended])
    func refusesABodyThatEndsEarly(_ fixture: Fixture) throws {
        let bytes = Array(fixture.bytes.dropLast(20))
        let header = ImageHeader(format: fixture.format, width: 32, height: 16)
        let error = #expect(throws: ImagingError.self) {
            try encodeRenditions(of: bytes, header: header, specs: specs)
        }
        guard case .corrupt = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test(arguments: Fixture.all)
    func refusesAnotherSizeThanTheHeaderChecked(_ fixture: Fixture) {
        let header = ImageHeader(format: fixture.format, width: 31, height: 16)
        guard fixture.format != .gif else { return }
        #expect(throws: ImagingError.self) { try encodeRenditions(of: fixture.bytes, header: header, specs: specs) }
    }
}

@testable import News
import Testing

@Suite("Formats that a device shows")
struct PictureFormatsTests {
    @Test(
        "By what it accepts",
        arguments: [
            ("", []), ("*/*", []), ("image/*", []), ("image/webp", .webp),
            ("image/avif,image/webp,*/*;q=0.8", [.webp, .avif]),
            ("text/html,application/xml;q=0.9,image/avif;q=0.5", .avif), ("IMAGE/WEBP ; q=1", .webp),
            ("image/webp;q=0", []),
            ("image/webp;q=0.0, image/avif", .avif), ("image/webpx", []), (",,;q=,", []),
        ] as [(String, PictureFormats)])
    func accepted(_ accept: String, _ formats: PictureFormats) { #expect(PictureFormats(accept: accept) == formats) }

    @Test(
        "By its browser",
        arguments: [
            ("", []), ("Mozilla/5.0 (iPhone; CPU iPhone OS 3_0 like Mac OS X) Safari/528.16", []),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) Version/14.0 Safari/604.1", .webp),
            ("Mozilla/5.0 (iPad; CPU OS 17_1 like Mac OS X) Version/17.1 Safari/604.1", [.webp, .avif]),
            ("Mozilla/5.0 (Linux; Android 10; K) Chrome/120.0.0.0 Mobile Safari/537.36", [.webp, .avif]),
            ("Mozilla/5.0 (Linux; Android 4.4) Chrome/30.0.0.0 Mobile", []),
            ("Mozilla/5.0 (compatible; Googlebot/2.1) Chrome/120.0", []),
            ("Mozilla/5.0 (X11; rv:91.0) Firefox/91.0", .webp),
            ("Chrome/", []), ("Chrome/x", []), ("Chrome/99999999999999999999", []),
        ] as [(String, PictureFormats)])
    func byAgent(_ agent: String, _ formats: PictureFormats) { #expect(UserAgent(agent).formats == formats) }

    @Test("Their name is read back as it is written", arguments: 0..<8)
    func name(_ bits: UInt8) {
        let formats = PictureFormats(rawValue: bits)
        #expect(PictureFormats(name: formats.name) == formats)
    }

    private func plan(_ network: Network, _ change: (inout DeviceContext) -> Void = { _ in }) -> DeliveryPlan {
        var context = DeviceContext()
        context.network = network
        context.formats = [.webp, .avif]
        change(&context)
        return Policy.plan(for: context)
    }

    @Test("The plan says what may be sent: nothing moves if the budget is small")
    func planned() {
        #expect(plan(.wifi).formats == [.webp, .avif, .animation])
        #expect(plan(.third).formats == [.webp, .avif])
        #expect(plan(.wifi) { $0.battery = 15 }.formats == [.webp, .avif, .animation])
        #expect(plan(.wifi) { $0.battery = 5 }.formats == [.webp, .avif])
        #expect(plan(.wifi) { $0.saveData = true }.formats == [.webp, .avif])
        #expect(plan(.wifi) { $0.images = .thumbnails }.formats == [.webp, .avif])
        #expect(plan(.edge).formats == [])
    }

    @Test("Squares for the hand, cards for large screens")
    func shapes() {
        #expect(
            plan(.fourth) { $0.client = .android }.thumbnail == PictureSpec(width: 240, quality: 60, shape: .square))
        #expect(plan(.fourth) { $0.client = .ipad }.thumbnail == PictureSpec(width: 640, quality: 60, shape: .wide))
        #expect(plan(.fourth) { $0.client = .desktop }.thumbnail == PictureSpec(width: 480, quality: 60, shape: .wide))
        #expect(plan(.third) { $0.client = .feature }.thumbnail == PictureSpec(width: 120, quality: 30, shape: .square))
    }
}

@Suite("Sources of a picture")
struct PictureSourcesTests {
    private func rendition(_ width: Int, _ bytes: Int, _ shape: PictureShape = .whole) -> Rendition {
        Rendition(
            name: .init(PictureSpec(width: width, quality: 60, shape: shape), format: .jpeg), width: width,
            height: width,
            bytes: bytes)
    }

    @Test("Lighter ones of the same shape, each clearly narrower than the next")
    func candidates() {
        let all = [
            rendition(120, 2000), rendition(160, 9000), rendition(240, 4000), rendition(320, 6000, .square),
            rendition(320, 5000),
            rendition(480, 20_000), rendition(640, 8000),
        ]
        var sources = PictureSources(focusX: 50, focusY: 50, placeholder: "")
        sources.offer(all)
        // 160 and 480 weigh more than the file counted; 240 is three quarters of 320.
        #expect(sources.candidates(for: rendition(640, 8000)).map(\.width) == [120, 240, 320, 640])
        #expect(sources.candidates(for: rendition(120, 2000)).map(\.width) == [120])
    }
}

import Imaging
import Testing

struct CanvasTests {
    private func white(_ width: Int = 40, _ height: Int = 30) throws -> Canvas {
        let canvas = try #require(Canvas(width: width, height: height))
        canvas.fill(.solid(Canvas.Color(0xFFFFFF)))
        return canvas
    }

    @Test(arguments: [(0, 10), (10, 0), (-1, 10), (4097, 1), (1, 4097), (Int.max, Int.max), (Int.min, 1)])
    func sizesOutOfRangeAreRefused(width: Int, height: Int) {
        #expect(Canvas(width: width, height: height) == nil)
    }

    @Test func fillsThePixelsInsideAndNoOthers() throws {
        let canvas = try white()
        canvas.fill(.rectangle(10, 5, 20, 10), Canvas.Color(0x336699))
        #expect(canvas.color(x: 10, y: 5) == Canvas.Color(0x336699))
        #expect(canvas.color(x: 29, y: 14) == Canvas.Color(0x336699))
        for (x, y) in [(9, 5), (30, 5), (10, 4), (10, 15)] {
            #expect(canvas.color(x: x, y: y) == Canvas.Color(0xFFFFFF))
        }
        #expect(canvas.color(x: 40, y: 0) == nil)
    }

    @Test func anEdgeThroughAPixelIsSmooth() throws {
        let canvas = try white()
        canvas.fill(.rectangle(10.5, 5.25, 20, 10), Canvas.Color(0))
        let side = try #require(canvas.color(x: 10, y: 10))
        let top = try #require(canvas.color(x: 20, y: 5))
        #expect(abs(side.red - 0.5) < 0.01)
        #expect(abs(top.red - 0.25) < 0.01)
    }

    @Test func opacityMixes() throws {
        let canvas = try white()
        canvas.fill(.solid(Canvas.Color(0xFF0000, alpha: 0.5)))
        #expect(canvas.color(x: 3, y: 3) == Canvas.Color(0xFF8080))
    }

    @Test func overlappingPartsOfOnePathAreOneArea() throws {
        let canvas = try white()
        let pair = Canvas.Path.rectangle(0, 0, 20, 20).adding(.rectangle(10, 0, 20, 20))
        canvas.fill(pair, Canvas.Color(0, alpha: 0.5))
        #expect(canvas.color(x: 15, y: 5) == canvas.color(x: 5, y: 5))
    }

    @Test func aRingHasAHole() throws {
        let canvas = try white()
        canvas.fill(.ring(20, 15, 12, 6), Canvas.Color(0))
        #expect(canvas.color(x: 20, y: 15) == Canvas.Color(0xFFFFFF))
        #expect(canvas.color(x: 29, y: 15) == Canvas.Color(0))
    }

    @Test func aGradientRunsFromTheFirstColourToTheLast() throws {
        let canvas = try white(4, 100)
        canvas.fill(.vertical(0, 100, [Canvas.Color(0), Canvas.Color(0xFFFFFF)]))
        let reds = (0..<100).compactMap { canvas.color(x: 1, y: $0)?.red }
        #expect(reds.count == 100)
        #expect(zip(reds, reds.dropFirst()).allSatisfy { $1 - $0 > -0.01 })
        #expect(reds[0] < 0.02 && reds[99] > 0.98)
    }

    @Test func aClipEndsWithItsClosure() throws {
        let canvas = try white()
        canvas.clipped(to: .rectangle(0, 0, 10, 30)) { canvas.fill(.solid(Canvas.Color(0))) }
        #expect(canvas.color(x: 5, y: 5) == Canvas.Color(0))
        #expect(canvas.color(x: 15, y: 5) == Canvas.Color(0xFFFFFF))
        canvas.fill(.solid(Canvas.Color(0)))
        #expect(canvas.color(x: 15, y: 5) == Canvas.Color(0))
    }

    @Test(arguments: [
        Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e18, Double.leastNonzeroMagnitude,
    ])
    func absurdNumbersDrawSomethingOrNothingButNeverTrap(number: Double) throws {
        let canvas = try white()
        let color = Canvas.Color(0x123456, alpha: number)
        let point = Canvas.Point(number, -number)
        canvas.fill(.circle(number, 5, number), color)
        canvas.fill(.ellipse(10, 10, number, 3), .linear(from: point, to: Canvas.Point(0, 0), [color, color]))
        canvas.fill(
            .rectangle(number, number, number, number, radius: number),
            .radial(center: point, radius: number, [color, color]))
        canvas.fill(.sector(5, 5, 10, 10, from: number, to: 0), color)
        canvas.stroke(.smooth([point, Canvas.Point(0, 0), point, Canvas.Point(9, 9)], closed: true), number, color)
        canvas.fill(Canvas.Path.circle(9, 9, 5).rotated(number).scaled(number, number).moved(number, number), color)
        canvas.grain(number)
        #expect(!canvas.png().isEmpty)
    }

    @Test func emptyPathsAndPaintsDrawNothing() throws {
        let canvas = try white()
        canvas.fill(Canvas.Path(), Canvas.Color(0))
        canvas.fill(Canvas.Path([]), Canvas.Color(0))
        canvas.fill(.vertical(0, 30, []))
        canvas.stroke(Canvas.Path([Canvas.Point(1, 1)]), 0, Canvas.Color(0))
        #expect(canvas.color(x: 1, y: 1) == Canvas.Color(0xFFFFFF))
    }

    @Test func theSameDrawingIsTheSameBytes() throws {
        func bytes(seed: UInt64) throws -> [UInt8] {
            let canvas = try white()
            canvas.fill(.circle(20, 15, 9), Canvas.Color(0x2F7A94))
            canvas.grain(0.1, seed: seed)
            return canvas.png()
        }
        #expect(try bytes(seed: 1) == bytes(seed: 1))
        #expect(try bytes(seed: 1) != bytes(seed: 2))
    }

    @Test func encodesAsWhatItSays() throws {
        let canvas = try white()
        #expect(canvas.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(canvas.jpeg().starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(canvas.jpeg(quality: -5).starts(with: [0xFF, 0xD8]))
        #expect(canvas.jpeg(quality: 1000).starts(with: [0xFF, 0xD8]))
    }
}

import Foundation
import Locating
import Logging
import News
import Synchronization
import TestSupport
import Testing

@testable import Weather

/// Fetching forecasts from a server over HTTP, with a clock that tests set.
struct WeatherDeskTests {
    /// A desk, its server and its clock.
    final class Setting: Sendable {
        let server: WeatherServer
        let desk: WeatherDesk
        private let clock: Clock

        private final class Clock: Sendable {
            let now = Mutex(ForecastTests.start + 60)
            let isFrozen = Mutex(false)
        }

        init(_ server: WeatherServer) throws {
            let clock = Clock()
            self.clock = clock
            self.server = server
            let places = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../static/places.tsv").path
            var log = Logger(label: "n4md.test")
            log.logLevel = .critical
            desk = WeatherDesk(
                try #require(WeatherService(server.url)), gazetteer: try Gazetteer(places),
                agent: "N4MD (+https://news.example/; mailto:desk@news.example)", mayReach: { _ in true },
                isFrozen: { clock.isFrozen.withLock(\.self) }, log: log, now: { clock.now.withLock(\.self) })
        }

        func wait(_ seconds: Double) { clock.now.withLock { $0 += seconds } }
        func freeze(_ isFrozen: Bool) { clock.isFrozen.withLock { $0 = isFrozen } }
        /// The report, after whatever is due was fetched.
        func report(_ cell: Place) async -> WeatherReport? {
            _ = desk.report(of: cell)
            await desk.fetchNext()
            return desk.report(of: cell)
        }
    }

    private func use(_ body: @escaping @Sendable (Setting, _ porto: Place) async throws -> Void) async throws {
        let porto = try #require(Place(latitude: 41.16, longitude: -8.62)?.coarse)
        try await WeatherServer.open { server in
            let setting = try Setting(server)
            defer { setting.desk.stop() }
            server.answer { _ in Self.page() }
            try await body(setting, porto)
        }
    }

    private static func page(_ temperature: Double = 12, headers: [String: String] = ["Cache-Control": "max-age=1800"])
        -> WeatherServer.Page
    {
        .init(WeatherServer.forecast(from: ForecastTests.start) { _ in temperature }, headers: headers)
    }

    @Test func nobodyWaitsAndNothingIsAskedTwice() async throws {
        try await use { setting, porto in
            #expect(setting.desk.report(of: porto) == nil)
            #expect(setting.desk.report(of: porto) == nil)
            #expect(setting.server.asked.isEmpty)
            await setting.desk.fetchNext()
            await setting.desk.fetchNext()
            let report = try #require(setting.desk.report(of: porto))
            #expect(report.values.temperature == 12 && report.town == "Porto")
            #expect(report.source.name == "127.0.0.1")
            #expect(setting.server.queries == ["lat=41.2&lon=-8.6"])
            let request = setting.server.asked[0]
            #expect(request.agent == "N4MD (+https://news.example/; mailto:desk@news.example)")
            #expect(request.ifModifiedSince == nil)
        }
    }

    @Test func aForecastIsAskedForAgainOnceItExpired() async throws {
        let date = "Mon, 21 Sep 2026 13:05:00 GMT"
        try await use { setting, porto in
            // The server's own date is that of its answer; only the time between the two counts.
            let format = Date.VerbatimFormatStyle(
                format:
                    "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
            let expires = (Date() + 2400).formatted(format)
            setting.server.answer { _ in Self.page(headers: ["Last-Modified": date, "Expires": expires]) }
            #expect(await setting.report(porto) != nil)
            setting.wait(2300)
            #expect(await setting.report(porto) != nil)
            #expect(setting.server.asked.count == 1)
            setting.server.answer { request in
                request.ifModifiedSince == date
                    ? .init(status: 304, headers: ["Cache-Control": "max-age=1200"]) : Self.page(30)
            }
            setting.wait(200)
            #expect(await setting.report(porto)?.values.temperature == 12)
            #expect(setting.server.asked.count == 2)
            setting.wait(1100)
            _ = await setting.report(porto)
            #expect(setting.server.asked.count == 2)
        }
    }

    @Test func theHourGoesOnWithoutAskingAndTheReportStaysTheSameWithinIt() async throws {
        try await use { setting, porto in
            setting.server.answer { _ in
                .init(
                    WeatherServer.forecast(from: ForecastTests.start) { Double($0) },
                    headers: ["Cache-Control": "max-age=20000"])
            }
            let first = try #require(await setting.report(porto))
            setting.wait(3400)
            #expect(await setting.report(porto) === first)
            setting.wait(3600)
            #expect(await setting.report(porto)?.values.temperature == 1)
            setting.freeze(true)
            setting.wait(3600)
            #expect(await setting.report(porto)?.values.temperature == 1)
            setting.freeze(false)
            #expect(await setting.report(porto)?.values.temperature == 2)
            #expect(setting.server.asked.count == 1)
        }
    }

    /// What is wrong loses nothing, and the service is left alone for a while.
    @Test(arguments: [
        WeatherServer.Page(status: 429), .init(status: 429, headers: ["Retry-After": "900"]), .init(status: 403),
        .init(status: 500), .init(status: 503), .init("no JSON"), .init(String(repeating: "[", count: 100_000)),
        .init(String(repeating: "x", count: 600_000)),
    ])
    func afterARefusalTheServiceIsLeftAlone(_ page: WeatherServer.Page) async throws {
        let faro = try #require(Place(latitude: 37.0, longitude: -7.9))
        try await use { setting, porto in
            #expect(await setting.report(porto) != nil)
            setting.server.answer { _ in page }
            setting.wait(1900)
            #expect(await setting.report(porto)?.values.temperature == 12)
            #expect(setting.server.asked.count == 2)
            // Nobody else's forecast is asked for either.
            #expect(await setting.report(faro) == nil)
            setting.wait(50)
            #expect(await setting.report(faro) == nil)
            #expect(setting.server.asked.count == 2)
            setting.server.answer { _ in Self.page(20) }
            setting.wait(20)
            #expect((await setting.report(faro) != nil) == (page.headers.isEmpty))
            setting.wait(1000)
            #expect(await setting.report(faro) != nil)
            #expect(await setting.report(porto)?.values.temperature == 20)
        }
    }

    @Test func thePauseGrowsUntilThereIsAnAnswer() async throws {
        try await use { setting, porto in
            setting.server.answer { _ in .init(status: 503) }
            _ = await setting.report(porto)
            for (number, pause) in [60.0, 120, 240, 480, 960, 1920, 3600, 3600].enumerated() {
                _ = setting.desk.report(of: try #require(Place(latitude: Double(number), longitude: 0)))
                setting.wait(pause - 1)
                await setting.desk.fetchNext()
                #expect(setting.server.asked.count == number + 1)
                setting.wait(1)
                await setting.desk.fetchNext()
                #expect(setting.server.asked.count == number + 2)
            }
        }
    }

    @Test func aStaleForecastIsNotShown() async throws {
        try await use { setting, porto in
            #expect(await setting.report(porto) != nil)
            setting.server.answer { _ in .init(status: 500) }
            setting.wait(5 * 3600)
            #expect(await setting.report(porto) != nil)
            setting.wait(3700)
            #expect(await setting.report(porto) == nil)
        }
    }

    @Test(arguments: [400, 404, 422])
    func aPlaceWithoutAForecastIsNotAskedForAgain(_ status: Int) async throws {
        try await use { setting, porto in
            setting.server.answer { _ in .init(status: status) }
            #expect(await setting.report(porto) == nil)
            setting.wait(900)
            #expect(await setting.report(porto) == nil)
            #expect(setting.server.asked.count == 1)
            // It does not keep others from theirs.
            let faro = try #require(Place(latitude: 37.0, longitude: -7.9))
            setting.server.answer { _ in Self.page() }
            #expect(await setting.report(faro) != nil)
        }
    }

    @Test func aFloodOfPlacesIsBounded() async throws {
        try await use { setting, porto in
            for number in 0..<10_000 {
                let place = try #require(Place(latitude: Double(number % 1000) / 20, longitude: Double(number / 1000)))
                #expect(setting.desk.report(of: place) == nil)
            }
            for _ in 0..<300 { await setting.desk.fetchNext() }
            #expect(setting.server.asked.count == KeptForecasts.queueLimit)
            #expect(setting.desk.count == KeptForecasts.queueLimit)
        }
    }

    /// No town is near the middle of the ocean.
    @Test func aPlaceWithoutATownHasNoName() async throws {
        try await use { setting, _ in
            let ocean = try #require(Place(latitude: 0, longitude: -30))
            let report = try #require(await setting.report(ocean))
            #expect(report.town == nil)
        }
    }
}

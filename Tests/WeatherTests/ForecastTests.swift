import Foundation
import News
import TestSupport
import Testing

@testable import Weather

/// Reading forecasts, good and bad.
struct ForecastTests {
    static let start = Date(timeIntervalSince1970: 1_790_000_400)  // 2026-09-21, on the hour

    @Test func anHourHasItsValues() throws {
        let json = WeatherServer.forecast(from: Self.start, symbol: "lightssleetshowersandthunder_night", wind: 5.2) {
            $0 == 20 ? -3.4 : 10 + Double($0) / 4
        }
        let forecast = try #require(Forecast(Array(json.utf8)))
        let found = try #require(forecast.values(at: Self.start + 2 * 3600 + 1))
        #expect(
            found.values
                == .init(
                    time: Self.start + 7200, temperature: 11, low: -3, high: 17,
                    symbol: .lightsleetshowersandthunder, wind: 19, precipitation: 0.6))
        #expect(found.end == Self.start + 3 * 3600)
    }

    /// From the third day on a step has six hours.
    @Test func sixHoursAreTakenAsTheyCome() throws {
        let json = """
            {"properties":{"timeseries":[{"time":"2026-09-21T14:20:00Z","data":{"instant":{"details":{"air_temperature":8}},
            "next_6_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":9.46}}}}]}}
            """
        let forecast = try #require(Forecast(Array(json.utf8)))
        let values = try #require(forecast.values(at: Self.start + 3600)?.values)
        #expect(values.precipitation == 9.5 && values.symbol == .rain && values.wind == nil)
        #expect(values.low == 8 && values.high == 8)
    }

    @Test(arguments: [(-7200.0, false), (-3000.0, true), (0.0, true), (106_200.0, true), (129_600.0, false)])
    func nothingIsSaidOfOtherTimes(_ seconds: Double, _ isKnown: Bool) throws {
        let forecast = try #require(Forecast(Array(WeatherServer.forecast(from: Self.start).utf8)))
        #expect((forecast.values(at: Self.start + seconds) != nil) == isKnown)
    }

    private static let good = #"{"time":"2026-09-21T15:20:00Z","data":{"instant":{"details":{"air_temperature":8}}}}"#

    /// Steps that make no sense are left out; an answer without any other is none.
    @Test(arguments: [
        #"{"time":"2026-09-21T15:20:00Z","data":{"instant":{"details":{"air_temperature":900}}}}"#,
        #"{"time":"2026-09-21T15:20:00Z","data":{"instant":{"details":{"wind_speed":3}}}}"#,
        #"{"time":"tomorrow","data":{"instant":{"details":{"air_temperature":8}}}}"#,
        #"{"time":"2026-09-21T15:20:00Z","data":{"instant":{}}}"#,
    ])
    func senselessStepsAreLeftOut(_ step: String) throws {
        #expect(Forecast(Array(#"{"properties":{"timeseries":[\#(step)]}}"#.utf8)) == nil)
        let mixed = Forecast(Array(#"{"properties":{"timeseries":[\#(step),\#(Self.good),\#(Self.good)]}}"#.utf8))
        #expect(mixed?.steps.count == 1)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "<html>Log in to the hotel's network</html>", #"{"properties":{"timeseries":[]}}"#,
        #"{"properties":{"timeseries":[{"time":5}]}}"#,
        #"{"properties":{"timeseries":[{"time":"2026-09-21T15:20:00Z","data":{"instant":{"details":{"air_temperature":NaN}}}}]}}"#,
        #"{"properties":{"timeseries":[{"time":"2026-09-21T15:20:00Z","data":{"instant":{"details":{"air_temperature":1e999}}}}]}}"#,
        #"{"properties":{"timeseries":[{"time":"2026-09-21T15:20:00Z","data":{"instant":{"details":{"air_temperature":"8"}}}}]}}"#,
        String(repeating: "[", count: 200_000), #"{"properties":"# + String(repeating: #"{"a":"#, count: 100_000),
        #"{"properties":{"timeseries":["# + good,
    ])
    func whatIsNoForecastIsNone(_ json: String) { #expect(Forecast(Array(json.utf8)) == nil) }

    @Test func aLongForecastIsCut() throws {
        let json = WeatherServer.forecast(from: Self.start, hours: 2000)
        #expect(try #require(Forecast(Array(json.utf8))).steps.count == 48)
    }

    /// The documented codes: 41 names, with the time of day where that makes a difference.
    @Test(arguments: [
        ("clearsky_day", WeatherSymbol.clearsky), ("clearsky_polartwilight", .clearsky), ("cloudy", .cloudy),
        ("lightssleetshowersandthunder_day", .lightsleetshowersandthunder),
        ("lightssnowshowersandthunder_night", .lightsnowshowersandthunder),
        ("lightsleetshowers_day", .lightsleetshowers), ("lightsnow", .lightsnow),
        ("heavyrainandthunder", .heavyrainandthunder),
    ])
    func symbolsAreRead(_ code: String, _ symbol: WeatherSymbol) {
        #expect(WeatherSymbol(code: code) == symbol)
        #expect(WeatherSymbol.allCases.count == 41)
    }

    @Test(arguments: ["", "_day", "lights", "lightss", "sunny", "clearsky;day", "CLEARSKY"])
    func otherSymbolsAreNotKnown(_ code: String) { #expect(WeatherSymbol(code: code) == nil) }

    @Test(arguments: [
        ("https://api.met.no/weatherapi/locationforecast/2.0/compact", "MET Norway", "https://api.met.no/doc/License"),
        ("https://weather.example:8443/x", "weather.example", "https://weather.example:8443/"),
        ("http://10.0.0.7/x?key=1", "10.0.0.7", "http://10.0.0.7/"),
        ("https://evilmet.no/x", "evilmet.no", "https://evilmet.no/"),
    ])
    func theSourceIsCredited(_ url: String, _ name: String, _ link: String) throws {
        let service = try #require(WeatherService(url))
        #expect(service.source == WeatherSource(name: name, link: link))
        let cell = try #require(Place(latitude: 41.1579, longitude: -8.6291)?.coarse)
        #expect(service.address(of: cell) == url + (url.contains("?") ? "&" : "?") + "lat=41.2&lon=-8.6")
    }

    @Test(arguments: [
        "", "api.met.no", "ftp://met.no/", "https://", "https://a:b@met.no/", "https://met.no/#x", "file:///x",
    ])
    func otherAddressesAreRefused(_ url: String) { #expect(WeatherService(url) == nil) }
}

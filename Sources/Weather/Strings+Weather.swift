import Foundation
package import News
package import Web

extension Strings {
    /// The weather in words, without the name of the town.
    package func words(of weather: WeatherReport) -> String {
        let values = weather.values
        let sky = values.symbol.map { ", " + self["weather_" + $0.rawValue] } ?? ""
        let parts = [
            degrees(values.temperature) + sky,
            filled("weather_range", ["low": number(values.low), "high": degrees(values.high)]),
            values.wind.map { self("weather_wind", String($0)) },
            values.precipitation.map { $0 == 0 ? self["weather_dry"] : self("weather_rain", tenths($0)) },
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// The credit that the source asks for.
    package func credit(of weather: WeatherReport) -> String { self("weather_credit", weather.source.name) }

    private func degrees(_ value: Int) -> String { number(value) + "\u{A0}°C" }

    private func number(_ value: Int) -> String { value < 0 ? "\u{2212}\(-value)" : String(value) }

    private func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : self["decimalPoint"] + "\(tenths % 10)")
    }
}

package import struct Foundation.Date

/// The weather of a cell of a tenth of a degree at an hour, as one line of a document. Documents that show equal reports are the same
/// document, so it holds nothing that they do not show. It is part of their keys: as an object it takes one word there.
package final class WeatherReport: Sendable, Hashable {
    /// What is expected.
    package struct Values: Sendable, Hashable {
        /// The hour from which on it is expected.
        package var time: Date
        /// °C, now.
        package var temperature: Int
        /// °C, the least of the 24 hours from then on.
        package var low: Int
        /// °C, the most of the 24 hours from then on.
        package var high: Int
        /// The sky; nil if its symbol is not known.
        package var symbol: WeatherSymbol?
        /// km/h.
        package var wind: Int?
        /// Millimetres of the six hours from then on, to 0.1.
        package var precipitation: Double?

        /// Creates values.
        package init(
            time: Date, temperature: Int, low: Int, high: Int, symbol: WeatherSymbol?, wind: Int?,
            precipitation: Double?
        ) {
            self.time = time
            self.temperature = temperature
            self.low = low
            self.high = high
            self.symbol = symbol
            self.wind = wind
            self.precipitation = precipitation
        }
    }

    /// The name of a town there; nil if there is none nearby.
    package let town: String?
    /// What is expected.
    package let values: Values
    /// Who says so.
    package let source: WeatherSource

    /// Creates a report.
    package init(town: String?, values: Values, source: WeatherSource) {
        self.town = town
        self.values = values
        self.source = source
    }

    package static func == (left: WeatherReport, right: WeatherReport) -> Bool {
        left === right || left.values == right.values && left.town == right.town && left.source == right.source
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(town)
    }

    /// The least budget in bytes of a document with the weather. Below it all room is for news.
    package static let leastBudget = 14_000
}

/// Who forecasts the weather, to be credited.
package struct WeatherSource: Sendable, Hashable {
    /// A name: `MET Norway`.
    package var name: String
    /// The page with the licence, or the host itself.
    package var link: String

    /// Creates a source.
    package init(name: String, link: String) {
        self.name = name
        self.link = link
    }
}

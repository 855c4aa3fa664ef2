package import Foundation
package import News

/// A forecast for one place, hour by hour: the part of a Locationforecast 2.0 answer that reports need.
package struct Forecast: Sendable, Equatable {
    /// What is expected from a moment on.
    struct Step: Sendable, Equatable {
        var time: Date
        /// °C.
        var temperature: Double
        /// m/s.
        var wind: Double?
        var symbol: WeatherSymbol?
        /// Millimetres within one hour and within six.
        var rainOfHour: Double?
        var rainOfSixHours: Double?
    }

    /// In the order of time; never empty.
    let steps: [Step]

    /// The most steps to keep: two days of hours. Later ones would not be shown before the forecast is too old.
    private static let stepLimit = 48
    private static let (hour, day) = (3600.0, 86_400.0)

    /// Reads an answer. Nil if it is not a forecast; steps that make no sense are left out.
    package init?(_ json: [UInt8]) {
        guard let answer = try? JSONDecoder().decode(ForecastAnswer.self, from: Data(json)) else { return nil }
        var steps: [Step] = []
        for step in answer.properties.timeseries.lazy.compactMap(Step.init) where steps.count < Self.stepLimit {
            if let last = steps.last, step.time <= last.time { continue }
            steps.append(step)
        }
        guard !steps.isEmpty else { return nil }
        self.steps = steps
    }

    /// What is expected at a moment, and until when that holds; nil if the forecast does not cover it.
    package func values(at now: Date) -> (values: WeatherReport.Values, end: Date)? {
        // The first hour of a fresh forecast may be yet to begin.
        guard let first = steps.first, first.time.timeIntervalSince(now) <= Self.hour else { return nil }
        let index = steps.lastIndex { $0.time <= now } ?? 0
        let step = steps[index]
        guard now.timeIntervalSince(step.time) < 6 * Self.hour else { return nil }
        let coming = steps[index...].prefix { $0.time.timeIntervalSince(step.time) <= Self.day }
        let temperatures = coming.map(\.temperature)
        let values = WeatherReport.Values(
            time: step.time, temperature: Self.whole(step.temperature),
            low: Self.whole(temperatures.min() ?? step.temperature),
            high: Self.whole(temperatures.max() ?? step.temperature), symbol: step.symbol,
            wind: step.wind.map { Self.whole($0 * 3.6) },
            precipitation: rain(from: index).map { ($0 * 10).rounded() / 10 })
        let next = steps.indices.contains(index + 1) ? steps[index + 1].time : step.time + 6 * Self.hour
        return (values, max(next, now + 1))
    }

    /// Millimetres of six hours: of each of them, if they are known singly.
    private func rain(from index: Int) -> Double? {
        let hours = steps[index...].prefix { $0.time.timeIntervalSince(steps[index].time) < 6 * Self.hour }
        let amounts = hours.compactMap(\.rainOfHour)
        return amounts.count == 6 ? amounts.reduce(0, +) : steps[index].rainOfSixHours
    }

    private static func whole(_ value: Double) -> Int { Int(value.rounded()) }
}

/// An answer as it is written (https://api.met.no/doc/ForecastJSON).
private struct ForecastAnswer: Decodable {
    struct Properties: Decodable {
        let timeseries: [Entry]
    }
    struct Entry: Decodable {
        let time: String
        let data: Period
    }
    struct Period: Decodable {
        let instant: Details
        let next_1_hours: Next?
        let next_6_hours: Next?
        let next_12_hours: Next?
    }
    struct Details: Decodable {
        let details: [String: Double]?
    }
    struct Next: Decodable {
        struct Summary: Decodable {
            let symbol_code: String?
        }
        let summary: Summary?
        let details: [String: Double]?
    }

    let properties: Properties
}

extension Forecast.Step {
    /// Nil if the time or the temperature is missing, or none that ever was on earth.
    fileprivate init?(_ entry: ForecastAnswer.Entry) {
        let (data, details) = (entry.data, entry.data.instant.details)
        guard entry.time.utf8.count <= 40, let time = try? Date(entry.time, strategy: .iso8601),
            let temperature = Self.value("air_temperature", details, -100...70)
        else { return nil }
        let code = [data.next_1_hours, data.next_6_hours, data.next_12_hours].lazy.compactMap {
            $0?.summary?.symbol_code
        }
        .first
        self.init(
            time: time, temperature: temperature, wind: Self.value("wind_speed", details, 0...150),
            symbol: code.flatMap(WeatherSymbol.init(code:)),
            rainOfHour: Self.value("precipitation_amount", data.next_1_hours?.details, 0...500),
            rainOfSixHours: Self.value("precipitation_amount", data.next_6_hours?.details, 0...2000))
    }

    private static func value(_ name: String, _ details: [String: Double]?, _ range: ClosedRange<Double>) -> Double? {
        details?[name].flatMap { range.contains($0) ? $0 : nil }
    }
}

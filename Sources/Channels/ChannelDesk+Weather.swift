package import Documents
package import News
import Weather
import Web

// The weather at the reader's place, which is part of a document's key: only where a weather service is named and a place is known.
extension ChannelDesk {
    /// The weather for a context, as it is known at once; nil if there is none, or no room for it.
    package func weather(for context: DeviceContext, within plan: DeliveryPlan) -> WeatherReport? {
        guard let weather, plan.budget >= WeatherReport.leastBudget else { return nil }
        return context.cell.flatMap(weather.report)
    }

    /// The key of the document that answers a request now.
    package func key(of wanted: ChannelRequest) -> ChannelKey { withWeather(wanted.key, wanted) }

    /// A request's key with the weather of the moment. Later pages, parts and single articles have none.
    func withWeather(_ key: ChannelKey, _ wanted: ChannelRequest) -> ChannelKey {
        guard weather != nil, key.selection.tellsWeather,
            let report = weather(for: wanted.context, within: key.plan)
        else { return key }
        var key = key
        key.weather = .init(report: report, language: wanted.strings.language)
        return key
    }

    /// Whether the weather of a known place is left out since the budget is too small.
    package func leavesOutWeather(_ wanted: ChannelRequest) -> Bool {
        weather != nil && wanted.plan.budget < WeatherReport.leastBudget && wanted.context.cell != nil
            && wanted.context.selection.tellsWeather
    }
}

extension Selection {
    /// Whether it is the beginning of today's news, complete or as a delta.
    fileprivate var tellsWeather: Bool { articles.isEmpty && before == nil && edition == nil }
}

import ServiceLifecycle
package import Web

extension Feature {
    /// The weather, which has no routes of its own; nothing at all without a desk.
    package static func weather(_ desk: WeatherDesk?) -> Feature {
        guard let desk else { return Feature { _ in } }
        return Feature(
            loops: [WeatherLoop(desk: desk)], measure: { $0.record("n4md_weather_cells", desk.count) },
            stop: { desk.stop() }
        ) { _ in }
    }
}

/// Fetches forecasts in the background.
private struct WeatherLoop: Service {
    let desk: WeatherDesk

    func run() async throws { await desk.run() }
}

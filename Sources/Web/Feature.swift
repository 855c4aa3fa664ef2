package import Hummingbird
import Metrics
package import ServiceLifecycle

/// A feature as the server collects it: every feature target hands over its routes, its background loops and its metrics as one value.
package struct Feature: Sendable {
    /// Adds the feature's routes.
    package let addRoutes: @Sendable (Router<NewsRequestContext>) -> Void
    /// The loops that run as long as the server does.
    package let loops: [any Service]
    /// Records the feature's gauges, just before they are read.
    package let measure: @Sendable (Gauges) async -> Void
    /// Called when the newspaper may have changed, on this node or another.
    package let wake: @Sendable () -> Void
    /// Stops whatever is not a loop: fetchers and thread pools.
    package let stop: @Sendable () -> Void

    package init(
        loops: [any Service] = [], measure: @escaping @Sendable (Gauges) async -> Void = { _ in },
        wake: @escaping @Sendable () -> Void = {}, stop: @escaping @Sendable () -> Void = {},
        addRoutes: @escaping @Sendable (Router<NewsRequestContext>) -> Void
    ) {
        self.addRoutes = addRoutes
        self.loops = loops
        self.measure = measure
        self.wake = wake
        self.stop = stop
    }
}

/// The gauges of `/metrics`.
package struct Gauges: Sendable {
    private let metrics: PrometheusMetrics

    package init(_ metrics: PrometheusMetrics) { self.metrics = metrics }

    /// Sets a gauge. Its name begins with `n4md_`.
    package func record(_ name: String, _ value: Int) { Gauge(label: name, factory: metrics).record(value) }
}

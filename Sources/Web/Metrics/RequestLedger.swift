import Hummingbird

/// Records every request once: in the metrics, and in the log if there is one.
package struct RequestLedger: Sendable {
    package let metrics: RequestMetrics
    package let log: AccessLog?

    package init(metrics: RequestMetrics, log: AccessLog?) {
        self.metrics = metrics
        self.log = log
    }

    package func enter(
        method: String, path: String, status: Int, bytes: Int, since start: ContinuousClock.Instant,
        id: @autoclosure () -> String
    ) {
        let duration = start.duration(to: .now)
        metrics.count(path: path, status: status, duration: duration)
        log?.write(method: method, path: path, status: status, bytes: bytes, duration: duration, id: id())
    }
}

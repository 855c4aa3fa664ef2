import Hummingbird

/// Where every request is entered once: in the metrics, and in the log if there is one.
struct RequestLedger: Sendable {
    let metrics: RequestMetrics
    let log: AccessLog?

    func enter(
        method: String, path: String, status: Int, bytes: Int, since start: ContinuousClock.Instant,
        id: @autoclosure () -> String
    ) {
        let duration = start.duration(to: .now)
        metrics.count(path: path, status: status, duration: duration)
        log?.write(method: method, path: path, status: status, bytes: bytes, duration: duration, id: id())
    }
}

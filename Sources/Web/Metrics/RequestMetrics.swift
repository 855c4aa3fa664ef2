package import Metrics

/// Counts and times requests by kind of address, with instruments made once.
package struct RequestMetrics: Sendable {
    private struct Instruments: Sendable {
        let counters: [Counter]
        let timer: Timer
    }

    /// The first segments of addresses that are counted by themselves.
    private static let kinds = [
        "ws", "channel", "media", "m", "articles", "sections", "editions", "rss.xml", "api", "devices", "health", "i",
    ]
    private let instruments: [(prefix: [UInt8], instruments: Instruments)]
    private let other: Instruments

    package init(factory: any MetricsFactory) {
        func make(_ kind: String) -> Instruments {
            Instruments(
                counters: (1...5).map {
                    Counter(
                        label: "n4md_http_requests_total", dimensions: [("kind", kind), ("status", "\($0)xx")],
                        factory: factory)
                },
                timer: Timer(label: "n4md_http_request_seconds", dimensions: [("kind", kind)], factory: factory))
        }
        instruments = Self.kinds.map { (Array("/\($0)".utf8), make($0)) }
        other = make("other")
    }

    func count(path: String, status: Int, duration: Duration) {
        let instruments = instruments.first { Self.begins(path.utf8, with: $0.prefix) }?.instruments ?? other
        instruments.counters[min(max(status / 100, 1), 5) - 1].increment()
        instruments.timer.recordNanoseconds(
            duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
    }

    /// Whether this is the first segment of a path.
    private static func begins(_ path: String.UTF8View, with prefix: [UInt8]) -> Bool {
        guard path.starts(with: prefix) else { return false }
        let rest = path.dropFirst(prefix.count).first
        return rest == nil || rest == UInt8(ascii: "/") || rest == UInt8(ascii: "?")
    }
}

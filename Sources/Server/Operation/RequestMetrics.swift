import Metrics

/// Counts and times of requests by kind of address, their instruments made once.
struct RequestMetrics: Sendable {
    private struct Instruments: Sendable {
        let counters: [Counter]
        let timer: Timer
    }

    private static let kinds = [
        "ws", "channel", "media", "m", "articles", "sections", "editions", "rss.xml", "api", "health", "other",
    ]
    private let instruments: [String: Instruments]
    private let other: Instruments

    init(factory: any MetricsFactory) {
        func make(_ kind: String) -> Instruments {
            Instruments(
                counters: (1...5).map {
                    Counter(
                        label: "n4md_http_requests_total", dimensions: [("kind", kind), ("status", "\($0)xx")],
                        factory: factory)
                },
                timer: Timer(label: "n4md_http_request_seconds", dimensions: [("kind", kind)], factory: factory))
        }
        instruments = Dictionary(uniqueKeysWithValues: Self.kinds.dropLast().map { ($0, make($0)) })
        other = make("other")
    }

    func count(path: String, status: Int, duration: Duration) {
        let kind = path.dropFirst().prefix { $0 != "/" }
        let instruments = instruments[String(kind)] ?? other
        instruments.counters[min(max(status / 100, 1), 5) - 1].increment()
        instruments.timer.recordNanoseconds(
            duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000)
    }
}

package import CoreMetrics
import Synchronization

/// A swift-metrics backend that exposes everything as Prometheus text (exposition format 0.0.4).
package final class PrometheusMetrics: MetricsFactory {
    /// A value that only rises, one that rises and falls, or one spread over buckets.
    fileprivate enum Instrument: Sendable {
        case counter(CounterValue)
        case gauge(GaugeValue)
        case histogram(HistogramValue)
    }

    fileprivate struct Name: Hashable {
        var label: String
        var dimensions: String
    }

    private let instruments = Mutex<[Name: Instrument]>([:])

    package init() {}

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        instrument(label, dimensions, { .counter(CounterValue()) }) {
            if case .counter(let value) = $0 { value } else { nil }
        } ?? CounterValue()
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions)
    }

    /// swift-metrics creates its `Gauge` as a recorder that does not aggregate.
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate ? histogram(label, dimensions) : gauge(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeValue {
        instrument(label, dimensions, { .gauge(GaugeValue()) }) {
            if case .gauge(let value) = $0 { value } else { nil }
        } ?? GaugeValue()
    }

    private func histogram(_ label: String, _ dimensions: [(String, String)]) -> HistogramValue {
        instrument(label, dimensions, { .histogram(HistogramValue()) }) {
            if case .histogram(let value) = $0 { value } else { nil }
        } ?? HistogramValue()
    }

    private func instrument<T>(
        _ label: String, _ dimensions: [(String, String)], _ make: () -> Instrument, _ pick: (Instrument) -> T?
    ) -> T? {
        let name = Name(
            label: label, dimensions: dimensions.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ","))
        return instruments.withLock { instruments in
            let instrument = instruments[name] ?? make()
            instruments[name] = instrument
            return pick(instrument)
        }
    }

    private func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// All instruments as text, by name.
    package var text: String {
        let sorted = instruments.withLock(\.self).sorted {
            ($0.key.label, $0.key.dimensions) < ($1.key.label, $1.key.dimensions)
        }
        var text = ""
        var last = ""
        for (name, instrument) in sorted {
            if name.label != last { text += "# TYPE \(name.label) \(instrument.type)\n" }
            last = name.label
            instrument.write(name, to: &text)
        }
        return text
    }
}

final class CounterValue: CounterHandler {
    private let value = Atomic<Int64>(0)
    func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }
    var current: Int64 { value.load(ordering: .relaxed) }
}

final class GaugeValue: MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    var current: Double { value.withLock(\.self) }
}

/// Seconds in buckets from 0.1 ms to 10 s.
final class HistogramValue: TimerHandler, RecorderHandler {
    static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    struct State {
        var counts = [Int](repeating: 0, count: HistogramValue.bounds.count)
        var count = 0
        var sum = 0.0
    }
    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) {
        state.withLock { state in
            if let index = Self.bounds.firstIndex(where: { value <= $0 }) { state.counts[index] += 1 }
            state.count += 1
            state.sum += value
        }
    }
    var current: State { state.withLock(\.self) }
}

extension PrometheusMetrics.Instrument {
    fileprivate var type: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }

    fileprivate func write(_ name: PrometheusMetrics.Name, to text: inout String) {
        let labels = name.dimensions.isEmpty ? "" : "{\(name.dimensions)}"
        switch self {
        case .counter(let value): text += "\(name.label)\(labels) \(value.current)\n"
        case .gauge(let value): text += "\(name.label)\(labels) \(value.current)\n"
        case .histogram(let value):
            let state = value.current
            let prefix = name.dimensions.isEmpty ? "" : name.dimensions + ","
            var sum = 0
            for (bound, count) in zip(HistogramValue.bounds, state.counts) {
                sum += count
                text += "\(name.label)_bucket{\(prefix)le=\"\(bound)\"} \(sum)\n"
            }
            text += "\(name.label)_bucket{\(prefix)le=\"+Inf\"} \(state.count)\n"
            text += "\(name.label)_sum\(labels) \(state.sum)\n\(name.label)_count\(labels) \(state.count)\n"
        }
    }
}

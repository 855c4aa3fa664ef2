import Documents
import HTTPTypes
import Hummingbird
import Syndication
import Web

/// `/health/live`, `/health/ready`, `/metrics`.
struct OperationRoutes: Sendable {
    let revisions: Revisions
    let features: [Feature]
    let connections: Connections
    let metrics: PrometheusMetrics

    func add(to router: Router<NewsRequestContext>) {
        router.get("/health/live") { _, _ in answer(.ok, "alive") }
        // Answers from memory: frequent checks must neither wait nor be a burden.
        router.get("/health/ready") { _, _ in
            revisions.isListening
                ? answer(.ok, "ready", revision: revisions.known)
                : answer(.serviceUnavailable, "the database is unavailable; known documents are served from the cache")
        }
        router.get("/metrics") { _, _ in
            let gauges = Gauges(metrics)
            let counts = connections.counts
            gauges.record("n4md_connections", counts.now)
            gauges.record("n4md_connections_given_up", counts.givenUp)
            gauges.record("n4md_connections_refused", counts.refused)
            for feature in features { await feature.measure(gauges) }
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: metrics.text)))
        }
    }

    private func answer(_ status: HTTPResponse.Status, _ text: String, revision: Int? = nil) -> Response {
        var json = JSONWriter()
        json.open("{")
        json.member("status", text)
        if let revision { json.member("revision", revision) }
        json.close("}")
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}

import Archive
import Documents
import HTTPTypes
import Hummingbird
import Metrics
import Pictures
import PostgreSQL
import Syndication
import Web

/// `/health/live`, `/health/ready`, `/metrics`.
struct OperationRoutes: Sendable {
    let press: Press
    let pictures: PictureStore
    let connections: Connections
    let metrics: PrometheusMetrics

    func add(to router: Router<NewsRequestContext>) {
        router.get("/health/live") { _, _ in answer(.ok, "alive") }
        // Answers from memory: frequent checks must neither wait nor be a burden.
        router.get("/health/ready") { _, _ in
            press.revisions.isListening
                ? answer(.ok, "ready", revision: press.revisions.known)
                : answer(.serviceUnavailable, "the database is unavailable; known documents are served from the cache")
        }
        router.get("/metrics") { _, _ in
            Gauge(label: "n4md_newspaper_revision", factory: metrics).record(press.revisions.known)
            Gauge(label: "n4md_cache_bytes", factory: metrics).record(press.bytesInMemory)
            Gauge(label: "n4md_picture_worker_deaths", factory: metrics).record(pictures.workers.deaths)
            let counts = connections.counts
            Gauge(label: "n4md_connections", factory: metrics).record(counts.now)
            Gauge(label: "n4md_connections_given_up", factory: metrics).record(counts.givenUp)
            Gauge(label: "n4md_connections_refused", factory: metrics).record(counts.refused)
            let formats = pictures.formats
            if let waiting = try? await press.database.read({ try $0.countPictures(lacking: formats) }) {
                Gauge(label: "n4md_pictures_waiting", factory: metrics).record(waiting)
            }
            if let subscriptions = try? await press.database.read({ try $0.countSubscriptions() }) {
                Gauge(label: "n4md_websub_subscriptions", factory: metrics).record(subscriptions.live)
                Gauge(label: "n4md_websub_waiting", factory: metrics).record(subscriptions.waiting)
            }
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

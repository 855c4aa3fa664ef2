package import Fetching
import Syndication

extension FetchRequest {
    /// Creates the request that posts a form to a hub.
    package static func form(_ fields: [(name: String, value: String)], to url: String, time: Duration) -> FetchRequest
    {
        FetchRequest(
            .post(Array(form(fields).utf8)), url, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            time: time,
            bytes: 1024)
    }

    package static func form(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name)=\($0.value.escapedForQuery)" }.joined(separator: "&")
    }
}

import HTTPTypes
package import Hummingbird
import Web

extension DocumentCache.Copy {
    /// Answers with the copy; a stale one is marked (RFC 9211, and RFC 7234's warning for older caches).
    package func response(to request: Request) -> Response {
        var response = Response(document, to: request)
        if source == .stale {
            response.headers[.cacheStatus] = "n4md; hit; detail=stale"
            response.headers.append(HTTPField(name: .warning, value: "110 n4md \"Response is Stale\""))
            response.headers[.cacheControl] = "no-cache"
        }
        return response
    }
}

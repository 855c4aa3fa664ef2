import Credentials
import Crypto
package import Foundation

/// The newspaper's key, by which push services know who sends (VAPID, RFC 8292).
package struct ApplicationKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A new key.
    package init() { key = P256.Signing.PrivateKey() }

    /// A stored key. Throws `WebPushError.applicationKey`.
    package init(stored: Data) throws(WebPushError) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: stored) else { throw .applicationKey }
        self.key = key
    }

    /// What is stored, sealed: 32 bytes.
    package var stored: Data { key.rawRepresentation }

    /// What browsers call `applicationServerKey`: an uncompressed point, as base64url.
    package var publicText: String { key.publicKey.x963Representation.base64url }

    /// The longest life of a token (RFC 8292, 2).
    package static let longestLife: TimeInterval = 12 * 3600

    /// The value of the header `Authorization` for a push service. Throws `WebPushError.endpoint`, and `.applicationKey` if it cannot sign.
    /// - Parameters:
    ///   - endpoint: the address of a subscription; its origin is whom the token is for.
    ///   - contact: `mailto:` or `https:`, where the service can reach the operator.
    ///   - expiry: at most twelve hours from now.
    package func authorization(for endpoint: URL, contact: String, expiry: Date) throws(WebPushError) -> String {
        guard let audience = Self.origin(of: endpoint) else { throw .endpoint }
        let claims = Claims(aud: audience, exp: Int(expiry.timeIntervalSince1970), sub: contact)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(claims) else { throw .applicationKey }
        let text = Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8).base64url + "." + body.base64url
        guard let signature = try? key.signature(for: Data(text.utf8)) else { throw .applicationKey }
        return "vapid t=\(text).\(signature.rawRepresentation.base64url), k=\(publicText)"
    }

    private struct Claims: Encodable {
        var aud: String
        var exp: Int
        var sub: String
    }

    /// The origin of an address (RFC 6454, 6.1), which has no port if it is the usual one.
    package static func origin(of endpoint: URL) -> String? {
        guard let scheme = endpoint.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = endpoint.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        let isAddress = host.contains(":") && !host.hasPrefix("[")
        let port = endpoint.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        return scheme + "://" + (isAddress ? "[\(host)]" : host) + port
    }
}

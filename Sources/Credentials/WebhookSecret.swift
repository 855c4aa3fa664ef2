import Crypto
package import Foundation

/// The secret with which webhooks are signed, as in Standard Webhooks (version 1.0.0): HMAC-SHA256 with a
/// key that the receiver shares.
package struct WebhookSecret: Sendable {
    /// The form in which it is shown: `whsec_` and the base64 of its bytes.
    package let text: String
    private let bytes: Data

    /// Creates a secret of 32 random bytes.
    package init() {
        var generator = SystemRandomNumberGenerator()
        bytes = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        text = "whsec_" + bytes.base64EncodedString()
    }

    /// Reads a secret that was made before, of 24 to 64 bytes; nil for anything else.
    package init?(_ text: String) {
        guard text.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(text.dropFirst(6))),
            (24...64).contains(bytes.count)
        else { return nil }
        self.text = text
        self.bytes = bytes
    }

    /// The signature of a message, for the header `webhook-signature`.
    /// - Parameters:
    ///   - id: the value of `webhook-id`.
    ///   - timestamp: the value of `webhook-timestamp`, in seconds since 1970.
    package func signature(id: String, timestamp: Int, body: some DataProtocol) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        code.update(data: Data("\(id).\(timestamp).".utf8))
        code.update(data: body)
        return "v1," + Data(code.finalize()).base64EncodedString()
    }
}

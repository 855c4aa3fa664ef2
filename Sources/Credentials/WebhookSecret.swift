import Crypto
package import Foundation

/// What a webhook is signed with, as Standard Webhooks has it (version 1.0.0): HMAC-SHA256 under a secret that the receiver shares.
package struct WebhookSecret: Sendable {
    /// As it is shown: `whsec_` and the base64 of its bytes.
    package let text: String
    private let bytes: Data

    /// A new one of 32 random bytes.
    package init() {
        var generator = SystemRandomNumberGenerator()
        bytes = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        text = "whsec_" + bytes.base64EncodedString()
    }

    /// One that was made before; nil where it is none: 24 to 64 bytes.
    package init?(_ text: String) {
        guard text.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(text.dropFirst(6))),
            (24...64).contains(bytes.count)
        else { return nil }
        self.text = text
        self.bytes = bytes
    }

    /// The signature of a message, as it goes into the header `webhook-signature`.
    /// - Parameters:
    ///   - id: what goes as `webhook-id`.
    ///   - timestamp: seconds since 1970, what goes as `webhook-timestamp`.
    package func signature(id: String, timestamp: Int, body: some DataProtocol) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        code.update(data: Data("\(id).\(timestamp).".utf8))
        code.update(data: body)
        return "v1," + Data(code.finalize()).base64EncodedString()
    }
}

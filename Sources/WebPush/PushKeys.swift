import Credentials
import Crypto
package import Foundation

/// The keys of a subscription, by which a message can be read by its browser alone (RFC 8291, 3.1).
package struct PushKeys: Sendable, Hashable {
    /// The browser's public key: an uncompressed point of P-256, 65 bytes (`p256dh`).
    package let publicKey: Data
    /// The secret that authenticates messages: 16 bytes (`auth`).
    package let secret: Data

    /// Reads the keys of a `PushSubscription`. Throws `WebPushError.publicKey` and `.secret`.
    /// - Parameters:
    ///   - p256dh: base64url, with or without padding.
    ///   - auth: the same.
    package init(p256dh: String, auth: String) throws(WebPushError) {
        guard let key = Data(base64url: p256dh), (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
        else {
            throw .publicKey
        }
        guard let secret = Data(base64url: auth), secret.count == 16 else { throw .secret }
        (publicKey, self.secret) = (key, secret)
    }

    /// Keys that were read once and stored since; they are checked when a message is encrypted for them.
    package init(stored publicKey: Data, secret: Data) { (self.publicKey, self.secret) = (publicKey, secret) }
}

/// A reason why a message cannot be made.
package enum WebPushError: Error, Sendable, Equatable {
    /// The public key of a subscription is no point of P-256.
    case publicKey
    /// The secret of a subscription has not 16 bytes.
    case secret
    /// A text does not fit into one message: how many bytes it has.
    case tooLong(Int)
    /// The newspaper's key is not one of P-256.
    case applicationKey
    /// The address of a push service is not https, or has no host.
    case endpoint
}

import Crypto
public import Foundation

/// By what a subscriber knows that a feed is from its hub (WebSub, section 7.1): HMAC-SHA256 under the secret that it chose itself.
public enum HubSignature {
    /// The value of `X-Hub-Signature`.
    public static func text(of body: some DataProtocol, secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Data(secret.utf8)))
        return "sha256=" + code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

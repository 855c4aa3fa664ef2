import Crypto
package import Foundation

/// The signature by which a subscriber knows that a feed comes from its hub (WebSub, section 7.1): HMAC
/// with the secret that the subscriber chose itself.
package enum HubSignature {
    /// The value of `X-Hub-Signature`, with SHA-256.
    package static func text(of body: some DataProtocol, secret: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Data(secret.utf8)))
        return "sha256=" + code.hexadecimal
    }
}

/// Checks whether a body that arrives piece by piece was signed by somebody who knows a secret.
package struct HubSignatureCheck {
    private let code: [UInt8]
    private var checks: any SignatureState

    /// - Parameter header: the value of `X-Hub-Signature`, such as `sha256=0aff…`; the result is nil for any
    ///   other form.
    package init?(header: String, secret: String) {
        let parts = header.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let code = [UInt8](hexadecimal: parts[1]) else { return nil }
        let key = SymmetricKey(data: Data(secret.utf8))
        // The methods that hubs may choose from (section 7.1).
        switch parts[0].lowercased() {
        case "sha1": checks = HMAC<Insecure.SHA1>(key: key)
        case "sha256": checks = HMAC<SHA256>(key: key)
        case "sha384": checks = HMAC<SHA384>(key: key)
        case "sha512": checks = HMAC<SHA512>(key: key)
        default: return nil
        }
        self.code = code
    }

    /// Takes the next piece.
    package mutating func update(_ bytes: some DataProtocol) { checks.update(data: bytes) }

    /// Whether all the pieces are what was signed; takes equally long whatever is wrong.
    package var isGood: Bool { checks.isOf(code) }
}

private protocol SignatureState {
    mutating func update(data: some DataProtocol)
    func isOf(_ code: [UInt8]) -> Bool
}

extension HMAC: SignatureState {
    fileprivate func isOf(_ code: [UInt8]) -> Bool { finalize() == code }
}

extension [UInt8] {
    /// The bytes of an even number of hexadecimal digits, at most 128.
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count <= 128, digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}

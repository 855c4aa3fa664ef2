import Crypto
package import Foundation

/// The newspaper as authenticators know it: a "relying party" of Web Authentication, level 2. Without attestation the public key is taken
/// as the browser gives it (`getPublicKey()`), and no CBOR is read.
package struct RelyingParty: Sendable {
    /// Its domain, for which passkeys are made.
    package let id: String
    /// The beginning of its addresses, as browsers name it.
    package let origin: String

    /// The most bytes of a part of an answer.
    package static let limit = 4096
    /// The most bytes of a passkey's identifier (section 5.8.3).
    private static let longestID = 1023

    /// - Parameter root: the address of the site. Nil for a site without a domain, or one to which browsers give no passkeys since it is not secure.
    package init?(root: String) {
        guard let url = URLComponents(string: root), let host = url.host?.lowercased(), let scheme = url.scheme,
            scheme == "https" || host == "localhost", !Self.isAddress(host)
        else { return nil }
        id = host
        let isUsual = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
        origin = "\(scheme)://\(host)" + (isUsual ? "" : ":\(url.port ?? 0)")
    }

    /// Whether a host is an IP address.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.split(separator: ".").last.map { $0.allSatisfy(\.isNumber) } ?? true
    }

    /// Checks the answer to the wish for a new passkey (section 7.1). Throws `PasskeyFault`.
    /// - Parameter isOurs: whether a challenge is one for this.
    /// - Returns: the passkey, and the challenge that was answered.
    package func create(
        _ answer: NewPasskeyAnswer, isOurs: ([UInt8]) -> Bool
    ) throws(PasskeyFault) -> (passkey: Passkey, challenge: [UInt8]) {
        let challenge = try check(answer.client, "webauthn.create", isOurs)
        let data = try AuthenticatorData(answer.authenticator)
        try check(data)
        guard let id = data.passkey, id == answer.id, (1...Self.longestID).contains(id.count) else { throw .malformed }
        guard (try? P256.Signing.PublicKey(derRepresentation: answer.key)) != nil else { throw .key }
        return (Passkey(id: id, key: Array(answer.key), counter: data.counter), challenge)
    }

    /// Checks what can be checked of an answer before its passkey is known. Throws `PasskeyFault`.
    /// - Parameter isOurs: whether a challenge is one for this.
    /// - Returns: the challenge that it answers.
    package func checkQuestion(of answer: PasskeyAnswer, isOurs: ([UInt8]) -> Bool) throws(PasskeyFault) -> [UInt8] {
        try check(answer.client, "webauthn.get", isOurs)
    }

    /// Checks the answer with a passkey (section 7.2), whose question was checked. Throws `PasskeyFault`.
    /// - Returns: the passkey with its new counter.
    package func verify(_ answer: PasskeyAnswer, of passkey: Passkey) throws(PasskeyFault) -> Passkey {
        let data = try AuthenticatorData(answer.authenticator)
        try check(data)
        guard let key = try? P256.Signing.PublicKey(derRepresentation: Data(passkey.key)) else { throw .key }
        let signed = answer.authenticator + SHA256.hash(data: answer.client)
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: answer.signature),
            key.isValidSignature(signature, for: signed)
        else { throw .signature }
        // Passkeys that are on several devices count nothing (section 6.1.1).
        guard data.counter > passkey.counter || (data.counter == 0 && passkey.counter == 0) else { throw .counter }
        return Passkey(id: passkey.id, key: passkey.key, counter: data.counter)
    }

    private func check(_ client: Data, _ type: String, _ isOurs: ([UInt8]) -> Bool) throws(PasskeyFault) -> [UInt8] {
        let data = try ClientData(client)
        guard data.type == type else { throw .type }
        guard let challenge = Data(base64url: data.challenge), isOurs(Array(challenge)) else { throw .challenge }
        guard data.origin == origin, data.crossOrigin != true else { throw .origin }
        return Array(challenge)
    }

    private func check(_ data: AuthenticatorData) throws(PasskeyFault) {
        guard data.party == Array(SHA256.hash(data: Data(id.utf8))) else { throw .party }
        guard data.isPresent else { throw .absent }
        guard data.isVerified else { throw .unverified }
    }
}

/// The part of a passkey that the newspaper keeps.
package struct Passkey: Sendable, Equatable {
    /// The authenticator's identifier for it.
    package let id: [UInt8]
    /// The public key: a SubjectPublicKeyInfo (RFC 5480) in DER.
    package let key: [UInt8]
    /// How often the authenticator has signed, if it counts.
    package let counter: Int

    package init(id: [UInt8], key: [UInt8], counter: Int) { (self.id, self.key, self.counter) = (id, key, counter) }
}

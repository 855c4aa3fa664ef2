package import Foundation

/// A browser's answer to the wish for a new passkey, by the names of forms' fields.
package struct NewPasskeyAnswer: Sendable {
    package var id: [UInt8]
    package var client: Data
    package var authenticator: Data
    /// The public key, as `getPublicKey()` gives it.
    package var key: Data

    /// - Parameter field: gives the text of a field, or an empty one.
    /// - Throws: `PasskeyFault.malformed` if one is no base64 for addresses, or too long.
    package init(field: (String) -> String) throws(PasskeyFault) {
        id = Array(try Data(part: field("id")))
        (client, authenticator) = (try Data(part: field("client")), try Data(part: field("authenticator")))
        key = try Data(part: field("key"))
    }
}

/// A browser's answer with a passkey, by the names of forms' fields.
package struct PasskeyAnswer: Sendable {
    package var id: [UInt8]
    package var client: Data
    package var authenticator: Data
    package var signature: Data

    /// - Parameter field: gives the text of a field, or an empty one.
    /// - Throws: `PasskeyFault.malformed` if one is no base64 for addresses, or too long.
    package init(field: (String) -> String) throws(PasskeyFault) {
        id = Array(try Data(part: field("id")))
        (client, authenticator) = (try Data(part: field("client")), try Data(part: field("authenticator")))
        signature = try Data(part: field("signature"))
    }
}

/// The part of an answer that the browser itself writes (section 5.8.1).
struct ClientData: Decodable {
    let type: String
    let challenge: String
    let origin: String
    /// Whether the site was within another.
    let crossOrigin: Bool?

    init(_ bytes: Data) throws(PasskeyFault) {
        guard let data = try? JSONDecoder().decode(Self.self, from: bytes) else { throw .malformed }
        self = data
    }
}

/// The part of an answer that the authenticator writes (section 6.1).
struct AuthenticatorData {
    /// The SHA-256 of the domain for which the passkey was made.
    let party: [UInt8]
    let isPresent: Bool
    let isVerified: Bool
    let counter: Int
    /// The identifier of a new passkey.
    let passkey: [UInt8]?

    init(_ data: Data) throws(PasskeyFault) {
        let bytes = Array(data)
        guard bytes.count >= 37 else { throw .malformed }
        party = Array(bytes[..<32])
        let flags = bytes[32]
        (isPresent, isVerified) = (flags & 1 != 0, flags & 4 != 0)
        counter = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
        guard flags & 64 != 0 else {
            passkey = nil
            return
        }
        // After the authenticator's model, of 16 bytes.
        guard bytes.count >= 55 else { throw .malformed }
        let length = Int(bytes[53]) << 8 | Int(bytes[54])
        guard bytes.count > 55 + length else { throw .malformed }
        passkey = Array(bytes[55..<55 + length])
    }
}

extension Data {
    fileprivate init(part text: String) throws(PasskeyFault) {
        guard text.utf8.count <= RelyingParty.limit * 4 / 3, let data = Data(base64url: text), !data.isEmpty else {
            throw .malformed
        }
        self = data
    }
}

import Credentials
import Foundation

/// The question for a new passkey, as browsers take it (Web Authentication, section 5.4), with bytes in base64url.
struct PasskeyCreation: Encodable {
    struct Party: Encodable {
        var id: String
        var name: String
    }
    struct User: Encodable {
        var id: String
        var name: String
        var displayName: String
    }
    struct Kind: Encodable {
        var type = "public-key"
        /// ECDSA with P-256 and SHA-256 (RFC 9053, section 2.1). Authenticators that only know RSA, such as some computers' chips with Windows
        /// Hello, make no passkeys for us.
        var alg = -7
    }
    struct Known: Encodable {
        var type = "public-key"
        var id: String
    }
    struct Selection: Encodable {
        var residentKey = "required"
        /// The same for browsers of level 1.
        var requireResidentKey = true
        var userVerification = "required"
    }
    var challenge: String
    var rp: Party
    var user: User
    var pubKeyCredParams = [Kind()]
    var timeout = PasskeyChallenges.lifetime * 1000
    var excludeCredentials: [Known]
    var authenticatorSelection = Selection()
    var attestation = "none"

    init(challenge: [UInt8], party: String, newspaper: String, user: [UInt8], name: String, known: [[UInt8]]) {
        self.challenge = Data(challenge).base64url
        rp = Party(id: party, name: newspaper)
        self.user = User(id: Data(user).base64url, name: name, displayName: name)
        excludeCredentials = known.map { Known(id: Data($0).base64url) }
    }
}

/// The question for a passkey that there is (section 5.5).
struct PasskeyRequest: Encodable {
    var challenge: String
    var rpId: String
    var timeout = PasskeyChallenges.lifetime * 1000
    var userVerification = "required"

    init(challenge: [UInt8], party: String) { (self.challenge, rpId) = (Data(challenge).base64url, party) }
}

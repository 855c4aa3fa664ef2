/// Why an authenticator's answer is not accepted.
package enum PasskeyFault: Error, Sendable, Equatable {
    /// It does not have the form of Web Authentication, level 2.
    case malformed
    /// It answers another kind of question.
    case type
    /// It does not answer a question of ours, or it is too late for it.
    case challenge
    /// Another site asked, or ours within another.
    case origin
    /// The passkey belongs to another site.
    case party
    /// Nobody touched the authenticator.
    case absent
    /// The authenticator did not check who touched it.
    case unverified
    /// The key is not one of ECDSA with P-256.
    case key
    /// The signature is wrong.
    case signature
    /// The counter did not rise: there may be a copy of the passkey.
    case counter
}

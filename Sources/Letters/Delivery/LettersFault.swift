/// Why no mail can be sent. The texts are for the operator.
package enum LettersFault: Error, Sendable, CustomStringConvertible {
    /// The key for signatures was sealed with another secret.
    case sealedByAnother
    /// No key for signatures can be made or read.
    case noKey

    package var description: String {
        switch self {
        case .sealedByAnother:
            "The key that signs mails was sealed with another N4MD_SECRET. Set that one again, or make another key with n4md mail keys --replace."
        case .noKey: "No key for signing mails could be made or read."
        }
    }
}

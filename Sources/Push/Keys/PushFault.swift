/// A reason why messages to devices cannot be sent or taken, in words for the operator.
package enum PushFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The newspaper's key was sealed with another secret.
    case sealedByAnother
    /// No key has the number that a subscription names, or the stored one is damaged.
    case noKey
    /// There is no such subscription.
    case noSubscription

    package var description: String {
        switch self {
        case .sealedByAnother:
            """
            The newspaper's push key cannot be opened: it was sealed with another secret. Give every server the same N4MD_SECRET, \
            or the same file secret in its data folder. If the secret is lost, make another key: n4md push keys --replace
            """
        case .noKey: "The newspaper's push key is damaged. Make another: n4md push keys --replace"
        case .noSubscription: "There is no subscription with this identifier."
        }
    }
}

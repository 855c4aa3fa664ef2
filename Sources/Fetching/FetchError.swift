/// The reason why nothing was fetched, in words that can be shown to whoever named the address.
package enum FetchError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The address cannot be fetched: it has another scheme than http or https, a name and password,
    /// characters that do not belong there, or more than 8000 bytes.
    case malformed
    /// No name server knows the host.
    case unknownHost
    /// The host has an address that must not be reached: in a private network, of this machine, or of no
    /// single machine.
    case forbidden(address: String)
    /// Nobody answers at the address.
    case unreachable
    /// The certificate is not valid for the host, or the two sides have no cipher in common.
    case insecure
    /// The other side did not answer in time, took too long over its answer, or sent it too slowly.
    case late
    /// More than five redirects, or one back to an address that led there.
    case redirects
    /// The headers of the answer have more bytes than allowed, or are too many.
    case longHeaders
    /// The body has more bytes than allowed, as sent or decompressed.
    case tooLong
    /// The body is damaged, compressed in a way that was not asked for, or compressed more than once.
    case encoding
    /// The other side ended the connection, or does not speak HTTP.
    case broken
    /// The server does not take the user's name or password.
    case loginRefused
    /// The server does not have it.
    case missing
    /// Too much is being fetched already.
    case busy
    /// The caller no longer waits.
    case cancelled

    /// The error in one sentence.
    package var description: String {
        switch self {
        case .malformed: "The address cannot be fetched: it must be a plain http or https address."
        case .unknownHost: "No server was found at this address."
        case .forbidden(let address): "The address \(address) is not on the open internet."
        case .unreachable: "Nobody answers at the address."
        case .insecure: "The connection is not secure: the certificate is not valid for the host."
        case .late: "The answer took too long."
        case .redirects: "The address redirects too often."
        case .longHeaders: "The headers of the answer are too long."
        case .tooLong: "The answer is too long."
        case .encoding: "The answer is damaged, or compressed in a way that was not asked for."
        case .broken: "The connection broke before the answer was complete."
        case .loginRefused: "The server does not accept the user name or password."
        case .missing: "What was asked for is not there."
        case .busy: "Too much is being fetched at the moment."
        case .cancelled: "The request was cancelled."
        }
    }
}

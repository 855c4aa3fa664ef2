/// Why nothing was fetched, in words that can be shown to whoever named the address.
public enum FetchError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The address is none that can be fetched: another scheme than http and https, a name and password, characters that do not belong there.
    case malformed
    /// No name server knows the host.
    case unknownHost
    /// The host has an address that may not be reached: of a private network, of this machine, of no single machine.
    case forbidden(address: String)
    /// Nobody answers at the address.
    case unreachable
    /// The certificate is not good for the host, or the two sides agree on no cipher.
    case insecure
    /// The other side did not answer in time, or took too long over its answer.
    case late
    /// More than five redirects, or one to where none may lead.
    case redirects
    /// The headers of the answer have more bytes than is allowed.
    case longHeaders
    /// The other side ended the connection, or does not speak HTTP.
    case broken
    /// Too much is being fetched already.
    case busy
    /// Who asked for it no longer waits.
    case cancelled

    /// One sentence.
    public var description: String {
        switch self {
        case .malformed: "The address cannot be fetched: it must be a plain http or https address."
        case .unknownHost: "The host is not known."
        case .forbidden(let address): "The address \(address) is not of the open internet, and not allowed."
        case .unreachable: "Nobody answers at the address."
        case .insecure: "The connection is not secure: the certificate is not good for the host."
        case .late: "The answer took too long."
        case .redirects: "The address leads on to others too often."
        case .longHeaders: "The headers of the answer are too long."
        case .broken: "The connection broke before the answer was whole."
        case .busy: "Too much is being fetched at the moment."
        case .cancelled: "It was called off."
        }
    }
}

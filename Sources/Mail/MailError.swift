/// Why a mail cannot be written or signed.
package enum MailError: Error, Equatable, Sendable {
    /// A header field's value has a control character, which would let it begin another field (RFC 5322, section 2.2), or is too long.
    case header(String)
    /// The stored key for signatures is not an RSA key of at least 2,048 bits.
    case key
    /// The domain or selector of the key's record is no host name.
    case domain(String)
}

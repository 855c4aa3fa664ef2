package import Credentials
import HTTPTypes
package import Hummingbird

/// A cookie of 128 random bits that no script can read, sent only to a part of the site.
package struct SecretCookie: Sendable {
    /// Browsers accept the prefix `__Secure-` (RFC 6265bis, section 4.1.3) only from an https address, but
    /// accept a `Secure` cookie from localhost too.
    private let name: String
    /// The lifetime in seconds.
    private let lifetime: Int
    private let path: String

    /// The random bits of its value.
    package static let bits = 128

    /// - Parameters:
    ///   - seconds: how long the browser keeps it.
    ///   - path: where the addresses begin to which it is sent.
    package init(_ name: String, seconds: Int, path: String, isSecureSite: Bool) {
        self.name = (isSecureSite ? "__Secure-" : "") + name
        lifetime = seconds
        self.path = path
    }

    /// The secret that a request presents; nil if it has none of our form.
    package func secret(_ request: Request) -> Secret? {
        request.cookies[name].flatMap { Secret($0.value, bits: Self.bits) }
    }

    /// Sets the cookie, or removes it.
    package func set(_ secret: Secret?, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: secret?.text ?? "", maxAge: secret == nil ? 0 : lifetime, path: path,
                secure: true, httpOnly: true, sameSite: .lax))
    }
}

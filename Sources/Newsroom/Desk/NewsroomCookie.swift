import Credentials
import Editorial
import HTTPTypes
import Hummingbird

/// A cookie of the newsroom: 128 random bits, sent only to the newsroom.
struct NewsroomCookie: Sendable {
    /// Browsers accept the prefix `__Secure-` (RFC 6265bis, section 4.1.3) only from an https address, but
    /// accept a `Secure` cookie from localhost too.
    private let name: String
    /// The lifetime in seconds.
    private let lifetime: Int

    /// The random bits of its value.
    static let bits = 128

    /// Identifies the session of a browser, for the longest that a session lasts however much it is used.
    static func session(isSecureSite: Bool) -> Self { Self("newsroom", days: 14, isSecureSite) }

    /// Shows that somebody has logged in with this browser before.
    static func browser(isSecureSite: Bool) -> Self { Self("newsroom-browser", days: 365, isSecureSite) }

    private init(_ name: String, days: Int, _ isSecureSite: Bool) {
        self.name = (isSecureSite ? "__Secure-" : "") + name
        lifetime = days * 86_400
    }

    /// The secret that a request presents; nil if it has none of our form.
    func secret(_ request: Request) -> Secret? {
        request.cookies[name].flatMap { Secret($0.value, bits: Self.bits) }
    }

    /// Sets the cookie, or removes it.
    func set(_ secret: Secret?, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: secret?.text ?? "", maxAge: secret == nil ? 0 : lifetime, path: NewsroomLinks.root,
                secure: true, httpOnly: true, sameSite: .lax))
    }
}

import Credentials
import Editorial
import HTTPTypes
import Hummingbird

/// A cookie of the newsroom: 128 random bits, sent to the newsroom alone.
struct NewsroomCookie: Sendable {
    /// Browsers take the prefix `__Secure-` (RFC 6265bis, section 4.1.3) only from an https address; a cookie that is `Secure` they take from
    /// this very machine too.
    private let name: String
    /// Seconds.
    private let lifetime: Int

    /// Random bits of its value.
    static let bits = 128

    /// Makes a browser somebody's, for as long as a session lasts however much it is used.
    static func session(isSecureSite: Bool) -> Self { Self("newsroom", days: 14, isSecureSite) }

    /// Tells that somebody logged in with this browser before.
    static func browser(isSecureSite: Bool) -> Self { Self("newsroom-browser", days: 365, isSecureSite) }

    private init(_ name: String, days: Int, _ isSecureSite: Bool) {
        self.name = (isSecureSite ? "__Secure-" : "") + name
        lifetime = days * 86_400
    }

    /// What a request shows; nil where it shows nothing of ours.
    func secret(_ request: Request) -> Secret? {
        request.cookies[name].flatMap { Secret($0.value, bits: Self.bits) }
    }

    /// Gives it to the browser, or takes it away.
    func set(_ secret: Secret?, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: secret?.text ?? "", maxAge: secret == nil ? 0 : lifetime, path: NewsroomLinks.root,
                secure: true, httpOnly: true, sameSite: .lax))
    }
}

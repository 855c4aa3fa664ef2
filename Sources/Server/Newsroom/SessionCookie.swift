import Credentials
import HTTPTypes
import Hummingbird

/// The cookie that makes a browser somebody's: 128 random bits, sent to the newsroom alone.
struct SessionCookie: Sendable {
    /// Whether the newspaper's public address is https. Browsers take the prefix `__Secure-` (RFC 6265bis, section 4.1.3) only there; a cookie
    /// that is `Secure` they take from this very machine too.
    let isSecureSite: Bool
    private var name: String { isSecureSite ? "__Secure-newsroom" : "newsroom" }

    /// Random bits of a session's name.
    static let bits = 128
    /// Seconds after which a session is over however much it is used.
    private static let lifetime = 14 * 86_400

    /// What a request shows; nil where it shows nothing of ours.
    func secret(_ request: Request) -> Secret? {
        request.cookies[name].flatMap { Secret($0.value, bits: Self.bits) }
    }

    /// Gives the browser a session, or takes it away.
    func set(_ secret: Secret?, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: secret?.text ?? "", maxAge: secret == nil ? 0 : Self.lifetime,
                path: NewsroomLinks.root,
                secure: true, httpOnly: true, sameSite: .lax))
    }
}

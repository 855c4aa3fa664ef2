import Archive
import Credentials
import Hummingbird
import Mail
import News
import Syndication
import Web

/// Logs readers in, and knows who has.
struct AccountDesk: Sendable {
    let archive: Archive
    let letters: LetterLinks
    /// Wakes the sender of mails.
    let wake: @Sendable () -> Void

    /// The most mails to an address in a day, since strangers may give it, and for one network.
    private static let (perAddress, perNetwork) = (3, 50)

    private var links: LogInLinks { LogInLinks(site: letters.site, secret: letters.secret) }

    /// The addresses of readers' own feeds.
    var feeds: OwnFeedLinks { OwnFeedLinks(site: letters.site, secret: letters.secret) }

    /// Identifies the browser that asked for a log-in, in which alone the code works.
    var askingCookie: SecretCookie { cookie("log-in", seconds: ReaderLogIns.minutes * 60, path: OwnPageRoutes.page) }
    /// Identifies a reader's session.
    var sessionCookie: SecretCookie {
        cookie("reader", seconds: ReaderSessions.days * 86_400, path: OwnPageRoutes.page)
    }

    /// Tells the app's scripts, which cannot read the other cookies, that somebody is logged in.
    private static let flag = "account"

    private func cookie(_ name: String, seconds: Int, path: String) -> SecretCookie {
        SecretCookie(name, seconds: seconds, path: path, isSecureSite: letters.site.root.hasPrefix("https:"))
    }

    /// The session of a request; nil if nobody is logged in.
    func session(_ request: Request) async throws -> ReaderSession? {
        guard let key = sessionCookie.secret(request),
            let session = try await archive.read({ try $0.readerSessions.find(key.hash) })
        else { return nil }
        if session.isDue { try await archive.write { try $0.readerSessions.noteUse(of: session) } }
        return session
    }

    /// The session of a request and all that is kept of its reader; nil if nobody is logged in.
    func reader(_ request: Request) async throws -> (ReaderSession, KnownReader)? {
        guard let session = try await session(request) else { return nil }
        return try await archive.read { try $0.readers.known(session.reader) }.map { (session, $0) }
    }

    /// Names a reader to the app, which starts anew if another has logged in; nobody can tell from it who it is.
    func tag(of reader: Int) -> String { letters.hash("account", "\(reader)").prefix(8).hexadecimal }

    /// Sets the cookies of a session, or removes them.
    func set(_ key: Secret?, on response: inout Response) {
        sessionCookie.set(key, on: &response)
        response.setCookie(
            Cookie(
                name: Self.flag, value: key == nil ? "" : "1", maxAge: key == nil ? 0 : ReaderSessions.days * 86_400,
                path: "/", secure: letters.site.root.hasPrefix("https:"), httpOnly: false, sameSite: .lax))
    }

    /// The answer to a request of the app for which nobody is logged in, by which it learns that.
    func loggedOut() -> Response {
        var response = Response(status: .unauthorized, headers: [.cacheControl: "no-store"])
        set(nil, on: &response)
        return response
    }

    /// Sends a log-in to an address, unless it had too many today or wants no mail. Throws 429 if the network asks too often.
    /// - Returns: the key for the browser that asks, in which the code works; nil if no mail was sent.
    func ask(_ address: MailAddress, network: String, language: String) async throws -> Secret? {
        let key = Secret(bits: SecretCookie.bits)
        let network = letters.hash("own network", network)
        let (counted, hash) = (letters.hash("own address", address.key), letters.hash("address", address.key))
        let isSent = try await archive.write { holdings in
            guard try holdings.mailLimits.count(network, most: Self.perNetwork) else {
                throw Problem(
                    .tooManyRequests, "Too many log-ins were asked for from your network today. Try again tomorrow.")
            }
            guard try holdings.mailLimits.count(counted, most: Self.perAddress),
                try !holdings.mailLimits.isSuppressed(hash)
            else { return false }
            try holdings.readerLogIns.ask(address.description, language: language, key.hash)
            return true
        }
        wake()
        return isSent ? key : nil
    }

    /// The address of the reader whom the end of a link logs in; nil if it no longer does.
    func address(of text: String) async throws -> String? {
        guard let id = links.logIn(text) else { return nil }
        return try await archive.read { try $0.readerLogIns.find(id)?.address }
    }

    /// Logs in by the end of a link. Returns the key of the new session; nil if the link is no longer valid.
    func logIn(link text: String, former: Secret?) async throws -> Secret? {
        guard let id = links.logIn(text) else { return nil }
        return try await begin(instead: former) { holdings in
            try holdings.readerLogIns.find(id).flatMap { try holdings.readerLogIns.complete($0) ? $0.reader : nil }
        }
    }

    /// Logs in by a code, which may have spaces, in the browser that asked for it. Returns the key of the new session; nil if the code is wrong, or
    /// it is too late for it.
    func logIn(code: String, _ asking: Secret, former: Secret?) async throws -> Secret? {
        let digits = code.filter { !$0.isWhitespace }
        // The count stays even if the code is wrong.
        guard let logIn = try await archive.write({ try $0.readerLogIns.countTry(asking.hash) }),
            Secret.areEqual(links.code(of: logIn.id), digits)
        else { return nil }
        return try await begin(instead: former) { try $0.readerLogIns.complete(logIn) ? logIn.reader : nil }
    }

    /// Logs in with a passkey that has answered. Returns the key of the new session; nil if it was removed meanwhile.
    func logIn(passkey: PasskeyRecord, former: Secret?) async throws -> Secret? {
        guard case .reader(let reader) = passkey.owner else { return nil }
        return try await begin(instead: former) { try $0.passkeys.isKept(passkey) ? reader : nil }
    }

    /// - Parameters:
    ///   - former: the session that the browser had.
    ///   - reader: whose session begins.
    private func begin(
        instead former: Secret?, _ reader: @escaping @Sendable (Holdings) throws -> Int?
    ) async throws -> Secret? {
        let key = Secret(bits: SecretCookie.bits)
        let hasBegun = try await archive.write { holdings in
            guard let reader = try reader(holdings) else { return false }
            try holdings.readerSessions.insert(key.hash, of: reader)
            if let session = try former.flatMap({ try holdings.readerSessions.find($0.hash) }) {
                try holdings.readerSessions.end(session, others: false)
            }
            return true
        }
        return hasBegun ? key : nil
    }
}

import CCurl
package import Mail

/// The operator's relay, to which mails are handed over, many on one connection (SMTP, RFC 5321). It blocks, so it belongs to a thread of its own,
/// which hands over one mail at a time.
package final class MailRelay {
    /// What became of a mail.
    package enum Outcome: Equatable, Sendable {
        /// The relay took it, and answers for it from now on.
        case taken
        /// The relay refused it, for now (codes from 400) or for ever (from 500; RFC 5321, section 4.2.1), in its words.
        case refused(code: Int, reply: String)
        /// The relay takes no mails from us: it refused the connection or the log-in, in its words.
        case turnedAway(reply: String)
        /// The relay could not be reached, or did not go on; nothing was taken.
        case unreached(FetchError)
        /// The connection ended after the relay had asked for the text: whether it took the mail, nobody knows.
        case doubtful
        /// The text was not sent, since `before` did not want that.
        case withheld
    }

    /// Where the relay is, and how it knows us.
    package struct Settings: Sendable {
        /// `smtp://host:port`, which must offer STARTTLS if `isSecure`, or `smtps://host:port`.
        package var url: String
        /// The name by which we greet.
        package var greeting: String
        package var login: Login?
        /// Whether nothing is sent without TLS.
        package var isSecure: Bool
        /// A PEM file of certificates to trust instead of the system's.
        package var authorities: String?

        package init(
            url: String, greeting: String, login: Login? = nil, isSecure: Bool = true, authorities: String? = nil
        ) {
            (self.url, self.greeting, self.login) = (url, greeting, login)
            (self.isSecure, self.authorities) = (isSecure, authorities)
        }
    }

    /// A user's name and password.
    package struct Login: Sendable {
        var user: String
        var password: String

        package init(user: String, password: String) { (self.user, self.password) = (user, password) }
    }

    /// Milliseconds for a connection, for an answer and for a mail. A server may take ten minutes over the last answer (RFC 5321, section
    /// 4.5.3.2.6), and giving up earlier leaves a doubt.
    private static let (connectTime, answerTime, mailTime) = (30_000, 300_000, 660_000)

    private let settings: Settings
    private let curl: UnsafeMutableRawPointer?
    /// The refusal that the relay said last; nil if it went on after it.
    private var refusal: (code: Int, reply: String)?
    private var rest: ArraySlice<UInt8> = []
    private var before: (() -> Bool)?
    private var isAsked = false
    private var isWithheld = false

    package init(_ settings: Settings) {
        self.settings = settings
        curl = Engine.isReady ? curl_easy_init() : nil
    }

    /// Ends the connection.
    deinit { curl_easy_cleanup(curl) }

    /// Hands over a mail. The addresses are checked by their type: libcurl sends whatever it is given, line ends too.
    /// - Parameters:
    ///   - bytes: with line ends of CRLF.
    ///   - sender: who is told if it cannot be delivered.
    ///   - before: called once the relay has asked for the text. If it returns false, none is sent, and the mail is not taken.
    package func hand(
        over bytes: [UInt8], from sender: MailAddress, to reader: MailAddress, before: @escaping () -> Bool
    ) -> Outcome {
        (refusal, rest, isAsked, isWithheld) = (nil, bytes[...], false, false)
        self.before = before
        defer { self.before = nil }
        let readers = curl_slist_append(nil, "<\(reader)>")
        defer { curl_slist_free_all(readers) }
        guard let curl, set(curl, sender, readers) else { return .unreached(.malformed) }
        return outcome(curl_easy_perform(curl))
    }

    private func outcome(_ code: CURLcode) -> Outcome {
        if isWithheld { return .withheld }
        if code == CURLE_OK { return .taken }
        if let refusal {
            let isOurs = !isAsked && Self.early.contains(code)
            return isOurs ? .turnedAway(reply: refusal.reply) : .refused(code: refusal.code, reply: refusal.reply)
        }
        if isAsked { return .doubtful }
        return .unreached(Self.error(code))
    }

    /// What libcurl says of refusals before it names a sender: at the greeting, at EHLO, at the log-in.
    private static let early = [CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED, CURLE_LOGIN_DENIED]

    private static func error(_ code: CURLcode) -> FetchError {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .late
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED: .insecure
        case CURLE_URL_MALFORMAT: .malformed
        default: .broken
        }
    }

    private func set(
        _ curl: UnsafeMutableRawPointer, _ sender: MailAddress, _ readers: UnsafeMutablePointer<curl_slist>?
    ) -> Bool {
        // Keeps the connection, and forgets the last mail.
        curl_easy_reset(curl)
        var texts = [
            (CURLOPT_URL, settings.url + "/" + settings.greeting), (CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
            (CURLOPT_PROXY, ""),
            (CURLOPT_MAIL_FROM, "<\(sender)>"),
        ]
        if let login = settings.login { texts += [(CURLOPT_USERNAME, login.user), (CURLOPT_PASSWORD, login.password)] }
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        let security = settings.isSecure ? CURLUSESSL_ALL : CURLUSESSL_NONE
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_UPLOAD, 1), (CURLOPT_USE_SSL, Int(security.rawValue)),
            (CURLOPT_CONNECTTIMEOUT_MS, Self.connectTime), (CURLOPT_SERVER_RESPONSE_TIMEOUT, Self.answerTime / 1000),
            (CURLOPT_TIMEOUT_MS, Self.mailTime),
        ]
        let codes =
            texts.map { n4md_curl_set_pointer(curl, $0.0, $0.1) }
            + numbers.map { n4md_curl_set_number(curl, $0.0, $0.1) }
            + [n4md_curl_set_pointer(curl, CURLOPT_MAIL_RCPT, readers)] + callbacks(curl)
        return codes.allSatisfy { $0 == CURLE_OK }
    }

    private func callbacks(_ curl: UnsafeMutableRawPointer) -> [CURLcode] {
        let me = Unmanaged.passUnretained(self).toOpaque()
        return [CURLOPT_READDATA, CURLOPT_HEADERDATA].map { n4md_curl_set_pointer(curl, $0, me) } + [
            n4md_curl_set_writer(curl, CURLOPT_READFUNCTION) { bytes, size, count, me in
                let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return MailRelay.of(me)?.give(room) ?? Int(CURL_READFUNC_ABORT)
            },
            n4md_curl_set_writer(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                MailRelay.of(me)?.take(line)
                return line.count
            },
        ]
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MailRelay? {
        pointer.map { Unmanaged<MailRelay>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Gives the next piece of the text. libcurl asks for the first one when the relay has asked for the text.
    private func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
        if !isAsked {
            isAsked = true
            isWithheld = before?() == false
        }
        guard !isWithheld else { return Int(CURL_READFUNC_ABORT) }
        let piece = rest.prefix(room.count)
        room.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }

    /// The most characters of a reply that are kept.
    private static let replyLimit = 300

    /// Takes a line of the relay. Only printable ASCII of a refusal is kept: it is shown to operators.
    private func take(_ line: UnsafeRawBufferPointer) {
        let bytes = line.prefix(Self.replyLimit).map { (0x20...0x7E).contains($0) ? $0 : 0x20 }
        let reply = String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
        guard let code = Int(reply.prefix(3)) else { return }
        if code >= 400 {
            refusal = (code, reply)
        } else if code != Self.goodbye {
            refusal = nil
        }
    }

    /// The answer to `QUIT`, which libcurl says after a refusal (RFC 5321, section 4.1.1.10).
    private static let goodbye = 221
}

import CCurl

/// A folder of a mail server, read by IMAP (RFC 3501). It blocks, so it belongs to a thread of its own.
package final class Mailbox {
    /// Where the folder is, and how the server knows us.
    package struct Settings: Sendable {
        /// `imap://host:port`, which must offer STARTTLS if `isSecure`, or `imaps://host:port`.
        package var url: String
        package var folder: String
        package var login: MailRelay.Login
        /// Whether nothing is sent without TLS.
        package var isSecure: Bool
        /// Server, user and folder, without the password.
        package var name: String { "\(url)/\(login.user)/\(folder)" }

        package init(url: String, folder: String, login: MailRelay.Login, isSecure: Bool = true) {
            (self.url, self.folder, self.login, self.isSecure) = (url, folder, login, isSecure)
        }
    }

    /// Up to where a folder was read. Numbers (UIDs, RFC 3501, section 2.3.1.1) only rise as long as the validity is the same.
    package struct Position: Sendable, Equatable {
        package var validity: Int
        /// The first number that was not read.
        package var next: Int

        package init(validity: Int, next: Int) { (self.validity, self.next) = (validity, next) }
    }

    /// Milliseconds for a connection and for a command.
    private static let (connectTime, time) = (30_000, 120_000)
    /// The most bytes of a mail that are read: the report comes before the mail that it is about.
    private static let mailLimit = 500_000

    private let settings: Settings
    private let curl: UnsafeMutableRawPointer?
    private var answer: [UInt8] = []

    package init(_ settings: Settings) {
        self.settings = settings
        curl = Engine.isReady ? curl_easy_init() : nil
    }

    /// Ends the connection.
    deinit { curl_easy_cleanup(curl) }

    /// Where the folder ends now.
    package func end() throws(FetchError) -> Position {
        let words = try run("STATUS \(quotedFolder) (UIDVALIDITY UIDNEXT)").split { " ()\r\n".contains($0) }
        func number(_ name: Substring) -> Int? {
            words.firstIndex(of: name).flatMap { Int(words.dropFirst($0 + 1).first ?? "") }
        }
        guard let validity = number("UIDVALIDITY"), let next = number("UIDNEXT") else { throw .broken }
        return Position(validity: validity, next: next)
    }

    /// The numbers of mails from one on, ascending.
    package func numbers(from first: Int) throws(FetchError) -> [Int] {
        // The range always has the last mail, too.
        let found = try run("UID SEARCH UID \(first):*", in: quotedPath).split { " \r\n".contains($0) }.compactMap {
            Int($0)
        }
        return found.filter { $0 >= first }.sorted()
    }

    /// The beginning of a mail, which this marks as seen; nil if it is gone.
    package func mail(_ number: Int) throws(FetchError) -> [UInt8]? {
        do throws(FetchError) {
            _ = try run(nil, in: quotedPath + "/;UID=\(number)")
        } catch .missing {
            return nil
        }
        return answer
    }

    /// Marks a mail as not seen.
    package func forget(_ number: Int) throws(FetchError) {
        _ = try run("UID STORE \(number) -FLAGS.SILENT (\\Seen)", in: quotedPath)
    }

    /// As a quoted string (RFC 3501, section 4.3): the settings have no characters that would end it.
    private var quotedFolder: String { "\"\(settings.folder)\"" }
    private var quotedPath: String {
        "/"
            + (curl_easy_escape(curl, settings.folder, 0).map { text in
                defer { curl_free(text) }
                return String(cString: text)
            } ?? "")
    }

    /// Runs a command, or fetches what the path names.
    private func run(_ command: String?, in path: String = "") throws(FetchError) -> String {
        answer = []
        guard let curl else { throw .malformed }
        curl_easy_reset(curl)
        var texts = [
            (CURLOPT_URL, settings.url + path), (CURLOPT_PROTOCOLS_STR, "imap,imaps"), (CURLOPT_PROXY, ""),
            (CURLOPT_USERNAME, settings.login.user), (CURLOPT_PASSWORD, settings.login.password),
        ]
        if let command { texts.append((CURLOPT_CUSTOMREQUEST, command)) }
        let security = settings.isSecure ? CURLUSESSL_ALL : CURLUSESSL_NONE
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_USE_SSL, Int(security.rawValue)),
            (CURLOPT_CONNECTTIMEOUT_MS, Self.connectTime), (CURLOPT_TIMEOUT_MS, Self.time),
        ]
        let me = Unmanaged.passUnretained(self).toOpaque()
        let codes =
            texts.map { n4md_curl_set_pointer(curl, $0.0, $0.1) }
            + numbers.map { n4md_curl_set_number(curl, $0.0, $0.1) }
            + [
                n4md_curl_set_pointer(curl, CURLOPT_WRITEDATA, me),
                n4md_curl_set_writer(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
                    guard let me else { return 0 }
                    let box = Unmanaged<Mailbox>.fromOpaque(me).takeUnretainedValue()
                    return box.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
                },
            ]
        guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw .malformed }
        let code = curl_easy_perform(curl)
        if let error = Self.error(code) { throw error }
        return command == nil ? "" : String(decoding: answer, as: UTF8.self)
    }

    /// Keeps the beginning, and takes the rest so that the connection can go on.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        answer += bytes.prefix(max(0, Self.mailLimit - answer.count))
        return bytes.count
    }

    private static func error(_ code: CURLcode) -> FetchError? {
        switch code {
        case CURLE_OK: nil
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .late
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED: .insecure
        case CURLE_LOGIN_DENIED: .loginRefused
        case CURLE_REMOTE_FILE_NOT_FOUND, CURLE_REMOTE_ACCESS_DENIED: .missing
        case CURLE_URL_MALFORMAT: .malformed
        default: .broken
        }
    }
}

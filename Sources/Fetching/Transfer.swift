import CCurl
import Glibc

/// One request and its answer, on one thread. libcurl calls back into it while `run` lasts.
final class Transfer {
    private let request: FetchRequest
    private let deadline: ContinuousClock.Instant
    fileprivate let isCancelled: () -> Bool
    fileprivate let mayReach: (String) -> Bool
    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var isCut = false
    private var refused: String?
    /// Of all answers together, where redirects are followed.
    private static let headerLimit = 65_536
    private static let redirectLimit = 5
    /// Once a process, before any handle is made.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(
        _ request: FetchRequest, until deadline: ContinuousClock.Instant, isCancelled: @escaping () -> Bool,
        mayReach: @escaping (String) -> Bool
    ) {
        self.request = request
        self.deadline = deadline
        self.isCancelled = isCancelled
        self.mayReach = mayReach
    }

    /// - Throws: `FetchError`.
    func run() throws(FetchError) -> FetchAnswer {
        guard request.isPlain else { throw .malformed }
        let left = Int(ContinuousClock.now.duration(to: deadline) / .milliseconds(1))
        guard left > 0 else { throw .late }
        guard Self.isReady, let curl = curl_easy_init() else { throw .busy }
        defer { curl_easy_cleanup(curl) }
        var fields: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(fields) }
        // Without a pause for "100 Continue" before a body.
        for line in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
            guard let longer = curl_slist_append(fields, line) else { throw .busy }
            fields = longer
        }
        let settings = settings(curl, milliseconds: left) + [n4md_curl_set_pointer(curl, CURLOPT_HTTPHEADER, fields)]
        // A libcurl that does not know one of the limits is not used without it.
        guard settings.allSatisfy({ $0 == CURLE_OK }) else { throw .malformed }
        let code = withExtendedLifetime(self) { perform(curl) }
        if code == CURLE_OK || isCut {
            return FetchAnswer(
                status: n4md_curl_status(curl), headers: headers, body: body, isCut: isCut,
                url: n4md_curl_url(curl).map { String(cString: $0) } ?? request.url)
        }
        throw error(code)
    }

    private func settings(_ curl: UnsafeMutableRawPointer, milliseconds: Int) -> [CURLcode] {
        let texts = [
            (CURLOPT_URL, request.url), (CURLOPT_USERAGENT, "N4MD"),
            (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"),
            // Not what the environment says either: a proxy would connect to whatever it is asked for.
            (CURLOPT_PROXY, ""),
        ]
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, milliseconds), (CURLOPT_CONNECTTIMEOUT_MS, milliseconds),
            // A name server that does not answer holds up no thread of ours beyond the deadline.
            (CURLOPT_QUICK_EXIT, 1), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_FORBID_REUSE, 1),
            (CURLOPT_MAXREDIRS, Self.redirectLimit), (CURLOPT_NOPROGRESS, 0),
        ]
        let me = Unmanaged.passUnretained(self).toOpaque()
        let data = [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA]
        return texts.map { n4md_curl_set_pointer(curl, $0.0, $0.1) }
            + numbers.map { n4md_curl_set_number(curl, $0.0, $0.1) }
            + data.map { n4md_curl_set_pointer(curl, $0, me) } + callbacks(curl)
    }

    private func callbacks(_ curl: UnsafeMutableRawPointer) -> [CURLcode] {
        [
            n4md_curl_set_writer(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return Transfer.of(me)?.take(bytes) == true ? bytes.count : 0
            },
            n4md_curl_set_writer(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
                let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return Transfer.of(me)?.takeHeader(line) == true ? line.count : 0
            },
            n4md_curl_set_opener(curl) { me, _, address in
                address.flatMap { Transfer.of(me)?.open($0) } ?? CURL_SOCKET_BAD
            },
            n4md_curl_set_progress(curl) { me, _, _, _, _ in Transfer.of(me)?.isCancelled() == false ? 0 : 1 },
        ]
    }

    private func perform(_ curl: UnsafeMutableRawPointer) -> CURLcode {
        switch request.method {
        case .head: n4md_curl_set_number(curl, CURLOPT_NOBODY, 1)
        case .get: break
        case .post(let bytes):
            n4md_curl_set_number(curl, CURLOPT_POSTFIELDSIZE, bytes.count)
            return bytes.withUnsafeBytes { bytes in
                n4md_curl_set_number(curl, CURLOPT_POST, 1)
                n4md_curl_set_pointer(curl, CURLOPT_POSTFIELDS, bytes.baseAddress)
                return curl_easy_perform(curl)
            }
        }
        n4md_curl_set_number(curl, CURLOPT_FOLLOWLOCATION, 1)
        return curl_easy_perform(curl)
    }

    private func error(_ code: CURLcode) -> FetchError {
        if isCancelled() { return .cancelled }
        if let refused { return .forbidden(address: refused) }
        if headerBytes > Self.headerLimit { return .longHeaders }
        return switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED: .malformed
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .late
        case CURLE_TOO_MANY_REDIRECTS: .redirects
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION: .insecure
        default: .broken
        }
    }
}

// What libcurl calls, on the thread of `run`.
extension Transfer {
    fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
        pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps what there is room for. libcurl's own limits count the bytes that are announced, not those that come.
    fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = request.bytes - body.count
        body += bytes.prefix(max(0, room))
        isCut = bytes.count > room
        return !isCut
    }

    fileprivate func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.headerLimit else { return false }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            headers = []
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].split { $0.isWhitespace }.joined(separator: " ")
            headers.append((text[..<colon].lowercased(), value))
        }
        return true
    }

    /// A socket for an address that may be reached. It is made for this very address: what the name resolves to later does not matter.
    fileprivate func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let text = Self.text(n4md_curl_address(address)), mayReach(text) else {
            refused = Self.text(n4md_curl_address(address)) ?? "of another kind"
            return CURL_SOCKET_BAD
        }
        refused = nil
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// An address of either version as text; nil for any other.
    private static func text(_ address: UnsafePointer<sockaddr>?) -> String? {
        guard let address else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let raw = UnsafeRawPointer(address)
        let written =
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                withUnsafePointer(to: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) {
                    inet_ntop(AF_INET, $0, &text, socklen_t(text.count)) != nil
                }
            case AF_INET6:
                withUnsafePointer(to: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
                    inet_ntop(AF_INET6, $0, &text, socklen_t(text.count)) != nil
                }
            default: false
            }
        return written ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}

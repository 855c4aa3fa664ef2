import CCurl

/// One transfer on its way: a request, and one more for each redirect. libcurl calls back into it on the engine's thread.
final class Transfer {
    let queued: QueuedTransfer
    private let rules: Engine.Rules
    /// The address that is requested now.
    private(set) var target: Target
    /// The handle of the request in progress.
    private(set) var curl: UnsafeMutableRawPointer?
    private var fields: UnsafeMutablePointer<curl_slist>?

    // The state that libcurl's calls (`Transfer+Callbacks.swift`) leave here.
    var answer: FetchAnswer
    /// The redirect target of the answer, if it is to be followed.
    var next: Target?
    /// Whether all headers have arrived: those of the last answer, apart from interim ones (1xx).
    var isHeadWhole = false
    /// The bytes in the headers of all answers, and the lines in those of this one.
    var headerBytes = 0
    var headerLines = 0
    /// The bytes of this body that have been taken.
    var taken = 0
    /// The error with which one of our callbacks ended it.
    var fault: (any Error)?
    /// An address that must not be reached; it counts only if no other was tried.
    var refused: String?
    var hasSocket = false
    /// Whether a thread of libcurl is looking up the name.
    var isLookingUp = false
    /// How often the request was begun anew because its connection had ended.
    private var repeats = 0

    private static let (redirectLimit, repeatLimit) = (5, 3)

    /// - Throws: `FetchError.malformed`.
    init(_ queued: QueuedTransfer, _ rules: Engine.Rules) throws(FetchError) {
        guard queued.request.hasPlainHeaders, let target = Target(queued.request.url) else { throw .malformed }
        (self.queued, self.rules, self.target) = (queued, rules, target)
        answer = FetchAnswer(url: target.url)
    }

    var request: FetchRequest { queued.request }

    func mayReach(_ address: String) -> Bool { rules.mayReach(address) }

    /// Creates the handle for the current request, which `end` releases.
    func begin() throws(FetchError) -> UnsafeMutableRawPointer {
        let left = Int(min(ContinuousClock.now.duration(to: queued.deadline), .seconds(86_400)) / .milliseconds(1))
        guard left > 0 else { throw .late }
        guard let curl = curl_easy_init() else { throw .busy }
        self.curl = curl
        // No pause for "100 Continue" before a body.
        for line in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
            guard let longer = curl_slist_append(fields, line) else { throw .busy }
            fields = longer
        }
        // A libcurl that does not know one of the limits must not be used without it.
        guard (settings(curl, milliseconds: left) + callbacks(curl)).allSatisfy({ $0 == CURLE_OK }) else {
            throw .malformed
        }
        return curl
    }

    /// Releases the handle, which no longer belongs to a multi handle.
    func end() {
        if let curl { curl_easy_cleanup(curl) }
        curl_slist_free_all(fields)
        (curl, fields, isLookingUp) = (nil, nil, false)
    }

    /// Moves on to the target of the redirect; if there is none, to the same one once more.
    func goOn() {
        var redirects = answer.redirects
        if let next {
            redirects.append(.init(url: target.url, status: answer.status, target: next.url))
            target = next
        } else {
            repeats += 1
        }
        answer = FetchAnswer(url: target.url)
        answer.redirects = redirects
        next = nil
        (isHeadWhole, headerLines, taken, refused, hasSocket) = (false, 0, 0, nil, false)
    }

    /// The outcome of a request: nil if another is to follow.
    func outcome(_ code: CURLcode) -> Result<FetchAnswer?, any Error> {
        if code == CURLE_COULDNT_RESOLVE_HOST { isLookingUp = false }
        if let fault { return .failure(fault) }
        guard code == CURLE_OK && isHeadWhole || answer.isCut || isAnswered else {
            return isUnanswered(code) ? .success(nil) : .failure(error(code))
        }
        guard let next else { return .success(answer) }
        let been = answer.redirects.map(\.url) + [target.url]
        return been.count > Self.redirectLimit || been.contains(next.url)
            ? .failure(FetchError.redirects) : .success(nil)
    }

    /// Whether a `post` on a shared connection has its status, which is all that is certain of an answer that libcurl calls an error:
    /// - The other side may answer and then end the stream without reading all of the body (RFC 9113, section 8.1).
    /// - libcurl 7.88 may then miss the end of the stream, and wait for it until it is late.
    private var isAnswered: Bool {
        guard case .post = request.method else { return false }
        return rules.shared != nil && isHeadWhole && queued.receive == nil
    }

    /// Whether a shared connection ended without an answer, and the request is worth another try. A server that takes so many requests
    /// on a connection refuses those after them (GOAWAY; RFC 9113, section 6.8), and libcurl begins these anew only five times. One that
    /// was looked at may then come twice, which whoever shares connections has agreed to.
    private func isUnanswered(_ code: CURLcode) -> Bool {
        let ends = [CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM]
        return rules.shared != nil && !isHeadWhole && ends.contains(code) && repeats < Self.repeatLimit
    }

    private func error(_ code: CURLcode) -> FetchError {
        if let refused, !hasSocket { return .forbidden(address: refused) }
        return switch code {
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .malformed
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .late
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION: .insecure
        case CURLE_BAD_CONTENT_ENCODING: .encoding
        // libcurl's way of saying that a single header has more than 100 kB.
        case CURLE_OUT_OF_MEMORY where hasSocket && !isHeadWhole: .longHeaders
        default: .broken
        }
    }

    private func settings(_ curl: UnsafeMutableRawPointer, milliseconds: Int) -> [CURLcode] {
        var texts = [
            (CURLOPT_URL, target.url), (CURLOPT_USERAGENT, rules.agent), (CURLOPT_PROTOCOLS_STR, "http,https"),
            // No proxy, not even from the environment: it would connect to whatever it is asked for.
            (CURLOPT_PROXY, ""),
        ]
        if let authorities = rules.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        if request.isDecompressed { texts.append((CURLOPT_ACCEPT_ENCODING, Self.codings.joined(separator: ", "))) }
        var numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, milliseconds),
            (CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, Int(request.connectTime / .milliseconds(1)))),
            // A name server that does not answer delays nothing beyond the deadline.
            (CURLOPT_QUICK_EXIT, 1), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1), (CURLOPT_NOPROGRESS, 0),
        ]
        if rules.shared == nil {
            // HTTP/2 gains nothing for one request at a time.
            numbers.append((CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1))
        } else {
            // Rather wait for a connection that many can share than make another.
            numbers += [(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS), (CURLOPT_PIPEWAIT, 1)]
        }
        if let stall = request.stall {
            numbers += [(CURLOPT_LOW_SPEED_LIMIT, 100), (CURLOPT_LOW_SPEED_TIME, max(1, Int(stall / .seconds(1))))]
        }
        return texts.map { n4md_curl_set_pointer(curl, $0.0, $0.1) }
            + (numbers + method).map { n4md_curl_set_number(curl, $0.0, $0.1) } + body(curl)
            + [n4md_curl_set_pointer(curl, CURLOPT_HTTPHEADER, fields)]
    }

    /// The method of the request. A `post`, which changes something at the server, uses a connection of its
    /// own, unless its sender does not mind that it may come twice: on a kept one that breaks, libcurl sends it again.
    private var method: [(CURLoption, Int)] {
        switch request.method {
        case .head: [(CURLOPT_NOBODY, 1)]
        case .get: []
        case .post(let bytes):
            [(CURLOPT_POST, 1), (CURLOPT_POSTFIELDSIZE, bytes.count)]
                + (rules.shared == nil ? [(CURLOPT_FRESH_CONNECT, 1), (CURLOPT_FORBID_REUSE, 1)] : [])
        }
    }

    private func body(_ curl: UnsafeMutableRawPointer) -> [CURLcode] {
        guard case .post(let bytes) = request.method else { return [] }
        // A copy of exactly that many bytes.
        return bytes.isEmpty
            ? [n4md_curl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, "")]
            : [bytes.withUnsafeBytes { n4md_curl_set_pointer(curl, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }]
    }
}

import CCurl
import Glibc

// The functions that libcurl calls, on the engine's thread.
extension Transfer {
    /// The codings that are asked for. libcurl knows others, one of which may take 128 MB of memory.
    static let codings = ["gzip", "deflate", "br"]
    /// The most bytes in the headers of all answers together, and the most lines in those of one.
    private static let headerLimit = 65_536
    private static let lineLimit = 256
    /// The most bytes of a redirect's body that are skipped, so that the connection can be kept.
    private static let passedLimit = 65_536

    func callbacks(_ curl: UnsafeMutableRawPointer) -> [CURLcode] {
        let me = Unmanaged.passUnretained(self).toOpaque()
        let data = [
            CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA,
            CURLOPT_RESOLVER_START_DATA,
        ]
        return data.map { n4md_curl_set_pointer(curl, $0, me) } + [
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
            n4md_curl_set_progress(curl) { me, _, received, _, _ in Transfer.of(me)?.mayGoOn(received) == true ? 0 : 1
            },
            n4md_curl_set_resolver_start(curl) { _, _, me in
                Transfer.of(me)?.isLookingUp = true
                return 0
            },
        ]
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
        pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Ends the transfer.
    private func refuse(_ error: any Error) -> Bool {
        fault = error
        return false
    }

    /// Takes a piece of the body, decompressed. libcurl's own limits count the bytes that are announced, not
    /// those that arrive.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isHeadWhole else { return refuse(FetchError.broken) }
        taken += bytes.count
        if next != nil {
            answer.isCut = taken > Self.passedLimit
            return !answer.isCut
        }
        guard let receive = queued.receive else {
            answer.body += bytes.prefix(max(0, request.bytes - answer.body.count))
            answer.isCut = taken > request.bytes
            return !answer.isCut
        }
        guard taken <= request.bytes else { return refuse(FetchError.tooLong) }
        do {
            try receive(answer, bytes)
            return true
        } catch {
            return refuse(error)
        }
    }

    /// Whether this many bytes of the body, still compressed, may have arrived: compressed nothing could go on
    /// for ever. The framing of chunks does not count; a body of nothing else is one that stalls.
    private func mayGoOn(_ received: curl_off_t) -> Bool {
        received <= request.bytes + Self.passedLimit || refuse(FetchError.tooLong)
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        headerLines += 1
        guard headerBytes <= Self.headerLimit, headerLines <= Self.lineLimit else {
            return refuse(FetchError.longHeaders)
        }
        // Trailers are skipped.
        guard !isHeadWhole else { return true }
        let text = String(decoding: line, as: UTF8.self)
        let words = text.split { $0.isWhitespace }
        guard !words.isEmpty else { return endHead() }
        if text.hasPrefix("HTTP/") {
            answer.headers = []
        } else if text.first?.isWhitespace == true, let last = answer.headers.indices.last {
            // A continuation line (RFC 9112, section 5.2).
            answer.headers[last].value += " " + words.joined(separator: " ")
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].split { $0.isWhitespace }.joined(separator: " ")
            answer.headers.append((text[..<colon].lowercased(), value))
        }
        return true
    }

    /// Handles the empty line after the headers.
    private func endHead() -> Bool {
        answer.status = n4md_curl_status(curl)
        guard answer.status >= 200 else { return true }
        isHeadWhole = true
        if request.isDecompressed {
            let used = answer.headers.filter { $0.name == "content-encoding" }
                .flatMap { $0.value.lowercased().split { ", ".contains($0) } }.filter { $0 != "identity" }
            // More than one could turn very little into an endless nothing.
            guard used.count <= 1, used.allSatisfy({ (Self.codings + ["x-gzip"]).contains(String($0)) }) else {
                return refuse(FetchError.encoding)
            }
        }
        guard [301, 302, 303, 307, 308].contains(answer.status), let place = answer.header("location") else {
            return true
        }
        guard isFollowed else { return true }
        next = Target(place, from: target)
        return next != nil || refuse(FetchError.malformed)
    }

    private var isFollowed: Bool {
        if case .post = request.method { return request.repeatsPost && [307, 308].contains(answer.status) }
        return request.followsRedirects
    }

    /// Creates a socket for an address that may be reached. It is made for this very address: what the name
    /// resolves to later does not matter.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        isLookingUp = false
        guard let text = Self.text(n4md_curl_address(address)), mayReach(text) else {
            refused = Self.text(n4md_curl_address(address)) ?? "of another kind"
            return CURL_SOCKET_BAD
        }
        hasSocket = true
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

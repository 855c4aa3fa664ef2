/// One request to another server, with what its answer may cost.
package struct FetchRequest: Sendable {
    /// The kind of request. Redirects of `head` and `get` are followed, at most five, unless that is not
    /// wanted.
    package enum Method: Sendable, Equatable {
        case head
        case get
        case post([UInt8])
    }

    /// An http or https address without a name and password.
    package var url: String
    /// The method.
    package var method: Method
    /// Names and values, sent to every server that a redirect leads to: nothing in them may be meant for one
    /// alone.
    package var headers: [(name: String, value: String)]
    /// The time from the call to the last byte of the answer, including the queue and all redirects; at most a
    /// day.
    package var time: Duration
    /// The time until there is a connection, including the look-up of the name.
    package var connectTime: Duration = .seconds(10)
    /// How long the answer may come at less than 100 bytes a second, in whole seconds; nil for as long as
    /// there is time.
    package var stall: Duration?
    /// The most bytes of the answer's body, decompressed if that is wanted.
    package var bytes: Int
    /// Whether gzip, deflate and brotli are asked for, and decoded. Otherwise the body stays as received.
    package var isDecompressed = false
    /// Whether redirects of `head` and `get` are followed; otherwise they are the answer.
    package var followsRedirects = true
    /// Whether a `post` is repeated where a 307 or 308 leads (RFC 9110, sections 15.4.8 and 15.4.9); otherwise
    /// these are the answer.
    package var repeatsPost = false

    /// A request.
    package init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], time: Duration = .seconds(20),
        bytes: Int = 65_536
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.time = time
        self.bytes = bytes
    }

    /// Whether nothing in a header could end its line early.
    var hasPlainHeaders: Bool {
        headers.allSatisfy { !$0.name.isEmpty && !$0.name.contains(":") && $0.name.isPlain && $0.value.isPlain }
    }
}

extension String {
    /// Whether it has no control characters.
    var isPlain: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

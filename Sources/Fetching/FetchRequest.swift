/// One request to another server, with what its answer may cost.
package struct FetchRequest: Sendable {
    /// What is asked. Redirects are followed for `head` and `get`, at most five, unless that is not wished.
    package enum Method: Sendable, Equatable {
        case head
        case get
        case post([UInt8])
    }

    /// An http or https address without a name and password.
    package var url: String
    /// What is asked.
    package var method: Method
    /// Names and values, sent to every server that a redirect leads to: nothing that is only for one.
    package var headers: [(name: String, value: String)]
    /// From the call to the last byte of the answer, the time in the queue and all redirects included; a day at most.
    package var time: Duration
    /// Until there is a connection, the look-up of the name included.
    package var connectTime: Duration = .seconds(10)
    /// For so long the answer may come at less than 100 bytes a second, in whole seconds; nil: as long as there is time.
    package var stall: Duration?
    /// Bytes of the answer's body, decompressed where that is wished.
    package var bytes: Int
    /// Whether gzip, deflate and brotli are asked for, and undone. Else the body stays as it comes.
    package var isDecompressed = false
    /// Whether redirects of `head` and `get` are followed; else they are the answer.
    package var followsRedirects = true
    /// Whether a `post` is made again where 307 or 308 lead (RFC 9110, sections 15.4.8 and 15.4.9); else these are the answer.
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

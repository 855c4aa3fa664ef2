/// One request to another server, with what its answer may cost.
public struct FetchRequest: Sendable {
    /// What is asked. Redirects are followed for `head` and `get`, at most five.
    public enum Method: Sendable, Equatable {
        case head
        case get
        case post([UInt8])
    }

    /// An http or https address without a name and password.
    public var url: String
    /// What is asked.
    public var method: Method
    /// Names and values, sent to every server that a redirect leads to: nothing that is only for one.
    public var headers: [(name: String, value: String)]
    /// From the call to the last byte of the answer.
    public var time: Duration
    /// Bytes of the answer's body that are kept; what follows is not read.
    public var bytes: Int

    /// A request.
    public init(
        _ method: Method, _ url: String, headers: [(name: String, value: String)] = [], time: Duration = .seconds(20),
        bytes: Int = 65_536
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.time = time
        self.bytes = bytes
    }

    /// Whether it names its scheme, which libcurl would else guess, and nothing in it could end a line of the request early.
    var isPlain: Bool {
        let (scheme, texts) = (url.prefix(8).lowercased(), [url] + headers.flatMap { [$0.name, $0.value] })
        return (scheme.hasPrefix("http://") || scheme.hasPrefix("https://"))
            && texts.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
            && headers.allSatisfy { !$0.name.isEmpty && !$0.name.contains(":") }
    }
}

/// What another server answered.
public struct FetchAnswer: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names in lower case, and values, of the last answer where redirects were followed.
    public var headers: [(name: String, value: String)]
    /// As it came, never decompressed.
    public var body: [UInt8]
    /// Whether the body was longer than was kept.
    public var isCut: Bool
    /// Where redirects led.
    public var url: String

    /// The first value of a header, by its name in lower case.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

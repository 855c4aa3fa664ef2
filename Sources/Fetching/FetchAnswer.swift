/// The answer of another server.
package struct FetchAnswer: Sendable {
    /// A redirect that was followed.
    package struct Redirect: Sendable, Equatable {
        /// The address that was requested.
        package var url: String
        /// 301, 302, 303, 307 or 308.
        package var status: Int
        /// The address to which it led.
        package var target: String

        /// Whether the old address should not be asked again (RFC 9110, sections 15.4.2 and 15.4.9).
        package var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// The HTTP status.
    package var status = 0
    /// The names, in lower case, and values; those of the last answer if redirects were followed.
    package var headers: [(name: String, value: String)] = []
    /// The body as received, decompressed only if the request asked for that.
    package var body: [UInt8] = []
    /// Whether the body was longer than what was kept.
    package var isCut = false
    /// The address to which redirects led.
    package var url: String
    /// The redirects on the way, in order.
    package var redirects: [Redirect] = []

    /// Creates an answer that is still empty.
    init(url: String) { self.url = url }

    /// The first value of a header, by its name in lower case.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The address to ask from now on: where permanent redirects alone led from the requested one. Nil if that
    /// one is still good.
    package var movedTo: String? { redirects.prefix(while: \.isPermanent).last?.target }
}

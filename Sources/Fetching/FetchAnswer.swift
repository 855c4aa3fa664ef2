/// What another server answered.
package struct FetchAnswer: Sendable {
    /// A redirect that was followed.
    package struct Redirect: Sendable, Equatable {
        /// The address that was asked.
        package var url: String
        /// 301, 302, 303, 307 or 308.
        package var status: Int
        /// Where it led.
        package var target: String

        /// Whether the old address should not be asked again (RFC 9110, sections 15.4.2 and 15.4.9).
        package var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// The HTTP status.
    package var status = 0
    /// Names in lower case, and values, of the last answer where redirects were followed.
    package var headers: [(name: String, value: String)] = []
    /// As it came, decompressed only where the request wished that.
    package var body: [UInt8] = []
    /// Whether the body was longer than was kept.
    package var isCut = false
    /// Where redirects led.
    package var url: String
    /// The redirects on the way, in their order.
    package var redirects: [Redirect] = []

    /// An answer without anything yet.
    init(url: String) { self.url = url }

    /// The first value of a header, by its name in lower case.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The address to ask from now on: where permanent redirects alone led from the one that was asked. Nil where that one is still good.
    package var movedTo: String? { redirects.prefix(while: \.isPermanent).last?.target }
}

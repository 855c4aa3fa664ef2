import HTTPTypes
import Web

extension PushRoutes {
    /// All addresses, for a newspaper without push.
    static let all: [(method: HTTPRequest.Method, path: String)] = [
        (.get, "/push/key"), (.post, "/push/subscriptions"), (.get, "/push/subscriptions/{id}"),
        (.put, "/push/subscriptions/{id}"), (.delete, "/push/subscriptions/{id}"), (.post, "/push/receipts"),
    ]

    /// The answer of all of them.
    static let isOff = Problem(
        .notFound, "Push is not set up for this newspaper. Its operator can set it up with N4MD_PUSH_CONTACT.")
}

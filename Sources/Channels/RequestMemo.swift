import Documents
import HTTPTypes
import News
import Synchronization
import Web

/// Caches the meaning of requests by their exact text, so that a device that asks again is understood at
/// once.
package final class RequestMemo: Sendable {
    /// Everything in a request that its meaning depends on.
    struct Key: Hashable, Sendable {
        let path: String
        let hints: [String]
        let body: [UInt8]
        let origin: Origin
        let clock: PolicyClock

        /// - Parameters:
        ///   - below: the reader's settings.
        ///   - fields: the header fields, their names in lower case.
        init(
            path: String, below: [(name: String, value: String)] = [],
            fields: some Sequence<(name: String, value: String)>, body: [UInt8] = [], origin: Origin,
            clock: PolicyClock
        ) {
            self.path = path
            var hints = below.flatMap { [$0.name, $0.value] }
            for field in fields where Self.names.contains(field.name) {
                hints.append(field.name)
                hints.append(field.value)
            }
            self.hints = hints
            self.body = body
            self.origin = origin
            self.clock = clock
        }

        private static let names = Set(ContextHints.names + ["accept-encoding", "content-type"])

        /// The size in bytes; longer requests are not worth caching.
        var size: Int { path.utf8.count + body.count + hints.reduce(0) { $0 + $1.utf8.count } }
    }

    /// A request that was understood, and the key of the document that answers it.
    package final class Entry: Sendable {
        package let wanted: ChannelRequest
        let key: ChannelKey
        /// The names of the fields that were ignored.
        package let ignored: String?
        /// The header fields about this request, besides the document's own.
        let notes: HTTPFields
        /// The approximate size in bytes, including its key.
        let size: Int

        init(_ wanted: ChannelRequest, of request: Key) {
            self.wanted = wanted
            size = 2 * request.size + 200 * wanted.faults.count + 2000
            key = wanted.key
            ignored = wanted.ignored
            var notes: HTTPFields = [.nReasons: wanted.rules]
            notes[.nIgnored] = wanted.ignored
            self.notes = notes
        }
    }

    private let known = Mutex(ClockCache<Key, Entry>(limit: byteLimit, costOf: \.size))
    private static let byteLimit = 8_000_000
    private static let keyLimit = 4096

    subscript(key: Key) -> Entry? {
        get { known.withLock { $0.value(key) } }
        set {
            guard let newValue, key.size <= Self.keyLimit else { return }
            known.withLock { $0.insert(newValue, key) }
        }
    }
}

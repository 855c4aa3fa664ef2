import News
import Synchronization

/// Remembers what requests come down to, by their very text: a device that asks again is understood at once.
final class RequestMemo: Sendable {
    /// All of a request that its meaning depends on.
    struct Key: Hashable, Sendable {
        let path: String
        let hints: [String]
        let body: [UInt8]
        let origin: Origin
        let circumstances: Circumstances

        /// - Parameter fields: the header fields, their names in lower case.
        init(
            path: String, fields: some Sequence<(name: String, value: String)>, body: [UInt8] = [], origin: Origin,
            circumstances: Circumstances
        ) {
            self.path = path
            var hints: [String] = []
            for field in fields where Self.names.contains(field.name) {
                hints.append(field.name)
                hints.append(field.value)
            }
            self.hints = hints
            self.body = body
            self.origin = origin
            self.circumstances = circumstances
        }

        private static let names = Set(ContextHints.names + ["accept-encoding", "content-type"])

        /// Bytes that it takes; longer ones are not worth remembering.
        var size: Int { path.utf8.count + body.count + hints.reduce(0) { $0 + $1.utf8.count } }
    }

    /// A request that was understood, and the name of the document that answers it.
    final class Entry: Sendable {
        let wanted: ChannelRequest
        let key: DocumentKey
        /// The names of the fields that were ignored.
        let ignored: String?

        init(_ wanted: ChannelRequest) {
            self.wanted = wanted
            key = wanted.key
            ignored = wanted.ignored
        }
    }

    private let known = Mutex<[Key: Entry]>([:])
    /// How many are remembered before all are forgotten: some megabytes.
    private static let limit = 4096
    private static let sizeLimit = 4096

    subscript(key: Key) -> Entry? {
        get { known.withLock { $0[key] } }
        set {
            guard let newValue, key.size <= Self.sizeLimit else { return }
            known.withLock { known in
                if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
                known[key] = newValue
            }
        }
    }
}

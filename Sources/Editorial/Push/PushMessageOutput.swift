package import Archive
package import Foundation
import News
import Syndication

/// A message to readers' devices as the API returns it.
struct PushMessageOutput: Encodable {
    struct Count: Encodable {
        var deviceClass: String
        var what: String
        var devices: Int

        enum CodingKeys: String, CodingKey { case deviceClass = "class", what, devices }
    }

    var id: Int
    var article: Int
    var headline: String
    var audience: [String]
    var text: String
    /// `single`, `series`, `correction` or `removal`.
    var kind: String
    var urgent: Bool
    var tag: String
    var at: String
    var expiresAt: String
    /// `open`, `spread` or `cancelled`.
    var state: String
    var createdAt: String
    var editor: String?
    /// Devices that it is still on its way to; only of a single message.
    var waiting: Int?
    /// Only of a single message.
    var counts: [Count]?

    init(_ message: ReaderMessage, isWhole: Bool) {
        (id, article, headline) = (message.id, message.article, message.headline)
        (audience, text, tag) = (message.audience, message.text, message.tag)
        kind = message.kind != .story ? message.kind.rawValue : message.isSeries ? "series" : "single"
        (urgent, state, editor) = (message.isUrgent, message.state.rawValue, message.maker)
        at = RFC822.iso8601(message.sendAt)
        expiresAt = RFC822.iso8601(message.expiresAt)
        createdAt = RFC822.iso8601(message.createdAt)
        guard isWhole else { return }
        waiting = message.waiting
        counts = message.counts.map { Count(deviceClass: $0.deviceClass, what: $0.what, devices: $0.devices) }
    }
}

struct PushMessageList: Encodable {
    var messages: [PushMessageOutput]
}

/// What would become of a message, before it is sent: how many devices get it now, later, not at all, and why.
package struct PushPreview: Encodable, Sendable {
    /// Devices of a class with the same verdict for the same reason.
    package struct Part: Encodable, Hashable, Sendable {
        package var deviceClass: String
        /// `now`, `later` or `never`.
        package var verdict: String
        /// `quiet`, `cap` or `topics`; none for `now`.
        package var reason: String?
        package var devices: Int

        enum CodingKeys: String, CodingKey { case deviceClass = "class", verdict, reason, devices }
    }

    package var now: Int
    package var later: Int
    package var never: Int
    package var parts: [Part]

    /// Forecasts a draft. Throws the archive's errors.
    /// - Parameter zone: the newspaper's time zone, for devices that name none.
    package init(_ draft: ReaderMessageDraft, _ zone: TimeZone, _ holdings: Holdings) throws {
        let groups = try holdings.readerMessages.groups(draft.audience, article: draft.article, zone: zone)
        self.init(groups, at: max(Date(), draft.sendAt ?? Date()))
    }

    /// - Parameter moment: when the message is sent.
    private init(_ groups: [PushGroup], at moment: Date) {
        let end = moment.addingTimeInterval(ReaderMessageDraft.lifetime)
        let judged = groups.map { group -> Part in
            let verdict = group.wishes.map { PushVerdict(at: moment, until: end, $0) } ?? .never(.topics)
            let (name, reason): (String, PushReason?) =
                switch verdict {
                case .now: ("now", nil)
                case .later(_, let reason): ("later", reason)
                case .never(let reason): ("never", reason)
                }
            return Part(
                deviceClass: group.deviceClass.rawValue, verdict: name, reason: reason?.rawValue,
                devices: group.devices)
        }
        let sums = Dictionary(grouping: judged) { [$0.deviceClass, $0.verdict, $0.reason ?? ""] }
        parts = sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, same in
            guard var part = same.first else { return nil }
            part.devices = same.reduce(0) { $0 + $1.devices }
            return part
        }
        func sum(_ verdict: String) -> Int { judged.reduce(0) { $0 + ($1.verdict == verdict ? $1.devices : 0) } }
        (now, later, never) = (sum("now"), sum("later"), sum("never"))
    }

    /// Whether nobody would get it.
    package var isForNobody: Bool { now + later == 0 }
}

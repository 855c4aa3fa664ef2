import Archive
import Editorial
import Foundation
import News
import Syndication
import Web

/// A message to readers' devices in a list.
struct MessageRow: Sendable {
    var id: Int
    var headline: String
    /// The page of its article in the newsroom.
    var url: String
    var text: String
    var state: String
    /// Whom it is for, what it does, who sent it.
    var facts: [String]
    /// How many devices got, showed and opened it.
    var counts: [String]
    var mayCancel: Bool
    /// The name of the button that cancels it, or what is left of it.
    var cancel: String
    /// Whether something may become of it any moment.
    var isOpen: Bool
    /// Whether it has gone out.
    var isOut: Bool

    /// - Parameter sections: the names of sections, by slug.
    init(_ message: ReaderMessage, sections: [String: String], _ strings: Strings) {
        (id, headline, text) = (message.id, message.headline, message.text)
        url = NewsroomLinks.article(message.article) + "/message"
        let isToCome = message.state == .open && message.sendAt > Date()
        let isOver = message.state == .spread && message.waiting == 0
        let isRecent = abs(message.sendAt.timeIntervalSinceNow) < Self.recent
        isOpen = message.state != .cancelled && (isRecent || message.waiting > message.held)
        isOut = !isToCome && message.state != .cancelled
        mayCancel = message.kind == .story && message.state != .cancelled && !isOver
        cancel = strings[isToCome ? "room_messageCancel" : "room_messageStop"]
        let name =
            switch message.state {
            case .cancelled: message.isSent ? "room_messageStopped" : "room_messageCancelled"
            default: isToCome ? "room_messageAt" : "room_messageSent"
            }
        state = strings(name, Moment(message.sendAt, strings).text)
        facts = message.audience.compactMap { PushTopic($0) }.map { strings.name(of: $0, sections) }
        if message.kind != .story { facts.append(strings["room_message_" + message.kind.rawValue]) }
        if message.isSeries { facts.append(strings["room_messageSeriesShort"]) }
        if message.isUrgent { facts.append(strings["room_messageUrgentShort"]) }
        if message.kind == .story { facts.append(message.maker ?? strings["room_messageByItself"]) }
        let underWay = message.waiting - message.held
        counts = underWay > 0 && !isToCome ? [strings("room_messageWaits", underWay)] : []
        // What takes a message off screens is neither shown nor opened.
        let outcomes = message.kind == .removal ? Self.shown.filter { !Self.receipts.contains($0) } : Self.shown
        counts += outcomes.compactMap { what in
            let devices = message.counts.reduce(0) { $0 + ($1.what == what ? $1.devices : 0) }
            return devices > 0 ? strings("room_counted_" + what, devices) : nil
        }
        if let until = message.heldUntil {
            counts.append(
                strings("room_messageHeld", message.held).replacing("{until}", with: Moment(until, strings).text))
        }
    }

    /// The seconds before and after its moment in which most becomes of a message.
    private static let recent = 120.0
    private static let receipts: Set = ["shown", "opened", "dismissed"]
    /// In the order in which they happen.
    private static let shown = [
        "sent", "shown", "opened", "dismissed", "collapsed", "replaced", "expired", "quiet", "cap", "gone", "withdrawn",
        "failed",
    ]
}

extension Strings {
    /// A topic in a list. The slug of a category or an author stands for the name.
    fileprivate func name(of topic: PushTopic, _ sections: [String: String]) -> String {
        switch topic {
        case .section(let slug): self("room_topicOf", sections[slug] ?? slug)
        case .category(let slug), .author(let slug): self("room_topicOf", slug)
        default: self["room_topic_" + topic.name]
        }
    }
}

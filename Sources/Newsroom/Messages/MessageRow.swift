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

    /// - Parameter sections: the names of sections, by slug.
    init(_ message: ReaderMessage, sections: [String: String], _ strings: Strings) {
        (id, headline, text) = (message.id, message.headline, message.text)
        url = NewsroomLinks.article(message.article) + "/message"
        let isToCome = message.state == .open && message.sendAt > Date()
        let isOver = message.state == .spread && message.waiting == 0
        mayCancel = message.kind == .story && message.state != .cancelled && !isOver
        let moment = Moment(message.sendAt, strings).text
        state =
            switch message.state {
            case .cancelled: strings["room_messageCancelled"]
            case _ where isToCome: strings("room_messageAt", moment)
            case _ where isOver: strings("room_messageSent", moment)
            case _ where message.waiting > message.held: strings("room_messageWaits", message.waiting - message.held)
            default: strings("room_messageSent", moment)
            }
        facts = message.audience.compactMap { PushTopic($0) }.map { strings.name(of: $0, sections) }
        if message.kind != .story { facts.append(strings["room_message_" + message.kind.rawValue]) }
        if message.isSeries { facts.append(strings["room_messageSeriesShort"]) }
        if message.isUrgent { facts.append(strings["room_messageUrgentShort"]) }
        if message.kind == .story { facts.append(message.maker ?? strings["room_messageByItself"]) }
        counts = Self.shown.compactMap { what in
            let devices = message.counts.reduce(0) { $0 + ($1.what == what ? $1.devices : 0) }
            return devices > 0 ? strings("room_counted_" + what, devices) : nil
        }
        if message.held > 0, let until = message.heldUntil {
            counts.append(
                strings("room_messageHeld", message.held).replacing("{until}", with: Moment(until, strings).text))
        }
    }

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

import Archive
import Editorial
import Foundation
import News
import Web

/// The page for telling readers' devices of an article.
struct MessagePage: Sendable {
    /// A message that goes out within seconds.
    struct Going: Sendable {
        var message: Int
        var seconds: Int
    }

    var id: Int
    var headline: String
    /// When the story goes out, if it has not yet.
    var waitsUntil: String?
    /// When readers were last told of it, if that was within a day; or that they are about to be.
    var told: String?
    /// The message that goes out within seconds, and can still be cancelled.
    var going: Going?
    /// The fault of a second message that was not asked for by name.
    var againFault: String?
    var fields: MessageFields
    var isLater: Bool
    var at: String
    var zone: String
    var atFault: String?
    var reach: MessageReach
    /// The earlier messages about it.
    var rows: [MessageRow]

    init(
        _ article: Article, _ form: MessageForm, typed: NewsroomForm?, _ topics: [MessageTopic], _ preview: PushPreview,
        _ messages: [ReaderMessage], sections: [String: String], faults: [String: String], _ strings: Strings
    ) {
        let draft = article.draft
        (id, headline) = (article.id, draft.headline)
        waitsUntil = article.publishAt.map { strings("room_messageAfter", Moment($0, strings).text) }
        told = messages.first { $0.isFresh(at: Date(timeIntervalSinceNow: ChosenTime.patience)) }.map {
            $0.sendAt > Date()
                ? strings["room_messageAbout"] : strings("room_messageTold", Moment($0.sendAt, strings).text)
        }
        againFault = faults["again"]
        going = messages.lazy.compactMap { one in one.secondsToGo.map { Going(message: one.id, seconds: $0) } }.first
        fields = MessageFields(
            form, topics, about: draft, audienceFault: faults["audience"], strings)
        isLater = typed.map { $0["send"] == "later" } ?? (form.time.at != nil)
        at = typed?["send_at"] ?? form.time.at.map { LocalMoment.text($0, in: strings.timeZone) } ?? ""
        zone = strings.zoneName
        atFault = faults["at"]
        reach = MessageReach(preview, hasAudience: !form.audience.isEmpty, strings)
        rows = messages.map { MessageRow($0, sections: sections, strings) }
    }
}

/// The page of all messages to readers' devices.
struct MessagesPage: Sendable {
    /// So many fit on a page.
    static let limit = 30

    var devices: String
    /// The time zone of the times.
    var zone: String
    var rows: [MessageRow]
    var older: String?

    init(_ messages: [ReaderMessage], sections: [String: String], devices: Int, _ strings: Strings) {
        self.devices = strings("room_messagesDevices", devices)
        zone = strings.zoneName
        let page = messages.prefix(Self.limit)
        rows = page.map { MessageRow($0, sections: sections, strings) }
        older = messages.count > Self.limit ? page.last.map { NewsroomLinks.messages + "?before=\($0.id)" } : nil
    }
}

extension ReaderMessage {
    /// Whether some devices have it, even if others were kept from it.
    var isSent: Bool { counts.contains { $0.what == "sent" } }

    /// Whether readers are told of the story by it at a moment. Needs the counts.
    func isFresh(at moment: Date) -> Bool {
        kind == .story && (state != .cancelled || isSent) && sendAt <= moment && moment < expiresAt
    }

    /// Whether an editor who sees it has just cancelled it before any device got it. Needs the counts.
    var wasJustCancelled: Bool {
        kind == .story && state == .cancelled && !isSent && createdAt.timeIntervalSinceNow > -3600
    }

    /// The seconds in which it can still be cancelled before it goes out; nil for one that is gone, or whose hour is far.
    var secondsToGo: Int? {
        let seconds = sendAt.timeIntervalSinceNow
        guard kind == .story, state == .open, (0...ChosenTime.patience).contains(seconds) else { return nil }
        return Int(seconds.rounded(.up))
    }
}

import Archive
import Editorial
import Foundation
import News
import Web

/// The page for telling readers' devices of an article.
struct MessagePage: Sendable {
    var id: Int
    var headline: String
    /// When the story goes out, if it has not yet.
    var waitsUntil: String?
    /// When readers were last told of it, if that was within a day.
    var told: String?
    /// What is wrong if a second message was not asked for by name.
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
        told = messages.first(where: \.isFresh).map { strings("room_messageTold", Moment($0.sendAt, strings).text) }
        againFault = faults["again"]
        fields = MessageFields(
            form, topics, standfirst: draft.standfirst, audienceFault: faults["audience"], strings)
        isLater = typed?["send"] == "later"
        at = typed?["send_at"] ?? ""
        zone = strings.timeZone.identifier
        atFault = faults["at"]
        reach = MessageReach(preview, strings)
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
        zone = strings.timeZone.identifier
        let page = messages.prefix(Self.limit)
        rows = page.map { MessageRow($0, sections: sections, strings) }
        older = messages.count > Self.limit ? page.last.map { NewsroomLinks.messages + "?before=\($0.id)" } : nil
    }
}

extension ReaderMessage {
    /// Whether readers were told of the story by it and still are, or will be in a moment.
    var isFresh: Bool {
        let now = Date()
        let isDue = sendAt <= now.addingTimeInterval(ChosenTime.patience)
        return kind == .story && state != .cancelled && isDue && now < expiresAt
    }
}

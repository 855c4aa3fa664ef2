import Archive
import Editorial
import Foundation
import News
import Web

/// The page for telling readers' devices of an article.
struct MessagePage: Sendable {
    var id: Int
    var headline: String
    var kicker: String
    /// Whether readers have it, or will at its time.
    var isOut: Bool
    var waitsUntil: String?
    /// When readers were last told of it, if that was within a day.
    var told: String?
    var topics: [MessageTopicBox]
    var text: String
    /// What devices show below the headline if the editor writes nothing.
    var standfirst: String
    var shown: String
    var textLimit = ReaderMessageDraft.textLimit
    var isSeries: Bool
    var isUrgent: Bool
    var isLater: Bool
    var at: String
    var zone: String
    var atFault: String?
    var audienceFault: String?
    var reach: MessageReach
    /// The earlier messages about it.
    var rows: [MessageRow]

    init(
        _ article: Article, _ form: MessageForm, typed: NewsroomForm?, _ topics: [MessageTopic], _ preview: PushPreview,
        _ messages: [ReaderMessage], sections: [String: String], faults: [String: String], _ strings: Strings
    ) {
        let draft = article.draft
        (id, headline, kicker) = (article.id, draft.headline, draft.kicker)
        isOut = article.state.publication.isOut
        waitsUntil = article.publishAt.map { strings("room_messageAfter", Moment($0, strings).text) }
        told = messages.first {
            $0.kind == .story && $0.state != .cancelled && $0.expiresAt > Date() && $0.sendAt <= Date()
        }
        .map { strings("room_messageTold", Moment($0.sendAt, strings).text) }
        self.topics = topics.map { MessageTopicBox($0, form.audience, strings) }
        standfirst = String(draft.standfirst.prefix(ReaderMessageDraft.textLimit))
        text = form.text ?? ""
        shown = form.text ?? standfirst
        (isSeries, isUrgent) = (form.isSeries, form.isUrgent)
        isLater = typed?["send"] == "later"
        at = typed?["send_at"] ?? ""
        zone = strings.timeZone.identifier
        (atFault, audienceFault) = (faults["at"], faults["audience"])
        reach = MessageReach(preview, strings)
        rows = messages.map { MessageRow($0, sections: sections, strings) }
    }
}

/// The page of all messages to readers' devices.
struct MessagesPage: Sendable {
    /// So many fit on a page.
    static let limit = 30

    var devices: String
    var rows: [MessageRow]
    var older: String?

    init(_ messages: [ReaderMessage], sections: [String: String], devices: Int, _ strings: Strings) {
        self.devices = strings("room_messagesDevices", devices)
        let page = messages.prefix(Self.limit)
        rows = page.map { MessageRow($0, sections: sections, strings) }
        older = messages.count > Self.limit ? page.last.map { NewsroomLinks.messages + "?before=\($0.id)" } : nil
    }
}

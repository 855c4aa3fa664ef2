import Archive
import Foundation
import News
import Web

/// A message to readers' devices as an editor fills it in, beside its article or in the panel for publishing.
struct MessageForm: Sendable {
    var audience: [PushTopic]
    /// Nil for the story's.
    var headline: String?
    /// Nil for the standfirst.
    var text: String?
    var isSeries: Bool
    var isUrgent: Bool
    var time = ChosenTime.now

    init(_ form: NewsroomForm, zone: TimeZone) {
        let topics = form.values("audience").prefix(PushTopic.limit).compactMap { PushTopic($0) }
        // Everybody includes all others.
        audience = topics.contains(.all) ? [.all] : topics
        func typed(_ name: String, _ limit: Int) -> String? {
            let line = form.line(name, limit: limit)
            return line.isEmpty ? nil : line
        }
        headline = typed("message_headline", ReaderMessageDraft.headlineLimit)
        text = typed("message", ReaderMessageDraft.textLimit)
        (isSeries, isUrgent) = (!form["series"].isEmpty, !form["urgent"].isEmpty)
        time = ChosenTime(form, choice: "send", time: "send_at", zone: zone)
    }

    /// The choices that a form begins with.
    init(audience: [PushTopic], isSeries: Bool = false) {
        (self.audience, text, self.isSeries, isUrgent) = (audience, nil, isSeries, false)
    }

    /// Those of a message that waits for its article.
    init(_ message: ReaderMessage) {
        audience = message.audience.compactMap { PushTopic($0) }
        headline = message.hasOwnHeadline ? message.headline : nil
        (text, isSeries, isUrgent) = (message.text, message.isSeries, message.isUrgent)
        if message.wasJustCancelled, message.sendAt > Date() + 60 { time = ChosenTime(at: message.sendAt) }
    }

    /// Whether somebody wrote words and chose nobody to read them.
    var isForNobody: Bool { audience.isEmpty && (headline != nil || text != nil) }

    /// The message as it is sent; its article may be out only later.
    func forecast(of article: Article) -> ReaderMessageDraft {
        var draft = draft(of: article.id)
        draft.sendAt = [time.at, article.publishAt].compactMap(\.self).max()
        return draft
    }

    func draft(of article: Int) -> ReaderMessageDraft {
        ReaderMessageDraft(
            article: article, audience: audience, headline: headline, text: text, isSeries: isSeries,
            isUrgent: isUrgent,
            sendAt: time.at)
    }
}

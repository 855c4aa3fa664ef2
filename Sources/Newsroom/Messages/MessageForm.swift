import Archive
import Foundation
import News
import Web

/// A message to readers' devices as an editor fills it in, beside its article or in the panel for publishing.
struct MessageForm: Sendable {
    var audience: [PushTopic]
    /// Nil for the standfirst.
    var text: String?
    var isSeries: Bool
    var isUrgent: Bool
    /// Nil for now.
    var at: Date?
    /// Whether the choice of the time contradicts the time itself, or lacks it.
    var isUnclear: Bool

    init(_ form: NewsroomForm, zone: TimeZone) {
        let topics = form.values("audience").prefix(PushTopic.limit).compactMap { PushTopic($0) }
        // Everybody includes all others.
        audience = topics.contains(.all) ? [.all] : topics
        let typed = form.line("message", limit: ReaderMessageDraft.textLimit)
        text = typed.isEmpty ? nil : typed
        (isSeries, isUrgent) = (!form["series"].isEmpty, !form["urgent"].isEmpty)
        let (when, isLater) = (form.line("send_at", limit: 40), form["send"] == "later")
        at = isLater ? LocalMoment.date(when, in: zone) : nil
        isUnclear = isLater ? at == nil : !when.isEmpty
    }

    /// The choices that a form begins with.
    init(audience: [PushTopic], isSeries: Bool = false) {
        (self.audience, text, self.isSeries, isUrgent, at, isUnclear) = (audience, nil, isSeries, false, nil, false)
    }

    /// Those of a message that waits for its article.
    init(_ message: ReaderMessage) {
        audience = message.audience.compactMap { PushTopic($0) }
        (text, isSeries, isUrgent, at, isUnclear) = (message.text, message.isSeries, message.isUrgent, nil, false)
    }

    /// The message as it is sent; its article may be out only later.
    func forecast(of article: Article) -> ReaderMessageDraft {
        var draft = draft(of: article.id)
        draft.sendAt = [at, article.publishAt].compactMap(\.self).max()
        return draft
    }

    func draft(of article: Int) -> ReaderMessageDraft {
        ReaderMessageDraft(
            article: article, audience: audience, text: text, isSeries: isSeries, isUrgent: isUrgent, sendAt: at)
    }
}

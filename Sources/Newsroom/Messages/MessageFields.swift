import Archive
import News
import Web

/// The fields of a message to readers' devices, on its own page and in the panel for publishing.
struct MessageFields: Sendable {
    var topics: [MessageTopicBox]
    var audienceFault: String?
    /// Empty for the story's.
    var ownHeadline: String
    var storyHeadline: String
    var headlineLimit = ReaderMessageDraft.headlineLimit
    /// Empty for the standfirst.
    var text: String
    /// The text below the headline if the editor writes none.
    var standfirst: String
    var textLimit = ReaderMessageDraft.textLimit
    var isSeries: Bool
    var isUrgent: Bool
    /// Whether somebody has begun it.
    var isBegun: Bool
    /// The headline and the text as devices show them.
    var shownHeadline: String
    var shown: String

    init(
        _ form: MessageForm, _ topics: [MessageTopic], about draft: ArticleDraft, audienceFault: String? = nil,
        _ strings: Strings
    ) {
        self.topics = topics.map { MessageTopicBox($0, form.audience, strings) }
        self.audienceFault = audienceFault
        (ownHeadline, storyHeadline) = (form.headline ?? "", draft.headline)
        shownHeadline = form.headline ?? draft.headline
        standfirst = String(draft.standfirst.prefix(ReaderMessageDraft.textLimit))
        (text, isSeries, isUrgent) = (form.text ?? "", form.isSeries, form.isUrgent)
        shown = text.isEmpty ? standfirst : text
        isBegun = !form.audience.isEmpty || form.isForNobody
    }
}

import Archive
import News
import Web

/// The fields of a message to readers' devices, on its own page and in the panel for publishing.
struct MessageFields: Sendable {
    var topics: [MessageTopicBox]
    var audienceFault: String?
    /// Empty for the standfirst.
    var text: String
    /// The text below the headline if the editor writes none.
    var standfirst: String
    var textLimit = ReaderMessageDraft.textLimit
    var isSeries: Bool
    var isUrgent: Bool
    /// Whether somebody is to be told.
    var hasAudience: Bool
    /// The text as devices show it.
    var shown: String

    init(
        _ form: MessageForm, _ topics: [MessageTopic], standfirst: String, audienceFault: String? = nil,
        _ strings: Strings
    ) {
        self.topics = topics.map { MessageTopicBox($0, form.audience, strings) }
        self.audienceFault = audienceFault
        self.standfirst = String(standfirst.prefix(ReaderMessageDraft.textLimit))
        (text, isSeries, isUrgent) = (form.text ?? "", form.isSeries, form.isUrgent)
        shown = text.isEmpty ? self.standfirst : text
        hasAudience = !form.audience.isEmpty
    }
}

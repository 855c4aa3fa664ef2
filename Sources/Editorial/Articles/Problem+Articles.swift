import Archive
import HTTPTypes
import News
import Syndication
import Web

extension Problem {
    /// Why an article is not moved, and what can be done with it.
    init(_ refusal: ArticleState.Refusal, of editor: Editor) {
        switch refusal {
        case .illegal(let possible):
            self.init(
                .conflict,
                "This cannot be done with the article as it stands now. What you can do stands in available.",
                available: possible.map(\.rawValue))
        case .role(let role):
            self.init(
                .forbidden, "This needs the role \(role.rawValue); \(editor.name) has the role \(editor.role.rawValue)."
            )
        case .embargo(let until, let possible):
            self.init(
                .conflict, "It is under embargo until \(RFC822.iso8601(until)): schedule it, or lift the embargo.",
                available: possible.map(\.rawValue))
        }
    }
}

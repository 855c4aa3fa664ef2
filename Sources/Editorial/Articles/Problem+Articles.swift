import Archive
import HTTPTypes
import News
import Syndication
import Web

extension Problem {
    /// Says why an article's state is not changed, and what can be done with it.
    init(_ refusal: ArticleState.Refusal, of editor: Editor) {
        switch refusal {
        case .illegal(let possible):
            self.init(
                .conflict,
                "This cannot be done with the article in its current state. The possible moves are listed in available.",
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

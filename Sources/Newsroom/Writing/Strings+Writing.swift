import News
import Web

/// States and faults of articles, in words.
extension Strings {
    /// Both states of an article, in words.
    func state(of state: ArticleState) -> String {
        let publication = self["room_publication_" + state.publication.rawValue]
        guard state.publication == .unpublished else { return publication }
        return self["room_workflow_" + state.workflow.rawValue.replacing(" ", with: "-")]
    }

    /// The fault of a field; where a move needs a text, in words of the move.
    func fault(_ name: String, of move: Move?, _ detail: String) -> String {
        let key = move.map { "room_fault_\(name)_\($0.rawValue)" } ?? ""
        let text = self[key]
        return text == key ? fault(name, detail) : text
    }

    /// The beginning of a field's fault where the field is not in sight; empty if it has no name.
    func label(ofField name: String) -> String {
        let key = "room_field_" + name
        let text = self[key]
        return text == key ? "" : text + ": "
    }

    /// The fault of a field and what to do about it; the original text if the catalogue has none.
    func fault(_ name: String, _ detail: String) -> String {
        let key = "room_fault_" + name
        let text = self[key]
        return text == key ? detail : text
    }
}

import Editorial
import Foundation
import News
import Web

/// What a button of the page says.
enum WritingCommand {
    /// - Parameter withoutText: whether it was said that readers get no text.
    case make(MoveRequest?, withoutText: Bool)
    /// Forget what is not saved.
    case discard
    /// Look for what a field may be filled with.
    case search(String)
    /// Fill a field, and save nothing yet.
    case fill(String, Value)
    case unknown

    enum Value: Sendable {
        /// What somebody else saved.
        case theirs
        case place(Place)
        case related(String, Bool)
    }

    init(_ form: NewsroomForm, zone: TimeZone) {
        var name = form["do"]
        let withoutText = name.hasSuffix(Self.withoutText)
        if withoutText { name.removeLast(Self.withoutText.count) }
        if name == "discard" { self = .discard; return }
        let parts = name.split(separator: "-", maxSplits: 1).map { String($0) }
        if parts.count == 2 {
            switch parts[0] {
            case "take" where ArticleForm.names.contains(parts[1]): self = .fill(parts[1], .theirs); return
            case "place": if let place = Place(name: parts[1]) { self = .fill("place_name", .place(place)); return }
            case "relate": self = .fill("related", .related(parts[1], true)); return
            case "unrelate": self = .fill("related", .related(parts[1], false)); return
            case "find" where ["place_name", "related"].contains(parts[1]): self = .search(parts[1]); return
            default: break
            }
        }
        guard let move = Move(rawValue: name.isEmpty ? "save" : name) else { self = .unknown; return }
        let text = form["text_" + move.rawValue].trimmingCharacters(in: .whitespacesAndNewlines)
        let at = move == .schedule ? LocalMoment.date(form["at"], in: zone) : nil
        self = .make(move == .save ? nil : MoveRequest(move, at: at, text: text), withoutText: withoutText)
    }

    /// What stands behind a move that is made though there is no text.
    static let withoutText = "-without-text"
}

extension ArticleForm {
    /// Fills in a place that was chosen by its name.
    mutating func put(_ place: Place) {
        fields["place_name"] = ""
        (fields["latitude"], fields["longitude"]) = ("\(place.latitude)", "\(place.longitude)")
    }

    /// Adds a story to those that are related, or takes it away.
    mutating func relate(_ slug: String, _ isIn: Bool) {
        fields["related"] = (related.filter { $0 != slug } + (isIn ? [slug] : [])).joined(separator: "\n")
    }
}

import Archive
import Editorial
import Foundation
import News
import Web

/// The command of a button on the page.
enum WritingCommand {
    /// - Parameter anyway: whether the editor confirmed it (`MoveQuestion`).
    case make(MoveRequest?, anyway: Bool)
    /// Discard unsaved changes.
    case discard
    /// Search for values for a field.
    case search(String)
    /// Fill in a field without saving anything yet.
    case fill(String, Value)
    /// Show what is missing, and ask when and where to publish.
    case publish
    case unknown

    enum Value: Sendable {
        /// The version that somebody else saved.
        case theirs
        case place(Place)
        /// A picture of the library by its hash; empty for none.
        case picture(String)
        case related(String, Bool)
    }

    init(_ form: NewsroomForm) {
        var name = form["do"]
        let anyway = name.hasSuffix(Self.anyway)
        if anyway { name.removeLast(Self.anyway.count) }
        if name == "discard" { self = .discard; return }
        if name == "ready" { self = .publish; return }
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        if parts.count == 2 {
            switch parts[0] {
            case "take" where ArticleForm.names.contains(parts[1]): self = .fill(parts[1], .theirs); return
            case "place": if let place = Place(name: parts[1]) { self = .fill("place_name", .place(place)); return }
            case "picture" where parts[1].isEmpty || isSHA256(parts[1]):
                self = .fill("picture", .picture(parts[1]))
                return
            case "relate" where !parts[1].isEmpty: self = .fill("related", .related(parts[1], true)); return
            case "unrelate": self = .fill("related", .related(parts[1], false)); return
            case "find" where ["place_name", "related", "picture"].contains(parts[1]): self = .search(parts[1]); return
            default: break
            }
        }
        // A time is asked for in the panel (`PublishRequest`).
        guard let move = Move(rawValue: name.isEmpty ? "save" : name), move != .schedule else {
            self = .unknown
            return
        }
        let text = form["text_" + move.rawValue].trimmingCharacters(in: .whitespacesAndNewlines)
        self = .make(move == .save ? nil : MoveRequest(move, text: text), anyway: anyway)
    }

    /// The suffix of a move that was confirmed.
    static let anyway = "-anyway"
}

extension ArticleForm {
    /// Fills in a place that was chosen by its name.
    mutating func put(_ place: Place) {
        fields["place_name"] = ""
        (fields["latitude"], fields["longitude"]) = ("\(place.latitude)", "\(place.longitude)")
    }

    /// Shows a picture of the library, with its words where there are none; nil for no picture. Words of another picture do not describe
    /// it, but who made both is often the same.
    mutating func show(_ picture: LibraryPicture?, _ hash: String) {
        if self["picture"] != hash, !self["picture"].isEmpty {
            for name in hash.isEmpty ? ["alt", "caption", "credit"] : ["alt"] { fields[name] = "" }
        }
        fields["picture"] = hash
        guard let words = picture?.words else { return }
        for (name, text) in [("alt", words.alt), ("caption", words.caption), ("credit", words.credit)]
        where self[name].isEmpty { fields[name] = text }
    }

    /// Adds a story to the related ones, or removes it.
    mutating func relate(_ slug: String, _ isIn: Bool) {
        fields["related"] = (related.filter { $0 != slug } + (isIn ? [slug] : [])).joined(separator: "\n")
    }
}

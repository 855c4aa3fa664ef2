import Archive
import Editorial
import Foundation
import News
import Web

// The fields of an article, its moves and its history, as its page shows them.
extension WritingPage {
    /// The fields with their values and faults, and the faults in the order of the check.
    static func fields(
        of merge: ArticleMerge, _ faults: [ArticleDraft.Fault], _ refused: MoveRequest?, _ strings: Strings
    ) -> (all: [String: Field], faults: [Field]) {
        let values = ArticleForm.names.map { name in
            let mine = merge.form.fields[name] ?? ""
            return (
                name, Field(value: mine, theirs: merge.theirs[name].map { Theirs(name, $0, instead: mine, strings) })
            )
        }
        var all = Dictionary(uniqueKeysWithValues: values)
        let links = faults.map { fault in
            let name = fields[fault.field] ?? fault.field
            let text = strings.fault(name, of: refused?.move, fault.detail)
            all[name, default: Field(value: "")].fault = text
            return Field(value: name == "text" ? "text_" + (refused?.move.rawValue ?? "") : name, fault: text)
        }
        return (all, links)
    }

    static func needs(of possible: [Move]) -> [String: Bool] {
        Dictionary(uniqueKeysWithValues: possible.filter(needing.contains).map { (key($0), true) })
    }

    static func button(_ move: Move, _ strings: Strings) -> Button {
        Button(value: move.rawValue, name: strings["room_move_" + move.rawValue])
    }

    /// The name of a move in templates.
    static func key(_ move: Move) -> String { move.rawValue.replacing("-", with: "_") }

    /// The moves that need a text or a second thought.
    static let needing: [Move] = [.sendBack, .correct, .withdraw, .kill]
    /// The moves that have other buttons than a plain one.
    static let special = needing + [.save, .schedule, .publish]

    /// The page's names for fields whose API names differ.
    static let fields = [
        "picture.hash": "picture", "picture.alt": "alt", "place": "latitude", "place.radius": "radius",
        "translationOf": "translation_of", "embargoUntil": "embargo",
    ]

    static func details(_ article: Article, _ strings: Strings) -> [String] {
        var details: [String] = []
        if let at = article.publishAt, article.secondsToGo == nil {
            details.append(strings("room_scheduledFor", Moment(at, strings).text))
        }
        if let until = article.state.embargoUntil, until > Date() {
            details.append(strings("room_embargoUntil", Moment(until, strings).text))
        }
        if let author = article.author { details.append(strings("room_begunBy", author.name)) }
        details.append(strings("room_savedAt", Moment(article.updatedAt, strings).text))
        return details
    }
}

extension WritingPage {
    /// The words of somebody that the saved article does not have; nil if it has them all.
    static func unwritten(_ typed: ArticleForm, besides saved: ArticleForm) -> String? {
        let texts = ["headline", "standfirst", "body"].filter { typed[$0] != saved[$0] }.map { typed[$0] }
            .filter { !$0.isEmpty }
        return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }
}

import Archive
import News
import Web

/// Something that an editor has to confirm before a move is made.
struct MoveQuestion: Sendable {
    enum Kind: Sendable {
        /// Readers would find a headline and nothing below it.
        case noText
        /// Others have text that is not saved.
        case writers([String])
        /// Somebody published the article since its page was opened: readers would get what is saved.
        case isOut
    }
    let move: Move
    let kind: Kind

    /// A move that leaves readers with a headline and nothing below it, or with less than now; nil if it does not.
    /// - Parameter draft: the article after the move; nil if it stays as it is.
    init?(_ move: Move, of article: Article, saying draft: ArticleDraft?) {
        guard !(draft ?? article.draft).hasText else { return nil }
        let publication = article.state.publication
        let losesIt = article.draft.hasText && (publication.isOut || publication == .scheduled)
        guard [.publish, .restore].contains(move) || losesIt && [.save, .correct].contains(move) else { return nil }
        (self.move, kind) = (move, .noText)
    }

    /// A text to save that would reach readers, although the article was not published as its page was opened; nil if it would not.
    init?(_ move: Move, of article: Article, openedOut: Bool, saying draft: ArticleDraft?) {
        guard move == .save, draft != nil, article.state.publication.isOut, !openedOut else { return nil }
        (self.move, kind) = (move, .isOut)
    }

    /// A move that hands an article on; nil if nobody else has text that is not saved.
    init?(_ move: Move, without writers: [String]) {
        guard [.submit, .approve].contains(move), !writers.isEmpty else { return nil }
        (self.move, kind) = (move, .writers(writers))
    }
}

extension WritingPage {
    /// A question with the button that confirms it.
    struct Question: Sendable {
        var text: String
        var button: Button
        /// Whether it is about the article's text.
        var isOfText: Bool

        init(_ question: MoveQuestion, _ strings: Strings) {
            let move = question.move.rawValue
            isOfText = false
            let name: String
            switch question.kind {
            case .noText:
                isOfText = true
                (text, name) = (strings["room_textQuestion"], strings["room_withoutText_" + move])
            case .writers(let writers):
                text = strings("room_writersQuestion", writers.joined(separator: ", "))
                name = strings["room_withoutOthers_" + move]
            case .isOut: (text, name) = (strings["room_outQuestion"], strings["room_saveOut"])
            }
            button = Button(value: move + WritingCommand.anyway, name: name)
        }
    }
}

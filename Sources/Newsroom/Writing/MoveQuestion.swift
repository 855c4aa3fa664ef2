import Archive
import News
import Web

/// Something that an editor has to confirm before a move is made.
struct MoveQuestion: Sendable {
    let move: Move
    /// Others who have text that is not saved; empty if the article has no text.
    let writers: [String]

    /// A move that leaves readers with a headline and nothing below it, or with less than now; nil if it does not.
    /// - Parameter draft: the article after the move; nil if it stays as it is.
    init?(_ move: Move, of article: Article, saying draft: ArticleDraft?) {
        guard !(draft ?? article.draft).hasText else { return nil }
        let publication = article.state.publication
        let losesIt = article.draft.hasText && (publication.isOut || publication == .scheduled)
        guard [.publish, .restore].contains(move) || losesIt && [.save, .correct].contains(move) else { return nil }
        (self.move, writers) = (move, [])
    }

    /// A move that hands an article on; nil if nobody else has text that is not saved.
    init?(_ move: Move, without writers: [String]) {
        guard [.submit, .approve].contains(move), !writers.isEmpty else { return nil }
        (self.move, self.writers) = (move, writers)
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
            let (move, names) = (question.move.rawValue, question.writers.joined(separator: ", "))
            isOfText = question.writers.isEmpty
            text = isOfText ? strings["room_textQuestion"] : strings("room_writersQuestion", names)
            button = Button(
                value: move + WritingCommand.anyway,
                name: strings[(isOfText ? "room_withoutText_" : "room_withoutOthers_") + move])
        }
    }
}

import Archive
import News

extension Article {
    /// The move to confirm before it is made: one that leaves readers with a headline and nothing below it,
    /// or with less than now.
    /// - Parameter draft: the article after the move; nil if it stays as it is.
    func textQuestion(_ move: Move, saying draft: ArticleDraft?) -> Move? {
        guard !(draft ?? self.draft).hasText else { return nil }
        let losesIt = self.draft.hasText && (state.publication.isOut || state.publication == .scheduled)
        return switch move {
        case .publish, .restore: move
        case .save, .correct: losesIt ? move : nil
        default: nil
        }
    }
}

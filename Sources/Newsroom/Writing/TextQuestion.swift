import Archive
import News

extension Article {
    /// The move that is asked about before it is made: one after which readers find a headline and nothing below it, or less than now.
    /// - Parameter draft: what the article says then; nil where that stays.
    func textQuestion(_ move: Move, saying draft: ArticleDraft?) -> Move? {
        guard !(draft ?? self.draft).hasText else { return nil }
        let losesIt = self.draft.hasText && (state.publication.isOut || state.publication == .scheduled)
        return switch move {
        case .publish, .schedule, .restore: move
        case .save, .correct: losesIt ? move : nil
        default: nil
        }
    }
}

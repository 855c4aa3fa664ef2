import Archive
import News

/// The states by which the list of articles is narrowed: how far the newsroom is with those that readers have not
/// seen, and how the others stand towards readers.
enum ArticleListState: String, CaseIterable {
    case draft, submitted, review = "in-review", approved, scheduled, published, corrected, withdrawn, killed

    func narrow(_ filter: inout ArticleFilter) {
        switch self {
        case .draft, .submitted, .review, .approved:
            filter.publication = .unpublished
            filter.workflow = self == .review ? .inReview : Workflow(rawValue: rawValue)
        default: filter.publication = Publication(rawValue: rawValue)
        }
    }
}

/// Things that readers would miss in an article, or stumble over. None of them prevents publication.
package enum ArticleCheck: String, Sendable, Hashable, CaseIterable {
    /// A feature phone shows it on more than three lines.
    case longHeadline
    /// Without one, a story on a slow link is its headline alone.
    case noStandfirst
    /// It crowds out other stories where room is short.
    case longStandfirst
    /// Lists show nothing but words.
    case noPicture
    /// Readers who cannot see the picture learn nothing about it.
    case noAlt
    /// Readers do not learn who made the picture.
    case noCredit
    /// Readers who cannot see a picture in the text learn nothing about it.
    case noBodyAlt
    /// It does not come first for readers nearby.
    case noPlace
    /// There is nothing to read.
    case noBody
    /// Readers cannot find it by subject.
    case noCategories

    /// Characters of a headline: three lines on a screen 240 pixels wide in 16-pixel type, about 23 to a line.
    package static let headlineLimit = 70
    /// Characters of a standfirst: five stories fit into 8 kB, headlines and addresses included.
    package static let standfirstLimit = 300

    /// All findings on a draft.
    package static func of(_ draft: ArticleDraft) -> [ArticleCheck] {
        let bodyPictures = BodyPictures.parts(of: draft.bodyHTML)
        let lacksAlt = bodyPictures.contains { if case .picture(_, let alt) = $0 { alt.isEmpty } else { false } }
        let found: [(ArticleCheck, Bool)] = [
            (.longHeadline, draft.headline.count > headlineLimit), (.noStandfirst, draft.standfirst.isEmpty),
            (.longStandfirst, draft.standfirst.count > standfirstLimit), (.noBody, !draft.hasText),
            (.noPicture, draft.picture == nil), (.noAlt, draft.picture?.alt.isEmpty == true),
            (.noCredit, draft.picture?.credit.isEmpty == true), (.noBodyAlt, lacksAlt),
            (.noPlace, draft.place == nil), (.noCategories, draft.categories.isEmpty),
        ]
        return found.filter(\.1).map(\.0)
    }
}

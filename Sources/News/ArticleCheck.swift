/// What readers would miss in an article, or stumble over. Nothing of it keeps it from being published.
package enum ArticleCheck: String, Sendable, Hashable, CaseIterable {
    /// A feature phone shows it on more than three lines.
    case longHeadline
    /// On slow links a story is its headline alone.
    case noStandfirst
    /// It takes the place of other stories where there is little room.
    case longStandfirst
    /// Lists show nothing but words.
    case noPicture
    /// Who does not see the picture learns nothing of it.
    case noAlt
    /// The same of a picture within the text.
    case noBodyAlt
    /// Readers near it do not find it first.
    case noPlace
    /// There is nothing to read.
    case noBody
    /// Nobody finds it by what it is about.
    case noCategories

    /// Characters of a headline: three lines of a screen of 240 pixels in letters of 16, about 23 to a line.
    package static let headlineLimit = 70
    /// Characters of a standfirst: at five stories to 8 kB, headlines and addresses included.
    package static let standfirstLimit = 300

    /// All that there is to say of a draft.
    package static func of(_ draft: ArticleDraft) -> [ArticleCheck] {
        let bodyPictures = BodyPictures.parts(of: draft.bodyHTML)
        let lacksAlt = bodyPictures.contains { if case .picture(_, let alt) = $0 { alt.isEmpty } else { false } }
        let found: [(ArticleCheck, Bool)] = [
            (.longHeadline, draft.headline.count > headlineLimit), (.noStandfirst, draft.standfirst.isEmpty),
            (.longStandfirst, draft.standfirst.count > standfirstLimit), (.noBody, !draft.hasText),
            (.noPicture, draft.picture == nil), (.noAlt, draft.picture?.alt.isEmpty == true), (.noBodyAlt, lacksAlt),
            (.noPlace, draft.place == nil), (.noCategories, draft.categories.isEmpty),
        ]
        return found.filter(\.1).map(\.0)
    }
}

import Archive
import News
import Syndication
import Web

extension EditionDeskPage.Row {
    init(_ article: Article, _ order: FrontPage, _ masthead: Masthead, _ strings: Strings) {
        let row = ArticleRow(article, strings)
        let place = order.stories.firstIndex(of: article.id)
        let section = masthead.sections.first { $0.slug == article.draft.section }?.name
        self.init(
            id: article.id, url: row.url, headline: row.headline,
            note: [section, row.note].compactMap(\.self).joined(separator: " · "),
            thumb: article.draft.picture.flatMap { Thumbnail.address($0.hash) }, place: place.map { $0 + 1 },
            isLead: place == 0, isEditorial: order.editorial == article.id,
            isForFront: article.state.publication != .withdrawn,
            sections: masthead.sections.map {
                Choice(value: $0.slug, name: $0.name, isChosen: $0.slug == article.draft.section)
            })
    }
}

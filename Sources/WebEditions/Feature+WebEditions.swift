package import Locating
import News
package import Web

extension Feature {
    /// The web editions, the pages about the channel, and the assets of all pages.
    package static func webEditions(_ pages: PageDesk, gazetteer: Gazetteer) -> Feature {
        Feature { router in
            DecisionRoutes(desk: pages.desk, pages: pages).add(to: router)
            HomeRoutes(desk: pages).add(to: router)
            PageRoutes(edition: .reader, desk: pages).add(to: router)
            for edition in [WebEdition.mobile, .edition, .lite] {
                PageRoutes(edition: edition, desk: pages, gazetteer: gazetteer).add(to: router)
                ArticlePageRoutes(edition: edition, desk: pages).add(to: router)
                IndexRoutes(edition: edition, desk: pages).add(to: router)
                StandingPageRoutes(edition: edition, desk: pages).add(to: router)
                SearchRoutes(edition: edition, desk: pages).add(to: router)
                NearbyRoutes(edition: edition, desk: pages, gazetteer: gazetteer).add(to: router)
            }
            ArticleCodeRoutes(desk: pages).add(to: router)
            NewsRoutes(desk: pages).add(to: router)
            if pages.hasPush { MessageWishRoutes(desk: pages).add(to: router) }
            pages.templates.assets.add(to: router)
        }
    }
}

import Hummingbird
import Syndication

/// Our feeds in every format: the newspaper's, and those of its sections, categories, authors, places and of searches.
struct FeedRoutes: Sendable {
    let desk: FeedDesk

    func add(to router: Router<NewsRequestContext>) {
        let folders = [
            "/", "/sections/{slug}/", "/categories/{slug}/", "/authors/{slug}/", "/places/{place}/", "/search/",
        ]
        for folder in folders {
            for format in FeedFormat.allCases { router.get(RouterPath(folder + format.fileName), use: desk.answer) }
        }
    }
}

package import Documents
package import Exchange
import Foundation
package import Hummingbird
package import Logging
import News
package import Pictures
package import Syndication
package import Web

extension Feature {
    /// The editorial API, whose texts are those of `strings`; scheduled articles are published in the background, and new stories read for their keywords.
    /// - Parameter push: called when there is a new message to readers' devices; nil if these are not set up.
    package static func editorial(
        _ desk: EditorDesk, stories: PublishedStories, site: Site, finder: SourceFinder, pictures: PictureStore,
        strings: Strings, push: (@Sendable () -> Void)?, log: Logger
    ) -> Feature {
        Feature(loops: [
            Scheduler(archive: desk.archive, revisions: desk.revisions, log: log),
            StoryReader(archive: desk.archive, revisions: desk.revisions, log: log),
        ]) { router in
            let api = desk.api(router)
            addArticles(desk, site, strings.timeZone, api)
            addNewspaper(desk, site, strings, api)
            WebhookRoutes(desk: desk).add(to: api)
            PushMessageRoutes(desk: desk, zone: strings.timeZone, wake: push).add(to: api)
            MailingRoutes(desk: desk).add(to: api)
            SubscriberRoutes(desk: desk).add(to: api)
            WireRoutes(desk: desk, stories: stories, site: site).add(to: api)
            SourceRoutes(desk: desk, finder: finder).add(to: api)
            PictureUploadRoutes(desk: desk, store: pictures).add(to: api)
            PictureLibraryRoutes(desk: desk, store: pictures).add(to: api)
            UploadRoutes(uploads: UploadStore(pictures: pictures), root: EditorDesk.root) {
                try await TokenMiddleware(desk: desk, atLeast: .contributor).editor($0, $1)
            }.add(to: api)
        }
    }

    private static func addArticles(
        _ desk: EditorDesk, _ site: Site, _ zone: TimeZone, _ api: RouterGroup<NewsRequestContext>
    ) {
        ArticleRoutes(desk: desk, site: site, zone: zone).add(to: api)
        ArticleRevisionRoutes(desk: desk, site: site).add(to: api)
        ClusterRoutes(desk: desk, site: site).add(to: api)
        ArticleAuthorRoutes(desk: desk, site: site).add(to: api)
        AuthorRoutes(desk: desk, site: site).add(to: api)
        WorkingCopyRoutes(desk: desk).add(to: api)
        CommentRoutes(desk: desk).add(to: api)
        SeenAsRoutes(desk: desk, site: site).add(to: api)
    }

    private static func addNewspaper(
        _ desk: EditorDesk, _ site: Site, _ strings: Strings, _ api: RouterGroup<NewsRequestContext>
    ) {
        EditorRoutes(desk: desk, site: site).add(to: api)
        TokenRoutes(desk: desk).add(to: api)
        NewsroomSettingsRoutes(desk: desk).add(to: api)
        NewspaperRoutes(desk: desk).add(to: api)
        StandingPageRoutes(desk: desk).add(to: api)
        SectionRoutes(desk: desk).add(to: api)
        EditionRoutes(desk: desk).add(to: api)
        PolicyRoutes(desk: desk, strings: strings).add(to: api)
        CalendarRoutes(desk: desk, strings: strings).add(to: api)
        AuditRoutes(desk: desk, strings: strings).add(to: api)
    }
}

extension EditorDesk {
    /// The root of the editorial API.
    static let root = "/api/v1"

    /// The group of the API's routes, which are counted before anything else is done with a request.
    package func api(_ router: Router<NewsRequestContext>) -> RouterGroup<NewsRequestContext> {
        router.group("/api/v1").add(middleware: RateLimitMiddleware(desk: self))
    }
}

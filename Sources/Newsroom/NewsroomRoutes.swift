import Archive
import Editorial
import Hummingbird
import News
import Web

/// `/admin/`: the newsroom.
struct NewsroomRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin", use: today)
        ArticleListRoutes(desk: desk).add(to: router)
        BulkRoutes(desk: desk).add(to: router)
        WritingRoutes(desk: desk).add(to: router)
        CommentPageRoutes(desk: desk, writing: WritingRoutes(desk: desk)).add(to: router)
        PresenceRoutes(desk: desk).add(to: router)
        PublishRoutes(desk: desk).add(to: router)
        EditionDeskRoutes(desk: desk).add(to: router)
        EditionPreviewRoutes(desk: desk).add(to: router)
        ArticlePreviewRoutes(desk: desk).add(to: router)
        LinkRoutes(desk: desk).add(to: router)
        TextRoutes(desk: desk).add(to: router)
        RevisionRoutes(desk: desk).add(to: router)
        ClusterPageRoutes(desk: desk).add(to: router)
        AuthorPageRoutes(desk: desk).add(to: router)
        LogInRoutes(desk: desk).add(to: router)
        CodeRoutes(desk: desk).add(to: router)
        if let passkeys = desk.passkeys { PasskeyRoutes(desk: desk, passkeys: passkeys).add(to: router) }
        WelcomeRoutes(desk: desk).add(to: router)
        AccountRoutes(desk: desk).add(to: router)
        FactorRoutes(desk: desk).add(to: router)
        PeopleRoutes(desk: desk).add(to: router)
        SectionPageRoutes(desk: desk).add(to: router)
        StandingPagesPageRoutes(desk: desk).add(to: router)
        PolicyPageRoutes(desk: desk).add(to: router)
        WebhookPageRoutes(desk: desk).add(to: router)
        SubscribersRoutes(desk: desk).add(to: router)
        CalendarPageRoutes(desk: desk).add(to: router)
        AuditPageRoutes(desk: desk).add(to: router)
    }

    @Sendable private func today(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        // Browsers send the cookie only below this path.
        guard request.uri.path.hasSuffix("/") else { return desk.redirect(NewsroomLinks.root) }
        let session = SessionMiddleware(desk: desk, role: .contributor, isSetUp: true)
        return try await session.handle(request, context: context) { request, context in
            let visit = try context.visit
            let editor = visit.editor
            let part = try await desk.archive.read { try TodayPage($0, editor, visit.strings) }
            return try await desk.page(
                "today", part, .init(title: "room_today", path: NewsroomLinks.root), visit, request)
        }
    }
}

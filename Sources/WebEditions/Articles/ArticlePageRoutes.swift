import Archive
package import Documents
import Foundation
import HTTPTypes
package import Hummingbird
package import News
import Syndication
package import Web

/// The article pages of a web edition.
package struct ArticlePageRoutes: Sendable {
    package let edition: WebEdition
    package let desk: PageDesk

    package init(edition: WebEdition, desk: PageDesk) {
        self.edition = edition
        self.desk = desk
    }
    private var documents: DocumentCache { desk.documents }
    private var stories: PublishedStories { desk.stories }
    private var archive: Archive { desk.archive }

    package func add(to router: Router<NewsRequestContext>) {
        router.get("\(edition.root)/articles/{slug}") { request, context in
            try await article(context.parameters.get("slug") ?? "", request, context)
        }
        if edition == .edition { router.get("\(edition.root)/editorial", use: editorial) }
    }

    private func article(_ slug: String, _ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard Slug.isValid(slug) else { throw Problem.noArticle }
        let wanted = try await desk.understand(request, context)
        let part = Self.part(of: request)
        return try await desk.response(to: request, wanted, edition) { version in
            let routes = ArticlePageRoutes(edition: version.edition, desk: desk)
            return try await routes.copy(slug, version.isWhole ? .whole : part, version.wanted)
        }
    }

    private func copy(
        _ slug: String, _ part: PageKey.ArticlePart, _ wanted: PageDesk.Request
    ) async throws -> DocumentCache.Copy {
        let key = key(.article(slug, part), wanted)
        return try await documents.copy(.page(key)) { masthead in
            guard let opened = try await open(slug, key.plan, masthead) else {
                throw try await missing(slug, wanted.strings)
            }
            return try fit(opened, masthead, key, wanted.strings)
        }
    }

    /// The editorial of the latest edition; if none was chosen, the newest article of the section or
    /// category with that name.
    @Sendable private func editorial(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let wanted = try await desk.understand(request, context)
        return try await desk.response(to: request, wanted, edition) { version in
            try await ArticlePageRoutes(edition: version.edition, desk: desk).editorial(version.wanted)
        }
    }

    private func editorial(_ wanted: PageDesk.Request) async throws -> DocumentCache.Copy {
        let key = key(.editorial, wanted)
        return try await documents.copy(.page(key)) { masthead in
            var query = StoryQuery(limit: 1)
            query.articles = masthead.front.editorial.map { [$0] } ?? []
            if query.articles.isEmpty {
                query.sections = masthead.sections.filter { $0.slug == Section.editorial }.map(\.id)
            }
            if query.articles.isEmpty, query.sections.isEmpty {
                query.categories = masthead.categories.filter { $0.slug == Section.editorial }.map(\.id)
            }
            let found =
                masthead.hasEditorials
                ? try await stories.list(query, text: .headline, pictures: nil, masthead).stories : []
            guard let slug = found.first?.slug,
                let opened = try await open(slug, key.plan, masthead)
            else { throw Problem(.notFound, "No editorial has been published.", key: "noEditorial") }
            return try fit(opened, masthead, key, wanted.strings)
        }
    }

    private func open(_ slug: String, _ plan: DeliveryPlan, _ masthead: Masthead) async throws -> OpenedStory? {
        try await stories.open(
            slug: slug, pictures: plan.pair, otherPictures: plan.illustratesOthers ? plan.pair : nil, masthead)
    }

    /// `part` is the number of the piece of the text that the page begins with; `whole` asks for all of it.
    private static func part(of request: Request) -> PageKey.ArticlePart {
        let query = FormFields.parse(request.uri.query ?? "")
        if query.contains(where: { $0 == ("whole", "1") }) { return .whole }
        return .from(query.last { $0.name == "part" }.flatMap { Int($0.value) }.map { max(0, $0) } ?? 0)
    }

    private func key(_ page: PageKey.Page, _ wanted: PageDesk.Request) -> PageKey {
        PageKey(
            edition: edition, page: page, plan: wanted.plan(of: edition), language: wanted.strings.language,
            isPiece: wanted.isPiece, coding: wanted.coding)
    }

    /// The reason why there is no article with a name: it was withdrawn, it was removed, or readers never
    /// saw one.
    private func missing(_ slug: String, _ strings: Strings) async throws -> Problem {
        switch try await archive.read({ try $0.stories.tombstone(slug: slug) }) {
        case .withdrawn(let headline, let at, let note):
            var problem = Problem(
                .gone,
                "This article was published here and has been withdrawn by the newspaper: \(headline). \(note)",
                key: "withdrawn")
            let moment = strings("withdrawnOn", Moment(at, strings).text)
            problem.remarks = [headline, moment, note].filter { !$0.isEmpty }
            return problem
        case .killed: return Problem(.gone, "What was here has been removed.", key: "removed")
        case nil: return .noArticle
        }
    }

    /// Renders until the page as sent and its pictures are within the budget: the text goes before the pictures, and what there is no
    /// room for is on the next page. The whole text is sent whatever the budget, if the reader asks for it.
    package func fit(_ opened: OpenedStory, _ masthead: Masthead, _ key: PageKey, _ strings: Strings) throws
        -> Document
    {
        let story = opened.story
        let pieces = ArticlePieces(opened, key.part)
        let subject = ListPage.Subject(path: "/articles/\(story.slug)", webEdition: edition, strings: strings)
        let frame = desk.frame(
            masthead, strings, title: story.headline, path: subject.path, plan: key.plan, edition: edition,
            feed: masthead.section(story.sectionID).map { .section($0.slug) } ?? .newspaper, isPiece: key.isPiece,
            isStory: true, isRich: opened.isRich, coding: key.coding
        )
        let values = frame.values
        var plan = key.plan
        (plan.items, plan.textsFirst) = (nil, true)
        let ratio = key.coding.usualRatio
        let loads = ArticlePage.loads(opened, pieces, plan)
        let packer = Packer(plan, loads, compression: ratio)
        let budget = key.part == .whole ? max(plan.budget, pieces.wholeSize) : plan.budget
        let portrait = pieces.isLater ? nil : PortraitPart(opened.portrait, plan)
        return try packer.fit(
            frame: desk.frameSize(edition, plan, key.coding), budget: budget - frame.ownBytes - (portrait?.bytes ?? 0),
            compression: ratio
        ) { count in
            let shares = packer.shares(count)
            let chosen = shares.first.flatMap { story.picture?.chosen($0) }
            let shown = pieces.first(key.part == .whole ? nil : shares.count - 1, plan, ratio)
            let pictured = opened.others.count { $0.picture != nil }
            let page = ArticlePage(
                opened, body: try body(opened, shown, Array(shares.dropFirst()), plan, strings),
                chosen?.picture ?? chosen?.thumbnail,
                others: Array(shares.dropFirst(loads.count - pictured)), shown, plan, masthead, desk.site, subject)
            var document = try desk.document(
                edition.prefix + "article", Page(frame: values, part: page), masthead, key.coding)
            document.isCut = !shown.isAll
            document.pictures = (chosen?.picture ?? chosen?.thumbnail) == nil ? 0 : 1
            document.pictures += shares.dropFirst().count { $0.thumbnail != nil || $0.picture != nil }
            return (document, sent: document.body.readableBytes)
        }.document(with: frame)
    }
}

extension ArticlePageRoutes {
    /// The pieces with each picture as its share allows; a picture without room becomes a link.
    private func body(
        _ opened: OpenedStory, _ shown: ArticlePieces.Shown, _ shares: [Packer.Share], _ plan: DeliveryPlan,
        _ strings: Strings
    ) throws -> String {
        let hasPictures = plan.pictures == .full
        // A share is that of a piece, and of each picture in it: the pieces' own have been counted.
        var (rest, chosen) = (shares[...], [Packer.Share?]())
        for piece in shown.pieces {
            rest = rest.dropFirst()
            for _ in piece.pictures { chosen.append(hasPictures ? rest.popFirst() : nil) }
        }
        var pictures = zip(shown.pieces.flatMap(\.pictures), chosen).makeIterator()
        // A long list or paragraph is split into several only where the text is.
        let parts = shown.isAll ? opened.body : shown.pieces.flatMap(\.parts)
        let markup = try parts.map { part in
            guard case .picture(let hash, let alt) = part else {
                if case .markup(let text) = part { return text }
                return ""
            }
            let known = opened.pictures[hash] == nil ? nil : pictures.next()
            let rendition = known.flatMap { picture, share in share.flatMap { picture.chosen($0).picture } }
            if let picture = PagePicture(known?.0, rendition, in: .text) {
                let values = TemplateValues.properties(of: picture)
                return String(decoding: try desk.templates.render("image", of: values), as: UTF8.self)
            }
            // As the sanitiser wrote it: a hash, and escaped text.
            return #"<a href="/media/\#(hash)/640q60">"# + (alt.isEmpty ? "…" : alt) + "</a>"
        }.joined()
        return Gallery.boxed(markup) { strings("gallery", String($0)) }
    }
}

extension PageKey {
    /// How much of an article it has.
    fileprivate var part: ArticlePart {
        if case .article(_, let part) = page { part } else { .from(0) }
    }
}

extension Problem {
    /// No article with this name was ever visible to readers.
    package static let noArticle = Problem(.notFound, "There is no article of this name.", key: "noArticle")
}

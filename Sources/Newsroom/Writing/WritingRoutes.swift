import Archive
import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/admin/articles/{id}`: the routes for writing an article and moving it through the workflow.
struct WritingRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/articles/{id}", use: show)
        contributors.post("/admin/articles/{id}", use: change)
        contributors.post("/admin/articles/{id}/working-copy", use: keep)
        contributors.get("/admin/articles.json", use: stories)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let article = try await desk.article(context, visit)
        let name = PresencePart.newPage
        let response = try await page(article, visit, request, named: name)
        let (editor, mayWrite) = (visit.editor.id, article.moves(for: visit.editor).contains(.save))
        // If this write fails, what is new is shown once more.
        try? await desk.archive.write { holdings in
            try holdings.articles.setTold(article.id, to: editor)
            if mayWrite { try holdings.presence.note(editor, on: article.id, page: name) }
        }
        return response
    }

    /// The page, with text from a form that was refused or from unsaved changes.
    func page(
        _ article: Article, _ visit: NewsroomDesk.Visit, _ request: Request, named name: String = PresencePart.newPage,
        typed: ArticleForm? = nil,
        faults: [ArticleDraft.Fault] = [], fault: String? = nil, refused: MoveRequest? = nil,
        search: WritingSearch? = nil,
        asking: MoveQuestion? = nil, unseen: UnseenChanges? = nil,
        received: BrowserCopy? = nil, comment: CommentsPart.Typed? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let editor = visit.editor
        let saved = try await desk.articleForm(article, visit)
        let (copy, choices) = try await desk.archive.read { holdings in
            (try holdings.workingCopies.find(of: article.id, editor: editor.id), try ArticleChoices(holdings))
        }
        let (mayWrite, own) = (article.moves(for: editor).contains(.save), typed ?? copy.map { ArticleForm($0.fields) })
        let written = mayWrite ? own ?? saved : saved
        let base = copy?.base ?? article.revision
        let merge = try await desk.merge(written, since: base, article, saved, visit)
        // Without a script, the page itself checks the links if its address says so.
        let query = NewsroomForm(request.method == .get ? FormFields.parse(request.uri.query ?? "") : [])
        let together = try await together(article, visit, query, comment, named: name)
        let aside = try await desk.aside(merge.form, of: article, instead: saved, visit)
        let offers = try await offers(merge.form, search: search, besides: article, visit)
        var part = WritingPage(
            visit, article, merge, isFolded: request.isFromPhone, copy: copy, isTyped: typed != nil, together,
            choices, offers, faults: faults,
            refused: refused, asking: asking, received: (received ?? BrowserCopy(query))?.name, aside,
            query["links"] == "1"
                ? await desk.links(
                    in: try await merge.form.read(of: article, instead: saved, visit.strings.timeZone).draft,
                    of: article.id, visit) : nil)
        if merge.form.differences(from: saved).isEmpty { part.unsaved = nil }
        if !merge.theirs.isEmpty {
            let others = try await desk.archive.read {
                try $0.articles.changes(of: article.id, since: base, byOthersThan: editor.id)
            }
            part.collision = visit.strings("room_collision", visit.strings.names(of: others))
        }
        part.unseen = unseen
        if let move = refused?.move, unseen != nil, article.moves(for: editor).contains(move) {
            part.unseenMove = WritingPage.button(move, visit.strings)
        }
        if !mayWrite { part.unwritten = own.flatMap { WritingPage.unwritten($0, besides: saved) } }
        (part.formerPlace, part.formerTime) = (FormerPlace(query["was"])?.name, Int(query["due"]))
        try await addAlerts(to: &part, article, visit)
        part.formerState = Workflow(rawValue: query["state"])?.rawValue
        if query["done"].hasPrefix("saveOut") { part.changedSince = try await ownChange(of: article, visit) }
        let status = PageStatus(
            title: "room_writing", path: NewsroomLinks.articles, opening: article.id,
            fault: fault ?? (faults.isEmpty ? nil : visit.strings["room_faults"]), status: status)
        return try await desk.page("writing", part, status, visit, request)
    }

    /// What others write about the article, and who of them has it open.
    private func together(
        _ article: Article, _ visit: NewsroomDesk.Visit, _ query: NewsroomForm, _ typed: CommentsPart.Typed?,
        named name: String
    ) async throws -> WritingPage.Together {
        let editor = visit.editor.id
        let (comments, people, others) = try await desk.archive.read { holdings in
            (
                try holdings.comments.list(of: article.id), try holdings.comments.people(),
                try holdings.presence.others(on: article.id, than: editor)
            )
        }
        let isOpen = query["comments"] == "1" || query["done"].hasPrefix("comment")
        return .init(
            comments: CommentsPart(comments, on: article, people, visit, isOpen: isOpen, typed: typed),
            presence: PresencePart(others, visit.strings), page: name)
    }

    private func offers(
        _ form: ArticleForm, search: WritingSearch?, besides article: Article, _ visit: NewsroomDesk.Visit
    ) async throws -> WritingOffers {
        var offers = WritingOffers(
            places: try await desk.placeOffers(form["place_name"], near: article.draft.place, visit), search: search)
        let related = form.related
        (offers.keywords, offers.headlines, offers.stories, offers.pictures) = try await desk.archive.read { holdings in
            (
                try holdings.keywords.found(of: article.draft).map(\.name),
                related.isEmpty ? [:] : try holdings.articles.headlines(of: related),
                try search?.of("related").map { try holdings.stories($0, besides: article.id) } ?? [],
                try search?.of("picture").map { try holdings.pictures.found($0) } ?? []
            )
        }
        return offers
    }

    /// Answers a script with stories that may be related.
    @Sendable private func stories(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let query = NewsroomForm(FormFields.parse(request.uri.query ?? ""))
        let words = query.line("q", limit: 200)
        let found = try await desk.archive.read { try $0.stories(words, besides: Int(query["besides"]) ?? 0) }
        let stories = found.map { story in
            let row = ArticleRow(story, visit.strings)
            return ["slug": story.slug, "title": row.headline, "note": row.note]
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["stories": stories]))))
    }

    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let fields = try await desk.form(request, visit, limit: ArticleForm.limit)
        let article = try await desk.article(context, visit)
        let command = WritingCommand(fields)
        let isWritten = fields["headline"] != "" || fields["section"] != ""
        let typed = isWritten ? ArticleForm(fields) : nil
        let copy = BrowserCopy(fields)
        func back(_ field: String? = nil) -> Response { desk.redirect(to: article, copy, field: field) }
        switch command {
        case .discard:
            try await desk.archive.write { try $0.workingCopies.drop(of: article.id, editor: visit.editor.id) }
            return back()
        case .publish:
            guard article.moves(for: visit.editor).contains(.schedule) else { return back() }
            if let typed { try await keep(typed, of: article, fields, visit) }
            let seen = Int(fields["revision"]).map { "?seen=\($0)" } ?? ""
            return desk.redirect(NewsroomLinks.article(article.id) + "/publish" + seen)
        case .search(let field):
            guard let typed, article.moves(for: visit.editor).contains(.save) else {
                return desk.redirect(NewsroomLinks.article(article.id))
            }
            try await keep(typed, of: article, fields, visit)
            let search = WritingSearch(field, words: fields.line(field + "_q", limit: 200))
            return try await page(article, visit, request, typed: typed, search: search, received: copy)
        case .fill(let field, let value):
            guard var typed, article.moves(for: visit.editor).contains(.save) else {
                return desk.redirect(NewsroomLinks.article(article.id))
            }
            switch value {
            case .theirs:
                let saved = try await desk.articleForm(article, visit)
                var merge = try await desk.merge(typed, since: fields.base(of: article), article, saved, visit)
                merge.take(field)
                typed = merge.form
            case .place(let place): typed.put(place)
            case .picture(let hash):
                typed.show(try await desk.archive.read { try $0.pictures.libraryPicture(hash) }, hash)
            case .related(let slug, let isIn): typed.relate(slug, isIn)
            }
            try await keep(typed, of: article, fields, visit)
            return back(field)
        case .unknown: throw Problem(.badRequest, visit.strings["room_formIsOld"])
        case .make(let move, let anyway):
            return try await make(move, anyway: anyway, typed, article, fields, visit, request)
        }
    }

    /// Saves what was typed and makes a move, in one step.
    private func make(
        _ move: MoveRequest?, anyway: Bool, _ typed: ArticleForm?, _ article: Article, _ fields: NewsroomForm,
        _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        let copy = BrowserCopy(fields)
        let merged: MergedDraft
        switch try await draftTyped(typed, refused: move, article, fields, visit, request) {
        case .success(let typed): merged = typed
        case .failure(let refusal): return refusal.response
        }
        let draft = merged.draft
        if let move, move.move == .sendBack, move.text.isEmpty {
            if let typed { try await keep(typed, of: article, fields, visit) }
            let fault = ArticleDraft.Fault(field: "text", detail: "is missing")
            return try await page(
                article, visit, request, typed: typed, faults: [fault], refused: move, received: copy,
                status: .unprocessableContent)
        }
        if let unseen = try await unseen(move?.move, of: article, fields, visit) {
            if let typed, try await isOwn(typed, of: article, fields, visit) {
                try await keep(typed, of: article, fields, visit)
            }
            return try await page(
                article, visit, request, refused: move, unseen: unseen, received: copy, status: .unprocessableContent)
        }
        if !anyway, let question = try await question(move?.move ?? .save, of: article, saying: draft, fields, visit) {
            if let typed { try await keep(typed, of: article, fields, visit) }
            return try await page(
                article, visit, request, typed: typed, refused: move, asking: question, received: copy,
                status: .unprocessableContent)
        }
        do {
            try await desk.write(draft, move, of: article, visit)
        } catch let error as ArchiveError {
            let isKept =
                switch error {
                case .faults, .outdated: true
                case .refused: draft != nil
                default: false
                }
            if isKept, let typed { try await keep(typed, of: article, fields, visit) }
            return try await answer(to: error, move, typed, article, copy, visit, request)
        }
        let saved = (article.state.publication.isOut ? "saveOut" : "save") + (merged.isTogether ? "Together" : "")
        let isDeleted = move?.move == .kill && article.state.publication.wasNeverOut
        return desk.redirect(to: article, copy, done: isDeleted ? "draftDeleted" : move?.move.rawValue ?? saved)
    }

    /// The answer to a form whose text cannot be saved.
    private struct Refusal: Error { let response: Response }

    /// The text to save.
    private struct MergedDraft {
        /// Nil if it says nothing new.
        var draft: ArticleDraft?
        /// Whether changes that others saved meanwhile are merged into it.
        var isTogether = false
    }

    /// The draft that was typed, with what others saved meanwhile. A text that is not saved is kept, and shown again.
    private func draftTyped(
        _ typed: ArticleForm?, refused move: MoveRequest?, _ article: Article, _ fields: NewsroomForm,
        _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Result<MergedDraft, Refusal> {
        let saved = try await desk.articleForm(article, visit)
        guard var typed, !typed.differences(from: saved).isEmpty else { return .success(MergedDraft()) }
        guard article.moves(for: visit.editor).contains(.save) else {
            return .failure(
                Refusal(
                    response: try await page(
                        article, visit, request, typed: typed, fault: visit.strings["room_notYours"],
                        status: .forbidden)))
        }
        let copy = BrowserCopy(fields)
        // Whoever saves has seen what others saved meanwhile, and chosen; a move settles nothing.
        let isTogether = Int(fields["revision"]) != article.revision
        if isTogether || move != nil && fields.base(of: article) != article.revision {
            let merge = try await desk.merge(typed, since: fields.base(of: article), article, saved, visit)
            // A field that both changed is shown side by side, and nothing is lost.
            guard merge.theirs.isEmpty else {
                try await keep(typed, of: article, fields, visit)
                return .failure(Refusal(response: desk.redirect(to: article, copy)))
            }
            typed = merge.form
        }
        let (draft, faults) = try await typed.read(of: article, instead: saved, visit.strings.timeZone)
        guard faults.isEmpty else {
            try await keep(typed, of: article, fields, visit)
            return .failure(
                Refusal(
                    response: try await page(
                        article, visit, request, typed: typed, faults: faults, refused: move, received: copy)))
        }
        let seen = Int(fields["revision"]) ?? 0
        var hasOthers = false
        if isTogether {
            hasOthers = try await desk.archive.read {
                try $0.articles.changes(of: article.id, since: seen, byOthersThan: visit.editor.id) != nil
            }
        }
        return .success(MergedDraft(draft: draft, isTogether: hasOthers))
    }

    /// The page after a refused write.
    private func answer(
        to error: ArchiveError, _ move: MoveRequest?, _ typed: ArticleForm?, _ article: Article, _ copy: BrowserCopy?,
        _ visit: NewsroomDesk.Visit, _ request: Request
    ) async throws -> Response {
        switch error {
        case .faults(let faults):
            try await page(article, visit, request, typed: typed, faults: faults, refused: move, received: copy)
        case .outdated: desk.redirect(to: article, copy, done: "notSaved")
        case .refused(let refusal):
            try await page(
                article, visit, request, typed: typed, fault: visit.strings.text(of: refusal), refused: move,
                received: copy, status: .conflict)
        default: throw error
        }
    }
}

extension Holdings {
    /// Stories that an editor may choose as related: the newest that match the words and that readers see
    /// or will see.
    fileprivate func stories(_ words: String, besides article: Int) throws -> [Article] {
        var filter = ArticleFilter()
        filter.words = words
        return try articles.list(filter, limit: 20, after: nil).filter {
            $0.id != article && ![.killed, .withdrawn].contains($0.state.publication)
        }.prefix(8).map(\.self)
    }
}

extension Pictures {
    /// The newest pictures of the library with these words.
    fileprivate func found(_ words: String) throws -> [LibraryPicture] {
        try library(LibrarySelection(words: words), limit: 24)
    }
}

extension Request {
    /// Whether it is from a browser on a phone, all of which say so by this part of a word. The page is the same otherwise.
    var isFromPhone: Bool { headers[.userAgent]?.contains("Mobi") == true }
}

extension WritingRoutes {
    /// The revision before the last change, if the visitor made that; nil once somebody else has changed the article since.
    private func ownChange(of article: Article, _ visit: NewsroomDesk.Visit) async throws -> Int? {
        let last = try await desk.archive.read { try $0.articles.revisions(of: article.id, limit: 1).first }
        return last?.editor == visit.editor.name && article.revision > 1 ? article.revision - 1 : nil
    }
}

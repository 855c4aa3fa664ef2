import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/editions`.
struct EditionRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        contributors.get("editions", use: list)
        editors.post("editions", use: create)
        contributors.get("editions/{number}", use: show)
        editors.put("editions/{number}", use: rename)
        editors.delete("editions/{number}", use: delete)
        editors.post("editions/{number}/moves", use: move)
        contributors.get("editions/{number}/front-page", use: showFront)
        editors.put("editions/{number}/front-page", use: arrange)
    }

    private struct Input: Decodable, Sendable {
        var number: Int?
        var date: String?
        var title: String?
        var state: String?
        /// The edition whose front page a new edition starts with.
        var copyOf: Int?

        func checked() throws -> (date: String, title: String, state: EditionState) {
            var faults: [ArticleDraft.Fault] = []
            if number.map({ !(1...1_000_000_000).contains($0) }) == true {
                faults.append(.init(field: "number", detail: "must be 1 or more"))
            }
            let date = date.flatMap { CivilDate($0) }
            if date == nil { faults.append(.init(field: "date", detail: "must be a day such as 2009-05-31")) }
            let title = (title ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            if title.unicodeScalars.count > 200 {
                faults.append(.init(field: "title", detail: "is longer than 200 characters"))
            }
            let state = EditionState(rawValue: state ?? EditionState.published.rawValue)
            if state == nil || state == .archived {
                faults.append(.init(field: "state", detail: "must be open or published"))
            }
            guard faults.isEmpty, let date, let state else { throw ArchiveError.faults(faults) }
            return (date.name, title, state)
        }

        /// The new title of an edition, the only member that can change.
        func title(for edition: Output) throws -> String {
            var faults: [ArticleDraft.Fault] = []
            if let number, number != edition.number {
                faults.append(.init(field: "number", detail: "cannot be changed, since addresses contain it"))
            }
            if let date, date != edition.date {
                faults.append(.init(field: "date", detail: "cannot be changed: articles belong to it by their date"))
            }
            if let state, state != edition.state {
                faults.append(.init(field: "state", detail: "is changed by a move: POST to /moves"))
            }
            guard faults.isEmpty else { throw ArchiveError.faults(faults) }
            return try Input(date: edition.date, title: title).checked().title
        }
    }

    private struct Output: Encodable {
        var number: Int
        var date: String
        var weekly: Bool
        var title: String
        var state: String
        var moves: [String]
        var articles: Int
        var publishAt: String?
        var revision: Int
        var url: String

        init(_ edition: Edition) {
            number = edition.number
            date = String(RFC822.iso8601(edition.date).prefix(10))
            weekly = edition.isWeekly
            title = edition.title
            state = edition.state.rawValue
            moves = edition.state.moves.map(\.rawValue)
            articles = edition.articleCount
            publishAt = edition.publishAt.map(RFC822.iso8601)
            revision = edition.revision
            url = "/editions/\(edition.number)"
        }
    }
    private struct List: Encodable { var editions: [Output] }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = ListQuery(request)
        let (limit, before) = (try query.limit(), try query.number("before"))
        let editions = try await desk.archive.read {
            try $0.editions.list(limit: limit + 1, before: before, onlyPublished: false)
        }
        let link = query.next("before", editions.count > limit ? editions[limit - 1].number : nil)
        return try desk.read(List(editions: editions.prefix(limit).map { Output($0) }), link: link)
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = Self.number(context)
        return try await desk.archive.read { holdings in
            let edition = try Self.find(number, holdings)
            return try desk.read(Output(edition), revision: edition.revision)
        }
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.write(request, context, Input.self) { input, editor, holdings in
            let (date, title, state) = try input.checked()
            if let copied = input.copyOf, try holdings.editions.find(.number(copied), onlyPublished: false) == nil {
                throw ArchiveError.faults([.init(field: "copyOf", detail: "is not an edition")])
            }
            let number = try holdings.editions.insert(
                number: input.number, date: date, title: title, state: state, copyOf: input.copyOf)
            try holdings.publish("edition.create", "edition/\(number)", by: editor, articles: [])
            let edition = try Self.find(number, holdings)
            return try .init(
                .created, Output(edition), location: "/api/v1/editions/\(number)", revision: edition.revision)
        }
    }

    @Sendable private func rename(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = Self.number(context)
        return try await desk.change(request, context, Input.self) {
            input, expected, editor, holdings in
            let old = try Self.find(number, holdings)
            let title = try input.title(for: Output(old))
            let revision = try expected.revision(old.revision)
            guard let new = try holdings.editions.rename(old.number, revision: revision, title: title) else {
                throw ArchiveError.outdated(current: old.revision)
            }
            try holdings.publish("edition.update", "edition/\(number)", by: editor, articles: [])
            return try .init(.ok, Output(try Self.find(number, holdings)), revision: new)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let (number, expected) = (Self.number(context), try desk.expectation(request))
        return try await desk.write(request, [], by: editor) { holdings in
            let old = try Self.find(number, holdings)
            guard try holdings.editions.delete(old.number, revision: try expected.revision(old.revision)) else {
                throw ArchiveError.outdated(current: old.revision)
            }
            try holdings.publish("edition.delete", "edition/\(number)", by: editor, articles: [])
            return .noContent
        }
    }

    private struct Move: Decodable, Sendable {
        var move: String
        /// Whether to publish the edition's approved articles along with it.
        var articles: Bool?
        /// When it is to be published, if that is the move.
        var at: String?
    }

    @Sendable private func move(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = Self.number(context)
        return try await desk.change(request, context, Move.self) {
            input, expected, editor, holdings in
            guard let move = EditionMove(rawValue: input.move) else {
                let all = EditionMove.allCases.map(\.rawValue).joined(separator: ", ")
                throw ArchiveError.faults([.init(field: "move", detail: "must be one of \(all)")])
            }
            let revision = try expected.revision(try Self.find(number, holdings).revision)
            let edition = try holdings.editions.move(
                number, revision: revision, move, articles: input.articles ?? false,
                at: try ArticleInput.moment(input.at, "at"),
                by: editor)
            return try .init(.ok, Output(edition), revision: edition.revision)
        }
    }

    private struct Front: Codable, Sendable {
        /// The numbers of the articles in order; the first is the lead story.
        var stories: [Int]
        var editorial: Int?

        init(_ front: FrontPage) { (stories, editorial) = (front.stories, front.editorial) }
    }

    @Sendable private func showFront(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = Self.number(context)
        return try await desk.archive.read { holdings in
            let edition = try Self.find(number, holdings)
            let front = try holdings.editions.frontPage(of: number, onlyPublished: false)
            return try desk.read(Front(front), revision: edition.revision)
        }
    }

    @Sendable private func arrange(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let number = Self.number(context)
        return try await desk.change(request, context, Front.self) {
            input, expected, editor, holdings in
            let revision = try expected.revision(try Self.find(number, holdings).revision)
            let edition = try holdings.editions.changeFrontPage(of: number, revision: revision, by: editor.maker) {
                $0 = FrontPage(stories: input.stories, editorial: input.editorial)
            }
            let front = try holdings.editions.frontPage(of: number, onlyPublished: false)
            return try .init(.ok, Front(front), revision: edition.revision)
        }
    }

    private static func number(_ context: NewsRequestContext) -> Int {
        context.parameters.get("number", as: Int.self) ?? 0
    }

    private static func find(_ number: Int, _ holdings: Holdings) throws -> Edition {
        guard let edition = try holdings.editions.find(.number(number), onlyPublished: false) else {
            throw Problem(.notFound, "There is no edition \(number).")
        }
        return edition
    }
}

import Archive
import Documents
import Exchange
import ExchangeArchive
import FeedReading
import Foundation
import HTTPTypes
package import Hummingbird
import NIOPosix
import News
import Syndication
import Web

/// `/api/v1/sources`: the feeds of others whose entries become articles.
package struct SourceRoutes: Sendable {
    let desk: EditorDesk
    let finder: SourceFinder

    func add(to router: RouterGroup<NewsRequestContext>) {
        let journalists = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .journalist))
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        journalists.get("sources", use: list)
        editors.post("sources", use: create)
        journalists.get("sources.opml", use: export)
        editors.post("sources.opml", use: takeList)
        journalists.get("sources/{id}", use: show)
        editors.put("sources/{id}", use: replace)
        editors.delete("sources/{id}", use: delete)
        editors.post("sources/{id}/refresh", use: refresh)
        journalists.get("sources/{id}/fetches", use: fetches)
        journalists.get("sources/{id}/entries", use: entries)
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let query = ListQuery(request)
        let (limit, after) = (try query.limit(), try query.number("after"))
        let state: SourceState? = try query.choice("state")
        let sources = try await desk.archive.read {
            try $0.sources.list(state, limit: limit + 1, after: after)
        }
        let page = sources.prefix(limit)
        return try desk.read(
            SourceOutputs(sources: page.map { SourceOutput($0) }),
            link: query.next("after", sources.count > limit ? page.last?.id : nil))
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = identifier(context)
        let source = try await desk.archive.read { try Self.find(id, $0) }
        return try desk.read(SourceOutput(source), revision: source.revision)
    }

    @Sendable private func create(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let body = try await desk.body(request)
        let input = try desk.json(SourceInput.self, body)
        var basis = SourceDraft(url: "", title: "", section: "")
        let discovers = input.discover != false && input.rule?.isEmpty != false
        if discovers { basis = SourceDraft(try await found(input.url ?? "")) }
        let (found, isPaused) = (basis, input.paused == true)
        return try await desk.write(request, body, by: editor) { holdings in
            var draft = try input.draft(instead: found)
            if discovers { draft.url = found.url }
            if input.title == nil, draft.title.isEmpty { draft.title = SourceDraft.title("", at: draft.url) }
            let source = try holdings.sources.insert(draft, isPaused: isPaused, by: editor.maker)
            return try .init(
                .created, SourceOutput(source), location: "/api/v1/sources/\(source.id)", revision: source.revision)
        }
    }

    private func found(_ address: String) async throws -> SourceFinder.Found {
        do {
            return try await finder.find(address)
        } catch {
            throw EditorDesk.unacceptable([.init(field: "url", detail: "does not lead to a feed: \(error.reason)")])
        }
    }

    @Sendable private func replace(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = identifier(context)
        return try await desk.change(request, context, SourceInput.self) {
            input, expected, editor, holdings in
            let old = try Self.find(id, holdings)
            let source = try holdings.sources.update(
                id, revision: try expected.revision(old.revision), try input.draft(instead: old.draft),
                isPaused: input.paused ?? (old.stop != nil), by: editor.maker)
            return try .init(.ok, SourceOutput(source), revision: source.revision)
        }
    }

    @Sendable private func delete(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, identifier(context))
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { holdings in
            let old = try Self.find(id, holdings)
            try holdings.sources.delete(id, revision: try expected.revision(old.revision), by: editor.maker)
            return .noContent
        }
    }

    @Sendable private func refresh(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (editor, id) = (try context.editor, identifier(context))
        return try await desk.write(request, [], by: editor) { holdings in
            guard try Self.find(id, holdings).stop == nil else {
                throw Problem(.conflict, "This source is not fetched. Resume it first: PUT it with paused false.")
            }
            return try .init(.accepted, SourceOutput(try holdings.sources.refresh(id)))
        }
    }

    @Sendable private func fetches(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = identifier(context)
        let fetches = try await desk.archive.read { holdings in
            _ = try Self.find(id, holdings)
            return try holdings.sources.fetches(of: id)
        }
        return try desk.read(SourceFetchOutputs(fetches: fetches.map { SourceFetchOutput($0) }))
    }

    @Sendable private func entries(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let (id, limit) = (identifier(context), try ListQuery(request).limit())
        let entries = try await desk.archive.read { holdings in
            _ = try Self.find(id, holdings)
            return try holdings.sources.notedEntries(of: id, limit: limit)
        }
        return try desk.read(SourceEntryOutputs(entries: entries.map { SourceEntryOutput($0) }))
    }

    @Sendable private func export(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        return Self.list(try await desk.archive.read { try SourceList.bytes($0) })
    }

    /// A list as a response, with a file name to save it under.
    package static func list(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/x-opml", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"sources.opml\"",
            ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    @Sendable private func takeList(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let query = ListQuery(request)
        let section = try query.text("section", limit: Slug.limit)
        let trust: SourceDraft.Trust = try query.choice("trust") ?? .draft
        let body = try await desk.body(request)
        let list: FeedList
        do {
            list = try await NIOThreadPool.singleton.runIfActive { try SourceList.read(body) }
        } catch let fault as FeedList.Fault {
            throw EditorDesk.unacceptable([.init(field: "body", detail: "cannot be read: \(fault)")])
        }
        return try await desk.write(request, body, by: editor) { holdings in
            try .init(
                .ok, try SourceList.add(list, section: section, trust: trust, holdings, by: editor.maker))
        }
    }

    private func identifier(_ context: NewsRequestContext) -> Int { context.parameters.get("id", as: Int.self) ?? 0 }

    private static func find(_ id: Int, _ holdings: Holdings) throws -> Source {
        guard let source = try holdings.sources.find(id) else {
            throw Problem(.notFound, "There is no source with this number.")
        }
        return source
    }
}

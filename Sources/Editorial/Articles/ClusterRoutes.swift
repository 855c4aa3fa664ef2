import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/articles/{id}/cluster`: the articles that tell the same story; lists show only one of them.
struct ClusterRoutes: Sendable {
    let desk: EditorDesk
    let site: Site

    func add(to router: RouterGroup<NewsRequestContext>) {
        let contributors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .contributor))
        let editors = router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor))
        contributors.get("articles/{id}/cluster", use: show)
        editors.put("articles/{id}/cluster", use: change)
        editors.delete("articles/{id}/cluster", use: leave)
    }

    private struct Input: Decodable, Sendable {
        var members: [Int]
        var lead: Int?
    }

    private struct Output: Encodable {
        struct Member: Encodable {
            var id: Int
            var headline: String
            var byline: String
            var url: String
            var publishedAt: String
            var canonicalAddress: String?
        }
        var lead: Int?
        var isLeadChosen: Bool
        var members: [Member]

        init(_ cluster: StoryCluster, _ site: Site) {
            lead = cluster.members.first?.id
            isLeadChosen = cluster.isLeadChosen
            members = cluster.members.map {
                Member(
                    id: $0.id, headline: $0.headline, byline: $0.byline, url: site.article($0.slug),
                    publishedAt: RFC822.iso8601($0.publishedAt),
                    canonicalAddress: CanonicalAddress.of($0.canonicalAddress) == nil ? nil : $0.canonicalAddress)
            }
        }
    }

    @Sendable private func show(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let id = try context.articleID()
        guard let cluster = try await desk.archive.read({ try $0.clusters.find(of: id) }) else {
            throw ArticleRoutes.unknown
        }
        return try desk.read(Output(cluster, site), revision: cluster.version)
    }

    /// Makes a cluster of exactly the articles given.
    @Sendable private func change(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.change(request, context, Input.self) { input, expected, editor, holdings in
            let id = try context.articleID()
            guard let old = try holdings.clusters.find(of: id) else { throw ArticleRoutes.unknown }
            let version = try expected.revision(old.version)
            return try answer(
                try holdings.clusters.set(
                    of: id, version: version, to: input.members, lead: input.lead, by: editor.maker))
        }
    }

    /// Removes the article from its cluster.
    @Sendable private func leave(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let editor = try context.editor
        let expected = try desk.expectation(request)
        return try await desk.write(request, [], by: editor) { holdings in
            let id = try context.articleID()
            guard let old = try holdings.clusters.find(of: id) else { throw ArticleRoutes.unknown }
            let version = try expected.revision(old.version)
            return try answer(try holdings.clusters.leave(id, version: version, by: editor.maker))
        }
    }

    private func answer(_ cluster: StoryCluster) throws -> EditorDesk.Answer {
        try EditorDesk.Answer(.ok, Output(cluster, site), revision: cluster.version)
    }
}

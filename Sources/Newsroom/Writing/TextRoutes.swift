import Editorial
import Foundation
import HTTPTypes
import Hummingbird
import Markdown
import NIOPosix
import Web

/// `/admin/text`: the blocks of a text in Markdown, for the rich editor, which shows them as readers see them.
struct TextRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        desk.signedIn(router).post("/admin/text", use: blocks)
    }

    @Sendable private func blocks(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let fields = try await desk.form(request, try context.visit, limit: ArticleForm.limit)
        let text = ArticleForm(fields).normalised("body")
        let blocks = try await NIOThreadPool.singleton.runIfActive { Markdown.blocks(of: text) }
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["blocks": blocks]))))
    }
}

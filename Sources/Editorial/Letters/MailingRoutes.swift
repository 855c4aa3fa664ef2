import Archive
import Documents
import Foundation
import Hummingbird
import News
import Syndication
import Web

/// `/api/v1/mailings`: the newsletters with the number of their readers, and what became of what they sent.
struct MailingRoutes: Sendable {
    let desk: EditorDesk

    func add(to router: RouterGroup<NewsRequestContext>) {
        router.group().add(middleware: TokenMiddleware(desk: desk, atLeast: .editor)).get("mailings", use: list)
    }

    private struct Output: Encodable {
        struct List: Encodable {
            var list: String
            var readers: Int
        }
        struct Letter: Encodable {
            var list: String
            var subject: String
            var at: String
            var sent: Int
            var waiting: Int
            var refused: Int
            var doubtful: Int

            init(_ letter: SentLetter) {
                (list, subject, at) = (letter.list, letter.subject, RFC822.iso8601(letter.madeAt))
                (sent, waiting, refused) = (letter.sent, letter.waiting, letter.refused)
                doubtful = letter.doubtful
            }
        }
        var lists: [List]
        /// The newest first.
        var letters: [Letter]
    }

    @Sendable private func list(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let limit = try ListQuery(request).limit()
        let masthead = try await desk.revisions.masthead()
        let (readers, letters) = try await desk.archive.read {
            (try $0.readers.countsOfKinds(), try $0.letters.sent(limit: limit))
        }
        let lists = (MailingList.all(of: masthead).map(\.name) + ["mine", "search"]).map {
            Output.List(list: $0, readers: readers[$0] ?? 0)
        }
        return try desk.read(Output(lists: lists, letters: letters.map { Output.Letter($0) }))
    }
}

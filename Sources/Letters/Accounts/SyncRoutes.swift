import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/me/sync`: the app tells what its reader saved and read, and learns what they did in other browsers. An answer without changes has fewer
/// than a hundred bytes.
struct SyncRoutes: Sendable {
    let archive: Archive
    let accounts: AccountDesk

    static let path = OwnPageRoutes.page + "/sync"
    /// The most stories in a request, and its bytes.
    private static let (most, limit) = (500, 32_768)

    /// Changes to the stories of a kind.
    struct Change: Codable {
        var add: [Int]?
        var drop: [Int]?
    }
    /// The body of a request.
    struct Input: Decodable {
        /// The account that it has been told of; changes for another are not taken.
        var account: String?
        /// The revision that it knows.
        var since: Int?
        var saved: Change?
        var read: Change?

        var changes: [ReaderItems.Kind: ReaderChange] {
            var changes: [ReaderItems.Kind: ReaderChange] = [:]
            for (kind, change) in [(ReaderItems.Kind.saved, saved), (.read, read)] {
                let one = ReaderChange(added: change?.add ?? [], dropped: change?.drop ?? [])
                if one != ReaderChange() { changes[kind] = one }
            }
            return changes
        }
        var count: Int { changes.values.reduce(0) { $0 + $1.added.count + $1.dropped.count } }
    }
    /// The body of an answer.
    struct Output: Encodable {
        var account: String
        var revision: Int
        var complete: Bool?
        var saved: Change?
        var read: Change?

        init(_ account: String, _ delta: ReaderDelta) {
            func change(_ kind: ReaderItems.Kind) -> Change? {
                delta.changes[kind].map {
                    Change(add: $0.added.isEmpty ? nil : $0.added, drop: $0.dropped.isEmpty ? nil : $0.dropped)
                }
            }
            (self.account, revision, complete) = (account, delta.revision, delta.isComplete ? true : nil)
            (saved, read) = (change(.saved), change(.read))
        }
    }

    func add(to router: Router<NewsRequestContext>) { router.post(RouterPath(Self.path), use: sync) }

    @Sendable private func sync(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard request.isFromThisSite else {
            throw Problem(.forbidden, "Another site sent this request. Nothing was changed.")
        }
        guard let session = try await accounts.session(request) else { return accounts.loggedOut() }
        let body = try await FormBody.collect(request, limit: Self.limit)
        guard let input = try? JSONDecoder().decode(Input.self, from: Data(body)), input.count <= Self.most else {
            throw Problem(
                .unprocessableContent,
                "Send a JSON object with account, since, saved and read, and at most \(Self.most) stories.")
        }
        let account = accounts.tag(of: session.reader)
        let isKnown = input.account == account
        let (changes, since) = isKnown ? (input.changes, input.since ?? 0) : ([:], 0)
        guard let delta = try await delta(session.reader, since, changes) else { return accounts.loggedOut() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(Output(account, delta)))))
    }

    private func delta(_ reader: Int, _ since: Int, _ changes: [ReaderItems.Kind: ReaderChange]) async throws
        -> ReaderDelta?
    {
        guard !changes.isEmpty else {
            return try await archive.read { try $0.readerItems.changes(of: reader, since: since) }
        }
        return try await archive.write { holdings in
            guard try holdings.readers.find(reader) != nil else { return nil }
            guard let own = try holdings.readerItems.record(changes, of: reader) else {
                throw Problem(
                    .unprocessableContent,
                    "At most \(ReaderItems.most) stories can be saved. Remove some that you have read.")
            }
            return try holdings.readerItems.changes(of: reader, since: since, except: own)
        }
    }
}

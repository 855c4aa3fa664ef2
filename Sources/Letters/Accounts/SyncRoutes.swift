import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/me/sync`: the app tells what its reader saved, read and set, and learns what they did in other browsers. An answer without changes has
/// fewer than a hundred bytes.
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

        /// How far stories were read, in thousandths of their height, by their numbers.
        var places: [String: Int]?
        /// The app's settings, as fields of the context form.
        var settings: String?

        /// Nil if something in it cannot be.
        var update: ReaderUpdate? {
            var update = ReaderUpdate(settings: settings)
            for (kind, change) in [(ReaderItems.Kind.saved, saved), (.read, read)] {
                let one = ReaderChange(added: change?.add ?? [], dropped: change?.drop ?? [])
                if one != ReaderChange() { update.stories[kind] = one }
            }
            for (name, place) in places ?? [:] {
                guard let number = Int(name), 0...1000 ~= place else { return nil }
                update.places[number] = place
            }
            let count = update.stories.values.reduce(update.places.count) { $0 + $1.added.count + $1.dropped.count }
            return count <= SyncRoutes.most && settings.map(AppSettings.areValid) ?? true ? update : nil
        }
    }
    /// The body of an answer.
    struct Output: Encodable {
        var account: String
        var revision: Int
        var complete: Bool?
        var saved: Change?
        var read: Change?
        var places: [String: Int]?
        var settings: String?

        init(_ account: String, _ delta: ReaderDelta) {
            func change(_ kind: ReaderItems.Kind) -> Change? {
                delta.update.stories[kind].map {
                    Change(add: $0.added.isEmpty ? nil : $0.added, drop: $0.dropped.isEmpty ? nil : $0.dropped)
                }
            }
            (self.account, revision, complete) = (account, delta.revision, delta.isComplete ? true : nil)
            (saved, read, settings) = (change(.saved), change(.read), delta.update.settings)
            let pairs = delta.update.places.map { ("\($0)", $1) }
            places = pairs.isEmpty ? nil : Dictionary(pairs) { $1 }
        }
    }

    func add(to router: Router<NewsRequestContext>) { router.post(RouterPath(Self.path), use: sync) }

    @Sendable private func sync(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        guard request.isFromThisSite else {
            throw Problem(.forbidden, "Another site sent this request. Nothing was changed.")
        }
        guard let session = try await accounts.session(request) else { return accounts.loggedOut() }
        let body = try await FormBody.collect(request, limit: Self.limit)
        guard let input = try? JSONDecoder().decode(Input.self, from: Data(body)), let update = input.update else {
            throw Problem(
                .unprocessableContent,
                "Send a JSON object with account, since, saved, read, places and settings, and at most \(Self.most) stories."
            )
        }
        let account = accounts.tag(of: session.reader)
        let isKnown = input.account == account
        let (done, since) = isKnown ? (update, input.since ?? 0) : (ReaderUpdate(), 0)
        guard let delta = try await delta(session.reader, since, done) else { return accounts.loggedOut() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(Output(account, delta)))))
    }

    private func delta(_ reader: Int, _ since: Int, _ update: ReaderUpdate) async throws -> ReaderDelta? {
        guard update != ReaderUpdate() else {
            return try await archive.read { try $0.readerItems.changes(of: reader, since: since) }
        }
        return try await archive.write { holdings in
            guard try holdings.readers.find(reader) != nil else { return nil }
            guard let own = try holdings.readerItems.record(update, of: reader) else {
                throw Problem(
                    .unprocessableContent,
                    "At most \(ReaderItems.most) stories can be saved. Remove some that you have read.")
            }
            return try holdings.readerItems.changes(of: reader, since: since, except: own)
        }
    }
}

import Archive
import Documents
import Foundation
import HTTPTypes
import Hummingbird
import News
import Web

/// `/me/sync`: the app tells what its reader saved, read, follows and set, and learns what they did in other browsers. An answer without changes has
/// fewer than a hundred bytes.
struct SyncRoutes: Sendable {
    let archive: Archive
    let accounts: AccountDesk

    static let path = OwnPageRoutes.page + "/sync"
    /// The most stories and topics in a request, and its bytes.
    private static let (most, limit) = (500, 32_768)

    /// Changes to stories of a kind, or to topics.
    struct Change<Item: Codable & Sendable & Equatable>: Codable {
        var add: [Item]?
        var drop: [Item]?

        /// Nil if there is nothing to tell.
        init?(_ change: ReaderChange<Item>) {
            guard change != ReaderChange() else { return nil }
            add = change.added.isEmpty ? nil : change.added
            drop = change.dropped.isEmpty ? nil : change.dropped
        }
    }
    /// The body of a request.
    struct Input: Decodable {
        /// The account that it has been told of; changes for another are not taken.
        var account: String?
        /// The revision that it knows.
        var since: Int?
        var saved: Change<Int>?
        var read: Change<Int>?
        /// Topics, as their names.
        var follows: Change<String>?
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
            guard let added = Self.topics(follows?.add), let dropped = Self.topics(follows?.drop) else { return nil }
            update.topics = ReaderChange(added: added, dropped: dropped)
            let others = update.places.count + added.count + dropped.count
            let count = update.stories.values.reduce(others) { $0 + $1.added.count + $1.dropped.count }
            return count <= SyncRoutes.most && settings.map(AppSettings.areValid) ?? true ? update : nil
        }

        /// The topics of these names; nil if one of them is none.
        private static func topics(_ names: [String]?) -> [ReaderTopic]? {
            let topics = (names ?? []).map { ReaderTopic($0) }
            return topics.allSatisfy { $0 != nil } ? topics.compactMap(\.self) : nil
        }
    }
    /// The body of an answer.
    struct Output: Encodable {
        var account: String
        var revision: Int
        var complete: Bool?
        var saved: Change<Int>?
        var read: Change<Int>?
        var follows: Change<String>?
        var places: [String: Int]?
        var settings: String?

        init(_ account: String, _ delta: ReaderDelta) {
            func change(_ kind: ReaderItems.Kind) -> Change<Int>? { delta.update.stories[kind].flatMap { Change($0) } }
            let topics = delta.update.topics
            follows = Change(ReaderChange(added: topics.added.map(\.name), dropped: topics.dropped.map(\.name)))
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
                "Send a JSON object with account, since, saved, read, follows, places and settings, and at most \(Self.most) stories and topics."
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
            switch try holdings.readerItems.record(update, of: reader) {
            case .recorded(let own): return try holdings.readerItems.changes(of: reader, since: since, except: own)
            case .tooManySaved:
                throw Problem(
                    .unprocessableContent,
                    "At most \(ReaderItems.most) stories can be saved. Remove some that you have read.")
            case .tooManyTopics:
                throw Problem(
                    .unprocessableContent,
                    "At most \(ReaderTopic.limit) topics can be followed, and \(ReaderTopic.placesLimit) places among them."
                )
            }
        }
    }
}

import Archive
import Foundation
import News
import Syndication

/// A reader's data, to take along.
struct OwnData: Encodable {
    struct Subscription: Encodable {
        var newsletter: String
        var askedAt: Date
        var confirmedAt: Date?
        var consent: String
    }
    struct Mail: Encodable {
        var kind: String
        var newsletter: String?
        var subject: String?
        var state: String
        var madeAt: Date
        var endedAt: Date?
    }
    struct Session: Encodable {
        var began: Date
        var lastUsed: Date
    }
    struct Passkey: Encodable {
        var browser: String
        var added: Date
        var lastUsed: Date?
    }
    struct Story: Encodable {
        var address: String
        var at: Date
        /// How far it was read, in thousandths; nil if that is not known.
        var place: Int?
    }
    var newspaper: String
    var address: String
    var language: String
    var since: Date
    var mailsReturned: Int
    var newsletters: [Subscription]
    var mailsOfThirtyDays: [Mail]
    var sessions: [Session]
    var passkeys: [Passkey]
    /// As requests name them: `section/city`.
    var followed: [String]
    /// The address of the feed of what is followed, which nobody else should have.
    var feed: String
    var savedStories: [Story]
    var readStories: [Story]
    /// The app's settings, as fields of the context form; nil if none were told.
    var appSettings: String?

    init(
        _ reader: KnownReader, _ trail: ReaderTrail, feed: String, _ masthead: Masthead, _ site: Site
    ) {
        (followed, self.feed) = (trail.topics.map(\.name), feed)
        passkeys = trail.passkeys.map { Passkey(browser: $0.agent, added: $0.createdAt, lastUsed: $0.usedAt) }
        sessions = trail.sessions.map { Session(began: $0.began, lastUsed: $0.used) }
        func stories(_ kind: ReaderItems.Kind) -> [Story] {
            trail.items.filter { $0.kind == kind }.map {
                Story(address: site.root + "/articles/\($0.slug)", at: $0.at, place: $0.place)
            }
        }
        (savedStories, readStories, appSettings) = (stories(.saved), stories(.read), trail.settings)
        (newspaper, address, language) = (masthead.title, reader.address, reader.language)
        (since, mailsReturned) = (reader.createdAt, reader.bounces)
        newsletters = reader.subscriptions.map {
            Subscription(
                newsletter: $0.list.name, askedAt: $0.askedAt, confirmedAt: $0.confirmedAt, consent: $0.consent)
        }
        mailsOfThirtyDays = reader.mails.map {
            Mail(
                kind: $0.kind.rawValue, newsletter: $0.list, subject: $0.subject, state: $0.state, madeAt: $0.madeAt,
                endedAt: $0.endedAt)
        }
    }

    /// As a file of JSON.
    func file() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self)
    }
}

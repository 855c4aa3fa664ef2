import Archive
import Foundation
import News

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
    var newspaper: String
    var address: String
    var language: String
    var since: Date
    var mailsReturned: Int
    var newsletters: [Subscription]
    var mailsOfThirtyDays: [Mail]

    init(_ reader: KnownReader, _ masthead: Masthead) {
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

package import Archive
import Credentials
import Fetching
import Foundation
import News
import Syndication
import Web
import WebPush

/// Sends a message to one device, to see whether it comes and how it looks.
package struct TestMessage: Sendable {
    /// The words of a test.
    package struct Words: Sendable {
        var title: String
        var text: String
        /// The page that it opens.
        var url: String?

        package init(title: String, text: String, url: String?) {
            (self.title, self.text, self.url) = (title.cut(to: 300), text.cut(to: 300), url)
        }
    }

    private let archive: Archive
    private let keys: KeyDesk
    private let fetcher: Fetcher

    package init(archive: Archive, keys: KeyDesk, agent: String, rules: EndpointRules) {
        (self.archive, self.keys) = (archive, keys)
        fetcher = .forPush(agent: agent, mayReach: rules.mayReach)
    }

    /// Sends it, and returns whether the push service took it. If not, the reason lies with the device or the service. Throws faults of
    /// our own.
    package func isTaken(by device: String, _ words: Words) async throws -> Bool {
        do {
            return try await send(to: device, words) / 100 == 2
        } catch PushFault.noSubscription {
            return false
        } catch is FetchError {
            return false
        }
    }

    /// Sends it, and returns the HTTP status of the push service: 201 if it took the message. Throws `PushFault`, `FetchError`.
    /// - Parameters:
    ///   - device: the identifier of a subscription.
    ///   - words: nil to say that it is a test.
    package func send(to device: String, _ words: Words? = nil) async throws -> Int {
        defer { fetcher.stop() }
        guard let target = try await archive.read({ try $0.pushSubscriptions.target(Secret(shown: device).hash) }),
            let endpoint = URL(string: target.endpoint)
        else { throw PushFault.noSubscription }
        let title = try await archive.read { try $0.newspaper.masthead().title }
        let words = words ?? Words(title: title, text: "This is a test.", url: nil)
        let envelope = PushEnvelope(
            endpoint: target.endpoint,
            keys: PushKeys(stored: Data(target.publicKey), secret: Data(target.secret)), text: Self.text(words),
            authorization: try await keys.authorization(for: endpoint, key: target.key), life: 300, urgency: .high,
            topic: "test")
        return try await fetcher.fetch(try envelope.request()).status
    }

    private static func text(_ words: Words) -> Data {
        var json = JSONWriter()
        json.open("{")
        json.member("version", 1)
        json.member("kind", "test")
        json.member("tag", "test")
        json.member("title", words.title)
        json.member("text", words.text)
        if let url = words.url { json.member("url", url) }
        json.close("}")
        return Data(json.bytes)
    }
}

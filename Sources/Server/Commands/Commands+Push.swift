import News
import Newsroom
package import Push
import Web

/// Commands for messages to readers' devices.
extension Commands {
    var keys: KeyDesk {
        get throws {
            guard let contact = backend.options.push.contact else {
                throw OptionError(faults: [
                    "Push is not set up: set N4MD_PUSH_CONTACT to an address at which push services can reach you, such as mailto:push@example.org."
                ])
            }
            return KeyDesk(archive: backend.archive, secret: try backend.options.secret, contact: contact.text)
        }
    }

    /// The public key by which push services know the newspaper. Throws an error for the operator.
    /// - Parameter replaces: whether to make another first.
    package func pushKey(replaces: Bool) async throws -> String {
        let keys = try keys
        return replaces ? try await keys.replace() : try await keys.current().publicText
    }

    /// Sends a message to one device. Returns the HTTP status of its push service: 201 if it took the message. Throws an error for
    /// the operator.
    /// - Parameters:
    ///   - device: the identifier of its subscription.
    ///   - words: what the message says; nil for that it is a test.
    package func testPush(to device: String, _ words: TestMessage.Words? = nil) async throws -> Int {
        let message = TestMessage(
            archive: backend.archive, keys: try keys, agent: backend.options.agent, rules: backend.options.endpointRules
        )
        return try await message.send(to: device, words)
    }
}

extension TestMessage.Words {
    init(_ test: PushLink.Test) { self.init(title: test.title, text: test.text, url: test.url) }
}

import News
import Push
import Web

/// Commands for messages to readers' devices.
extension Commands {
    var keys: KeyDesk {
        get throws {
            guard let keys = try backend.options.keys(backend.archive) else {
                throw OptionError(faults: [
                    "Push is not set up: set N4MD_PUSH_CONTACT to an address at which push services can reach you, such as mailto:push@example.org."
                ])
            }
            return keys
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
    /// - Parameter device: the identifier of its subscription.
    package func testPush(to device: String) async throws -> Int {
        let message = TestMessage(
            archive: backend.archive, keys: try keys, agent: backend.options.agent, rules: backend.options.endpointRules
        )
        return try await message.send(to: device)
    }
}

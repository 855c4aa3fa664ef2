import Foundation

/// Where a push service can reach the operator (RFC 8292, section 2.1).
package struct PushContact: Sendable, Hashable {
    /// A `mailto:` or `https:` address.
    package let text: String

    /// A reason why an address cannot be the contact. Apple's service answers 403 to messages with such a one.
    package enum Fault: Error, Sendable, Equatable {
        /// It is neither mailto: nor https:, or is not well formed.
        case form
        /// Its host is one that nobody else can reach: `localhost`, `.local`, `.invalid`, an IP address.
        case host(String)

        /// Worded to follow the address.
        package var reason: String {
            switch self {
            case .form: "but must be an address that begins with mailto: or https:"
            case .host(let host):
                "but push services refuse a contact at \(host): give an address on the open internet, by its name"
            }
        }
    }

    /// Takes an address. Throws what is wrong with it.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
        else { throw .form }
        guard let host = Self.host(of: text), !host.isEmpty else { throw .form }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isRefused =
            labels.count < 2 || labels.contains("") || host.contains(":") || host.hasPrefix("[")
            || ["local", "localhost", "invalid"].contains(labels.last.map(String.init) ?? "")
            || labels.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
        guard !isRefused else { throw .host(host) }
        self.text = text
    }

    private static func host(of text: String) -> String? {
        if text.hasPrefix("mailto:") {
            let parts = text.dropFirst(7).prefix { $0 != "?" }.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty ? parts[1].lowercased() : nil
        }
        guard text.hasPrefix("https://") else { return nil }
        return URL(string: text)?.host(percentEncoded: true)?.lowercased()
    }
}

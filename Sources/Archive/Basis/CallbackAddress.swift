import Foundation

/// The address at which another server wants to be called.
package struct CallbackAddress: Sendable, Hashable {
    /// The address as given, with its query.
    package let text: String
    /// The host without its port, in lower case: limits are counted by it.
    package let host: String

    /// - Parameter text: an http or https address of at most 2000 visible ASCII characters, without user name,
    ///   password and fragment; the result is nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil,
            (1...65_535).contains(parts.port ?? 443)
        else { return nil }
        self.text = text
        self.host = host.lowercased()
    }
}

import Foundation

/// Where another server wants to be called.
package struct CallbackAddress: Sendable, Hashable {
    /// As it was given, with its query.
    package let text: String
    /// Without the port, in lower case: limits count by it.
    package let host: String

    /// - Parameter text: nil where it is no http or https address of visible ASCII characters without a name, password and fragment, of at
    ///   most 2000.
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

package import Foundation

extension Data {
    /// Reads base64url (RFC 4648, 5), with or without padding; nil for anything else.
    package init?(base64url text: String) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else { return nil }
        let plain = text.prefix { $0 != "=" }.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }

    /// As base64url without padding.
    package var base64url: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

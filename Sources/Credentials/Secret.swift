import Crypto
import Foundation

/// Random bits that anybody who knows them can use: the name of a session, a token, a link. They are shown
/// to one person and stored nowhere; only their hash is stored.
package struct Secret: Sendable {
    /// The form in which it is shown: letters of the base64 alphabet for addresses (RFC 4648, section 5),
    /// after a prefix if there is one.
    package let text: String

    /// Creates a new secret.
    /// - Parameters:
    ///   - bits: a multiple of 8.
    ///   - prefix: tells people and leak scanners what it is.
    package init(bits: Int, prefix: String = "") {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<bits / 8).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text = prefix + Self.base64(Data(bytes))
    }

    /// Takes a secret that was shown; nil if it does not have the form of ours.
    /// - Parameter bits: the number of bits it was made with.
    package init?(_ text: String, bits: Int) {
        guard text.utf8.count == (bits + 5) / 6, text.utf8.allSatisfy(Self.isLetter) else { return nil }
        self.text = text
    }

    /// Takes a secret that was shown with any prefix; it is compared by its hash alone.
    package init(shown text: String) { self.text = text }

    /// The stored form: its SHA-256. A secret is random, so nothing slower is needed.
    package var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// Another secret that only somebody who knows this one can derive: its HMAC-SHA256 of a purpose.
    package func derived(for purpose: String) -> String { Self.base64(Data(derivedBytes(for: purpose))) }

    /// The 32 bytes of such a derived secret.
    package func derivedBytes(for purpose: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: SymmetricKey(data: Data(text.utf8))))
    }

    /// Whether two texts are equal, in a time that does not reveal where they differ.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func base64(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}

/// A secret that gets into a log or an error by mistake shows nothing of itself.
extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a secret" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

import Crypto
import Foundation

/// Random bits that whoever knows them may use: the name of a session, a token, a link. It is shown to one person and kept nowhere; what is
/// kept is its hash.
package struct Secret: Sendable {
    /// As it is shown: letters of the base64 alphabet for addresses (RFC 4648, section 5), behind a prefix where there is one.
    package let text: String

    /// A new one.
    /// - Parameters:
    ///   - bits: a multiple of 8.
    ///   - prefix: by which people and scanners of leaks know what it is.
    package init(bits: Int, prefix: String = "") {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<bits / 8).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text = prefix + Self.base64(Data(bytes))
    }

    /// One that is shown; nil where it is none of ours by its form.
    /// - Parameter bits: as it was made with.
    package init?(_ text: String, bits: Int) {
        guard text.utf8.count == (bits + 5) / 6, text.utf8.allSatisfy(Self.isLetter) else { return nil }
        self.text = text
    }

    /// One that is shown with whatever prefix; it is compared by its hash alone.
    package init(shown text: String) { self.text = text }

    /// What it is kept as: its SHA-256. It is random, so nothing slower is needed.
    package var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// Another secret that only who knows this one can tell: its HMAC-SHA256 of a purpose.
    package func derived(for purpose: String) -> String { Self.base64(Data(derivedBytes(for: purpose))) }

    /// The 32 bytes of such a secret.
    package func derivedBytes(for purpose: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: SymmetricKey(data: Data(text.utf8))))
    }

    /// Whether two texts are equal, in a time that does not tell where they differ.
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

import Crypto
import Foundation

/// A code that stands for the second factor once, for people who have lost their phone. It has 20 decimal digits (66 bits), so that
/// it can be typed wherever the six digits of the app can. It is shown once; only its hash is stored.
package struct RecoveryCode: Sendable, Hashable {
    /// The number of codes that somebody gets at once.
    package static let count = 10
    private static let length = 20
    private let digits: String

    /// Creates a new one.
    package init() {
        var generator = SystemRandomNumberGenerator()
        digits = (0..<Self.length).map { _ in String(UInt8.random(in: 0...9, using: &generator)) }.joined()
    }

    /// Reads what somebody typed, with or without hyphens and spaces; nil if it is not such a code.
    package init?(typed: String) {
        let digits = typed.filter { !$0.isWhitespace && $0 != "-" }
        guard digits.count == Self.length, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.digits = digits
    }

    /// The form to write down: five groups of four.
    package var text: String {
        stride(from: 0, to: Self.length, by: 4).map { String(digits.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// The stored form: its SHA-256. A code is random, so nothing slower is needed.
    package var hash: [UInt8] { Array(SHA256.hash(data: Data(digits.utf8))) }
}

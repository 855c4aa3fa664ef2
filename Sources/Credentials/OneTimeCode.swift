import Crypto
package import Foundation

/// The key that we share with a person's authenticator app, and the codes that the app shows: TOTP (RFC
/// 6238) with SHA-1, six digits and steps of 30 seconds, which is what all such apps support.
package struct OneTimeKey: Sendable, Hashable {
    /// 160 bits, as RFC 4226 recommends.
    package let bytes: [UInt8]

    private static let length = 20
    private static let step = 30.0

    /// Creates a key that only somebody who knows a secret can derive, and that is stored nowhere until it is
    /// confirmed.
    package init(derivedFrom secret: Secret) {
        bytes = Array(secret.derivedBytes(for: "one-time key").prefix(Self.length))
    }

    /// Creates a key from its stored bytes.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The time step that a code belongs to: the present one, or one beside it, since clocks differ. Nil if it
    /// belongs to none, or to one that is not after `last`: a code is accepted once.
    package func step(of code: String, at date: Date, after last: Int) -> Int? {
        let digits = code.filter { !$0.isWhitespace }
        let now = Int((date.timeIntervalSince1970 / Self.step).rounded(.down))
        return (now - 1...now + 1).first { $0 > last && Secret.areEqual(self.code(at: $0), digits) }
    }

    /// The code of a step.
    func code(at step: Int) -> String {
        let counter = withUnsafeBytes(of: UInt64(max(0, step)).bigEndian) { Data($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: bytes)))
        // The dynamic truncation of RFC 4226, section 5.3.
        let offset = Int(mac[mac.count - 1] & 0xF)
        let number = mac[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        return String(String(number % 1_000_000 + 1_000_000).dropFirst())
    }

    /// The form to type into an app by hand: base32 (RFC 4648, section 6) in groups of four.
    package var text: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (buffer, bits, text) = (0, 0, "")
        for byte in bytes {
            (buffer, bits) = (buffer << 8 | Int(byte), bits + 8)
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[buffer >> bits & 31])
                if text.count % 5 == 4 { text.append(" ") }
            }
            buffer &= (1 << bits) - 1
        }
        return text.trimmingCharacters(in: .whitespaces)
    }

    /// The address that opens an app with this key.
    /// - Parameters:
    ///   - account: the name of its owner.
    ///   - issuer: the newspaper.
    package func address(account: String, issuer: String) -> String {
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let secret = text.filter { $0 != " " }
        return "otpauth://totp/\(encoded(issuer)):\(encoded(account))?secret=\(secret)&issuer=\(encoded(issuer))"
    }
}

import Crypto
import CryptoExtras
import Foundation

/// A password as it is stored: its scrypt hash (RFC 7914) in the PHC string format,
/// `$scrypt$ln=17,r=8,p=1$salt$hash`.
package struct PasswordHash: Sendable, Hashable {
    /// The stored form.
    package let text: String
    private let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// The cost of finding the password by trying.
    package struct Cost: Sendable, Hashable {
        /// The logarithm of scrypt's N.
        package var logarithm: Int
        /// Scrypt's r.
        package var blockSize: Int
        /// Scrypt's p.
        package var parallelism: Int

        /// N = 2^17, r = 8, p = 1: 128 MiB and some tenths of a second, as the OWASP Password Storage Cheat Sheet asks for.
        package static let standard = Cost(logarithm: 17, blockSize: 8, parallelism: 1)

        /// A cost.
        package init(logarithm: Int, blockSize: Int, parallelism: Int) {
            self.logarithm = logarithm
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// A stored hash names its own cost; one of more than twice the standard is never computed.
        fileprivate var isBearable: Bool {
            (1...18).contains(logarithm) && (1...8).contains(blockSize) && parallelism == 1
        }
    }

    private static let saltLength = 16
    private static let hashLength = 32

    /// The hash of no password, at this cost: log-ins with unknown names are compared with it, so that they
    /// take as long as others.
    static func ofNobody(_ cost: Cost) -> PasswordHash {
        PasswordHash(cost, salt: Self.random(saltLength), hash: Self.random(hashLength))
    }

    /// Hashes a new password, which takes as long as the cost demands. Throws `CredentialsError` if there is
    /// no memory for it.
    package init(_ password: String, cost: Cost = .standard) throws(CredentialsError) {
        let salt = Self.random(Self.saltLength)
        self.init(cost, salt: salt, hash: try Self.derive(password, cost, salt))
    }

    private init(_ cost: Cost, salt: [UInt8], hash: [UInt8]) {
        (self.cost, self.salt, self.hash) = (cost, salt, hash)
        let parameters = "ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)"
        text = "$scrypt$\(parameters)$\(Self.encode(salt))$\(Self.encode(hash))"
    }

    /// Reads a stored hash; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let match = parts[2].wholeMatch(of: /ln=([0-9]{1,2}),r=([0-9]{1,2}),p=([0-9])/),
            let logarithm = Int(match.1), let blockSize = Int(match.2), let parallelism = Int(match.3),
            let salt = Self.decode(parts[3]), let hash = Self.decode(parts[4]), hash.count == Self.hashLength
        else { return nil }
        let cost = Cost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
        guard cost.isBearable else { return nil }
        self.init(cost, salt: salt, hash: hash)
    }

    /// Whether it is the hash of this password; takes as long as the cost demands, whatever the answer.
    package func matches(_ password: String) throws(CredentialsError) -> Bool {
        zip(try Self.derive(password, cost, salt), hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Composed characters are the same however they were typed (NFC, as in RFC 8265).
    static func derive(_ password: String, _ cost: Cost, _ salt: [UInt8]) throws(CredentialsError) -> [UInt8] {
        let letters = Data(password.precomposedStringWithCanonicalMapping.utf8)
        do {
            return try KDF.Scrypt.deriveKey(
                from: letters, salt: salt, outputByteCount: hashLength, rounds: 1 << cost.logarithm,
                blockSize: cost.blockSize, parallelism: cost.parallelism
            ).withUnsafeBytes { Array($0) }
        } catch {
            throw .memory
        }
    }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    // The PHC string format uses base64 without padding.
    private static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("=", with: "")
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)).map { Array($0) }
    }
}

/// The reason why a password could not be processed.
package enum CredentialsError: Error, Sendable {
    /// There was no memory for scrypt.
    case memory
    /// Too many passwords are being processed already.
    case busy
}

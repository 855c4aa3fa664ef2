import Crypto
import Foundation

extension Secret {
    /// Encrypts bytes so that only somebody who knows this secret can read them again: AES-256-GCM (NIST SP
    /// 800-38D), with a key derived for the purpose. Nil if the library refuses, as it does for no length that
    /// fits into memory.
    package func seal(_ bytes: [UInt8], for purpose: String) -> [UInt8]? {
        try? AES.GCM.seal(Data(bytes), using: key(for: purpose)).combined.map { Array($0) }
    }

    /// Decrypts what was sealed with this secret for the purpose; nil if it was not, or is damaged.
    package func open(_ bytes: [UInt8], for purpose: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: Data(bytes)) else { return nil }
        return (try? AES.GCM.open(box, using: key(for: purpose))).map { Array($0) }
    }

    private func key(for purpose: String) -> SymmetricKey { SymmetricKey(data: derivedBytes(for: purpose)) }
}

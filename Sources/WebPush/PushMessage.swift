import Crypto
package import Foundation

/// An encrypted message: one record of `aes128gcm` (RFC 8291, RFC 8188).
package enum PushMessage {
    /// The most bytes of a message as sent, which every push service takes (RFC 8030, 7.2).
    package static let mostSent = 4096
    /// The most bytes of a text: what a header of 86 bytes, a delimiter and a tag of 16 leave.
    package static let mostText = mostSent - 86 - 1 - 16

    /// Encrypts a text for a subscription. Throws `WebPushError.tooLong`, and `.publicKey` for a key that agrees on nothing.
    package static func encrypt(_ text: Data, for keys: PushKeys) throws(WebPushError) -> Data {
        var random = SystemRandomNumberGenerator()
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        return try encrypt(text, for: keys, salt: salt, sender: P256.KeyAgreement.PrivateKey())
    }

    /// - Parameters:
    ///   - salt: 16 random bytes, never used twice.
    ///   - sender: a key for this message alone.
    static func encrypt(
        _ text: Data, for keys: PushKeys, salt: Data, sender: P256.KeyAgreement.PrivateKey
    ) throws(WebPushError) -> Data {
        guard text.count <= mostText else { throw .tooLong(text.count) }
        let senderKey = sender.publicKey.x963Representation
        guard let receiver = try? P256.KeyAgreement.PublicKey(x963Representation: keys.publicKey),
            let agreed = try? sender.sharedSecretFromKeyAgreement(with: receiver)
        else { throw .publicKey }
        let material = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: keys.secret,
            sharedInfo: Data("WebPush: info\0".utf8) + keys.publicKey + senderKey,
            outputByteCount: 32)
        let key = derive(material, salt, "Content-Encoding: aes128gcm\0", 16)
        let nonce = derive(material, salt, "Content-Encoding: nonce\0", 12)
        // 2 ends the last record.
        guard let nonce = try? AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) }),
            let sealed = try? AES.GCM.seal(text + [2], using: key, nonce: nonce)
        else { throw .publicKey }
        let size = withUnsafeBytes(of: UInt32(mostSent).bigEndian) { Data($0) }
        return salt + size + [UInt8(senderKey.count)] + senderKey + sealed.ciphertext + sealed.tag
    }

    private static func derive(_ material: SymmetricKey, _ salt: Data, _ info: String, _ count: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: salt, info: Data(info.utf8), outputByteCount: count)
    }
}

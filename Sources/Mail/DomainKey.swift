import Crypto
import CryptoExtras
package import Foundation

/// The key with which a domain signs its mails, so that others can tell them from forged ones (DKIM, RFC 6376), with RSA and SHA-256.
package struct DomainKey: Sendable {
    /// The least bits of a key, as RFC 8301, section 3.2, advises.
    private static let leastBits = 2048

    /// The domain that signs, which is that of the sender's address.
    package let domain: String
    /// The label under `_domainkey` at which the public key stands.
    package let selector: String
    private let key: _RSA.Signing.PrivateKey

    /// A new key. Throws `MailError.domain`, `.key`.
    package init(domain: String, selector: String) throws(MailError) {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { throw .key }
        try self.init(domain, selector, key)
    }

    /// A stored key. Throws `MailError.domain`, `.key`.
    package init(domain: String, selector: String, stored: Data) throws(MailError) {
        guard let key = try? _RSA.Signing.PrivateKey(derRepresentation: stored), key.keySizeInBits >= Self.leastBits
        else {
            throw .key
        }
        try self.init(domain, selector, key)
    }

    private init(_ domain: String, _ selector: String, _ key: _RSA.Signing.PrivateKey) throws(MailError) {
        let (host, label) = (Array(domain.utf8), Array(selector.utf8))
        guard HostName.isPublic(host[...]), HostName.isLabel(label[...]) else {
            throw .domain(selector + "._domainkey." + domain)
        }
        (self.domain, self.selector, self.key) = (domain.lowercased(), selector.lowercased(), key)
    }

    /// The private key as PKCS #1, to be stored sealed.
    package var stored: Data { key.derRepresentation }

    /// The name of the record of the domain name system that has the public key.
    package var recordName: String { selector + "._domainkey." + domain }

    /// The record's text (RFC 6376, section 3.6.1), which operators set in parts of at most 255 characters.
    package var record: String { "v=DKIM1; k=rsa; p=" + key.publicKey.derRepresentation.base64EncodedString() }

    /// The field that signs other fields and a body, both in the canonicalization `relaxed`. Throws `MailError.key` if it cannot sign.
    /// - Parameters:
    ///   - body: with line ends of CRLF.
    ///   - date: when it is signed.
    func signature(of fields: [HeaderField], _ body: [UInt8], at date: Date) throws(MailError) -> HeaderField {
        let hash = Data(SHA256.hash(data: Canonical.body(body))).base64EncodedString()
        let tokens =
            [
                "v=1;", "a=rsa-sha256;", "c=relaxed/relaxed;", "d=\(domain);", "s=\(selector);",
                "t=\(Int(date.timeIntervalSince1970));", "h=",
            ] + fields.map { $0.name.lowercased() + ":" }
            // The sender's field is named once more than it stands there, so that nobody can add another (RFC 6376, section 5.4.2).
            + ["from;", "bh=\(hash);"]
        let unsigned = try HeaderField(Self.name, tokens: tokens + ["b="])
        let lines = fields.map(Canonical.line) + [Canonical.line(unsigned)]
        guard
            let proof = try? key.signature(for: Data(lines.joined(separator: "\r\n").utf8), padding: .insecurePKCS1v1_5)
        else {
            throw .key
        }
        return try HeaderField(
            Self.name, tokens: tokens + Self.parts(of: "b=" + proof.rawRepresentation.base64EncodedString()))
    }

    private static let name = "DKIM-Signature"

    /// Base64 in parts that fit on lines: spaces within it have no meaning.
    private static func parts(of text: String) -> [String] {
        var (rest, parts) = (text[...], [String]())
        while !rest.isEmpty {
            parts.append(String(rest.prefix(72)))
            rest = rest.dropFirst(72)
        }
        return parts
    }
}

/// The form of mails in which they are signed, which relays do not change by folding lines or ending them otherwise (RFC 6376, section 3.4).
enum Canonical {
    /// A field in the canonicalization `relaxed` (3.4.2), without its line end.
    static func line(_ field: HeaderField) -> String {
        let value = field.value.replacing("\r\n", with: " ").split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        return field.name.lowercased() + ":" + value
    }

    /// A body in the canonicalization `relaxed` (3.4.4): runs of blanks are one space, and there are none at the end of a line, nor empty lines
    /// at the end.
    static func body(_ bytes: [UInt8]) -> [UInt8] {
        var (output, blanks, lineEnds) = ([UInt8](), false, 0)
        output.reserveCapacity(bytes.count)
        for byte in bytes {
            switch byte {
            case 0x0D: continue
            case 0x0A: (blanks, lineEnds) = (false, lineEnds + 1)
            case 0x20, 0x09: blanks = true
            default:
                for _ in 0..<lineEnds { output += [0x0D, 0x0A] }
                if blanks { output.append(0x20) }
                output.append(byte)
                (blanks, lineEnds) = (false, 0)
            }
        }
        return output.isEmpty ? output : output + [0x0D, 0x0A]
    }
}

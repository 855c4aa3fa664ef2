@testable import Credentials
import Crypto
import Foundation
import Testing

/// Answers of authenticators, and what is wrong with them (Web Authentication, sections 7.1 and 7.2).
@Suite("Passkeys") struct PasskeyTests {
    private static let root = "https://news.example"
    private static let challenges = PasskeyChallenges(secret: Secret(shown: "of the newspaper"))
    private static let purpose = "readers"

    /// A device with one passkey, which answers as it is told.
    private struct Device {
        let key = P256.Signing.PrivateKey()
        let id: [UInt8] = [7, 1, 9]
        var type = "webauthn.get"
        var challenge = challenges.make(for: purpose)
        var origin = root
        var isWithin: Bool?
        var party = "news.example"
        var flags: UInt8 = 0b101
        var counter = 1
        var signs = true

        var client: Data {
            let within = isWithin.map { ",\"crossOrigin\":\($0)" } ?? ""
            let challenge = Data(challenge).base64url
            return Data("{\"type\":\"\(type)\",\"challenge\":\"\(challenge)\",\"origin\":\"\(origin)\"\(within)}".utf8)
        }
        var authenticator: Data {
            let head = Data(SHA256.hash(data: Data(party.utf8))) + [flags]
            let count = withUnsafeBytes(of: UInt32(counter).bigEndian) { Data($0) }
            guard flags & 64 != 0 else { return head + count }
            return head + count + Data(count: 16) + [0, UInt8(id.count)] + id + [0xA0]
        }
        func fields() throws -> [String: String] {
            let signed = authenticator + SHA256.hash(data: client)
            let signature = try key.signature(for: signs ? signed : signed + [0]).derRepresentation
            return [
                "id": Data(id), "client": client, "authenticator": authenticator, "signature": signature,
                "key": key.publicKey.derRepresentation,
            ].mapValues(\.base64url)
        }
        var passkey: Passkey { Passkey(id: id, key: Array(key.publicKey.derRepresentation), counter: 0) }
    }

    private static func isOurs(_ challenge: [UInt8]) -> Bool { challenges.isValid(challenge, for: purpose) }

    private func verify(_ device: Device, of passkey: Passkey? = nil) throws -> Passkey {
        let (party, fields) = (try #require(RelyingParty(root: Self.root)), try device.fields())
        let answer = try PasskeyAnswer { fields[$0] ?? "" }
        #expect(try party.checkQuestion(of: answer, isOurs: Self.isOurs) == device.challenge)
        return try party.verify(answer, of: passkey ?? device.passkey)
    }

    @Test("A right answer is accepted, and its counter kept") func right() throws {
        let device = Device(counter: 41)
        let passkey = try verify(device)
        #expect(passkey.counter == 41)
        #expect(throws: PasskeyFault.counter) { try verify(device, of: passkey) }
        #expect(try verify(Device(counter: 0)).counter == 0, "synchronised passkeys count nothing")
    }

    @Test(
        "Whatever is wrong with an answer is told",
        arguments: [
            (Device(type: "webauthn.create"), PasskeyFault.type), (Device(challenge: [1, 2, 3]), .challenge),
            (Device(challenge: challenges.make(for: "newsroom")), .challenge),
            (Device(challenge: challenges.make(for: purpose, now: Date(timeIntervalSinceNow: -301))), .challenge),
            (Device(origin: "https://news.example.evil"), .origin), (Device(origin: "http://news.example"), .origin),
            (Device(isWithin: true), .origin), (Device(party: "example"), .party), (Device(flags: 0b100), .absent),
            (Device(flags: 0b001), .unverified), (Device(signs: false), .signature),
        ] as [(Device, PasskeyFault)])
    private func wrong(_ device: Device, _ fault: PasskeyFault) throws {
        #expect(throws: fault) { try verify(device) }
    }

    @Test("An answer of another passkey is refused") func another() throws {
        let other = Device().passkey
        #expect(throws: PasskeyFault.signature) { try verify(Device(), of: other) }
    }

    @Test("A new passkey is kept with its key and identifier") func new() throws {
        let device = Device(type: "webauthn.create", flags: 0b1000101)
        let (party, fields) = (try #require(RelyingParty(root: Self.root)), try device.fields())
        let (passkey, challenge) = try party.create(try NewPasskeyAnswer { fields[$0] ?? "" }, isOurs: Self.isOurs)
        #expect(challenge == device.challenge)
        #expect(passkey == Passkey(id: device.id, key: device.passkey.key, counter: 1))
        let faults: [(String, String, PasskeyFault)] = [
            ("key", Data([1, 2]).base64url, .key), ("id", Data([7]).base64url, .malformed),
            ("key", P384.Signing.PrivateKey().publicKey.derRepresentation.base64url, .key),
        ]
        for (name, text, fault) in faults {
            let answer = try NewPasskeyAnswer { $0 == name ? text : fields[$0] ?? "" }
            #expect(throws: fault) { try party.create(answer, isOurs: Self.isOurs) }
        }
    }

    @Test(
        "What is no answer at all is malformed",
        arguments: [
            ("id", ""), ("client", "e30"), ("client", "!"), ("authenticator", "AAAA"),
            ("authenticator", Data(count: 37).base64url + "="), ("client", String(repeating: "A", count: 9000)),
        ])
    func malformed(_ name: String, _ text: String) throws {
        let (party, fields) = (try #require(RelyingParty(root: Self.root)), try Device().fields())
        #expect(throws: PasskeyFault.self) {
            let answer = try PasskeyAnswer { $0 == name ? text : fields[$0] ?? "" }
            _ = try party.checkQuestion(of: answer, isOurs: Self.isOurs)
            return try party.verify(answer, of: Device().passkey)
        }
    }

    @Test("Bytes of any number, cut anywhere, are read without a trap") func cut() throws {
        let whole = Device(type: "webauthn.create", flags: 0b1000101).authenticator
        for count in 0..<whole.count {
            _ = try? AuthenticatorData(whole.prefix(count))
        }
        var long = whole
        (long[53], long[54]) = (0xFF, 0xFF)
        #expect(throws: PasskeyFault.malformed) { try AuthenticatorData(long) }
    }

    @Test(
        "Only a secure site with a domain has passkeys",
        arguments: [
            ("https://news.example", "news.example", "https://news.example"),
            ("https://News.example:443/x", "news.example", "https://news.example"),
            ("http://localhost:8080", "localhost", "http://localhost:8080"), ("http://news.example", nil, nil),
            ("https://192.0.2.1", nil, nil), ("https://[::1]:8080", nil, nil), ("nonsense", nil, nil),
        ])
    func parties(_ root: String, _ id: String?, _ origin: String?) {
        let party = RelyingParty(root: root)
        #expect(party?.id == id && party?.origin == origin)
    }
}

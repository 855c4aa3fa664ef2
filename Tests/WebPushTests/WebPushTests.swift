import Credentials
import Crypto
import Foundation
import Testing
@testable import WebPush

@Suite("Messages and tokens of Web Push")
struct WebPushTests {
    private static let keys = (
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg"
    )

    @Test("The example of RFC 8291, section 5, comes out to the byte") func example() throws {
        let sender = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: try #require(Data(base64url: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
        let body = try PushMessage.encrypt(
            Data("When I grow up, I want to be a watermelon".utf8),
            for: PushKeys(p256dh: Self.keys.p256dh, auth: Self.keys.auth),
            salt: try #require(Data(base64url: "DGv6ra1nlYgDCS1FRnbzlw")), sender: sender)
        #expect(
            body.base64url == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b\
                Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """)
    }

    @Test("A text fits up to 3,993 bytes", arguments: [(0, 103), (3993, 4096)])
    func sizes(_ text: Int, _ sent: Int) throws {
        let keys = try PushKeys(p256dh: Self.keys.p256dh, auth: Self.keys.auth)
        #expect(try PushMessage.encrypt(Data(count: text), for: keys).count == sent)
        #expect(throws: WebPushError.tooLong(3994)) { try PushMessage.encrypt(Data(count: 3994), for: keys) }
    }

    @Test(
        "Keys that are none are refused",
        arguments: [
            ("", keys.auth, WebPushError.publicKey), ("BCVx", keys.auth, .publicKey),
            (String(repeating: "A", count: 87), keys.auth, .publicKey),
            (keys.p256dh.replacing("B", with: "C"), keys.auth, .publicKey),
            (keys.p256dh.replacing("_", with: "/"), keys.auth, .publicKey), ("é", keys.auth, .publicKey),
            (keys.p256dh, "", .secret), (keys.p256dh, "BTBZMqHH6r4Tts7J_aSI", .secret),
            (keys.p256dh, "no base64!", .secret),
        ])
    func refused(_ p256dh: String, _ auth: String, _ error: WebPushError) {
        #expect(throws: error) { try PushKeys(p256dh: p256dh, auth: auth) }
    }

    @Test("A token says for whom, until when and from whom, as RFC 8292 shows, and verifies") func token() throws {
        let key = ApplicationKey()
        let header = try key.authorization(
            for: try #require(URL(string: "https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV")),
            contact: "mailto:push@example.com", expiry: Date(timeIntervalSince1970: 1_453_523_768))
        let (token, publicText) = try parts(header)
        #expect(publicText == key.publicText)
        #expect(
            token.dropLast().joined(separator: ".")
                == """
                eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0b\
                zpwdXNoQGV4YW1wbGUuY29tIn0
                """)
        #expect(try isSigned(token, publicText))
        let restored = try ApplicationKey(stored: key.stored)
        #expect(restored.publicText == key.publicText)
        #expect(throws: WebPushError.applicationKey) { try ApplicationKey(stored: Data(count: 32)) }
    }

    @Test("The signature of the example of RFC 8292 verifies by the same reading") func signature() throws {
        let header = """
            vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im\
            1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, \
            k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs
            """
        let (token, publicText) = try parts(header)
        #expect(try isSigned(token, publicText))
    }

    @Test(arguments: [
        ("https://push.example.net/p/1", "https://push.example.net"),
        ("HTTPS://Push.Example.net:443/", "https://push.example.net"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080"), ("https://[::1]:9/x", "https://[::1]:9"),
        ("mailto:push@example.com", nil), ("https:///x", nil),
    ])
    func origins(_ address: String, _ origin: String?) throws {
        #expect(ApplicationKey.origin(of: try #require(URL(string: address))) == origin)
    }

    private func parts(_ header: String) throws -> (token: [Substring], key: String) {
        let match = try #require(header.wholeMatch(of: /vapid t=([^,]+), k=(.+)/))
        return (match.1.split(separator: "."), String(match.2))
    }

    private func isSigned(_ token: [Substring], _ key: String) throws -> Bool {
        let key = try P256.Signing.PublicKey(x963Representation: try #require(Data(base64url: key)))
        let last = try #require(token.last)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Data(base64url: String(last))))
        return key.isValidSignature(signature, for: Data(token.dropLast().joined(separator: ".").utf8))
    }
}

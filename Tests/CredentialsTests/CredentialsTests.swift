import Foundation
import Testing

@testable import Credentials

/// A cost low enough for tests.
private let light = PasswordHash.Cost(logarithm: 4, blockSize: 8, parallelism: 1)

@Suite("Passwords")
struct PasswordTests {
    @Test(
        "Scrypt gives what RFC 7914, section 12 says",
        arguments: [
            ("", "", 4, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"),
            ("password", "NaCl", 10, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            ),
        ])
    func vectors(_ password: String, _ salt: String, _ n: Int, _ r: Int, _ p: Int, _ wanted: String) throws {
        let cost = PasswordHash.Cost(logarithm: n, blockSize: r, parallelism: p)
        let hash = try PasswordHash.derive(password, cost, Array(salt.utf8))
        #expect(hash.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() == wanted)
    }

    @Test("A password matches what was kept of it, and no other does") func matching() throws {
        let made = try PasswordHash("càfé sur la plage", cost: light)
        let kept = try #require(PasswordHash(text: made.text))
        #expect(made.text.hasPrefix("$scrypt$ln=4,r=8,p=1$") && kept == made)
        #expect(try kept.matches("càfé sur la plage") && kept.matches("ca\u{300}fe\u{301} sur la plage"))
        #expect(try !kept.matches("cafe sur la plage") && !kept.matches(""))
        #expect(try PasswordHash("càfé sur la plage", cost: light).text != made.text, "the salt is another each time")
    }

    @Test(
        "What was not kept by us is none",
        arguments: [
            "", "$scrypt$", "$scrypt$ln=17,r=8,p=1$AAAA$AAAA", "$argon2id$ln=4,r=8,p=1$AAAA$AAAA",
            "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
    func foreign(_ text: String) { #expect(PasswordHash(text: text) == nil) }

    @Test("Nobody's password is none, and too many at once are refused") func work() async throws {
        let work = PasswordWork(threads: 1, limit: 2, cost: light)
        let kept = try await work.hash("a good long one")
        #expect(try await work.matches("a good long one", kept))
        for password in ["a good long one", "nobody", ""] { #expect(try await !work.matches(password, nil)) }
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask { do { return try await !work.matches("x", nil) ? false : true } catch { return true } }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused < 200)
        work.stop()
    }

    @Test(
        "A new password is long, and none that is tried first",
        arguments: [
            ("blue ferry 1911", nil), ("кофе на берегу", nil), ("short", .short), ("aaaaaaaaaaaa", .simple),
            ("abcdefghijkl", .simple), ("123456789012", .simple), ("Password123", .simple), ("Ana Lopes 1", .name),
            ("the breakwater", .name), ("Lopes12345", .name), ("LopesPassword1", .name),
            (String(repeating: "ab9x", count: 60), .long),
        ] as [(String, PasswordRules.Fault?)])
    func rules(_ password: String, _ wanted: PasswordRules.Fault?) {
        #expect(PasswordRules.fault(of: password, names: ["Ana Lopes", "The Breakwater"]) == wanted)
    }

    /// From the top of leaked lists, and what people choose who have read that passwords should be long.
    @Test(
        "Usual passwords are refused",
        arguments: """
            password123 password1234 1234567890 0987654321 qwertyuiop qwerty123456 1q2w3e4r5t q1w2e3r4t5 1qaz2wsx3edc
            zaq12wsxcde3 zxcvbnm123 123456789a a123456789 iloveyou123 basketball superman123 football123 princess123
            liverpool1 chocolate1 butterfly1 P@ssw0rd123 Passw0rd123! abcd123456 abc1234567 qwer123456 147258369a
            mypassword1 letmein1234 Welcome2026 Summer2026! Winter2025!! monkeydragon 19870412123 palavra-passe
            benfica1904 verão202600 administrator1
            """.split(whereSeparator: \.isWhitespace).map(String.init))
    func usual(_ password: String) {
        #expect(PasswordRules.fault(of: password, names: []) == .simple)
    }

    @Test(
        "Others are not",
        arguments: [
            "tide-lamp-7-gulls", "correct horse battery staple", "xk4!vQe9#mLp", "ontem choveu na ponte", "Zwetschgen1",
            "84639201746251937", "the monkey and the dragon love chocolate",
        ])
    func unusual(_ password: String) {
        #expect(PasswordRules.fault(of: password, names: []) == nil)
    }
}

@Suite("Codes of the second factor")
struct OneTimeCodeTests {
    private let key = OneTimeKey(bytes: Array("12345678901234567890".utf8))

    @Test(
        "They are those of RFC 6238, appendix B",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130"),
        ])
    func vectors(_ seconds: Int, _ code: String) {
        let date = Date(timeIntervalSince1970: Double(seconds))
        #expect(key.step(of: code, at: date, after: 0) == seconds / 30)
        #expect(
            key.step(of: " \(code.prefix(3)) \(code.suffix(3))", at: date.addingTimeInterval(30), after: 0) == seconds
                / 30)
        #expect(key.step(of: code, at: date.addingTimeInterval(90), after: 0) == nil, "it is too old")
        #expect(key.step(of: code, at: date, after: seconds / 30) == nil, "it was used")
        #expect(key.step(of: "", at: date, after: 0) == nil)
    }

    @Test("Apps get the key as text and as an address") func address() {
        #expect(key.text == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
        #expect(
            key.address(account: "Ana L", issuer: "The Breakwater")
                == "otpauth://totp/The%20Breakwater:Ana%20L?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=The%20Breakwater"
        )
        let secret = Secret(bits: 128)
        #expect(OneTimeKey(derivedFrom: secret).bytes.count == 20)
        #expect(OneTimeKey(derivedFrom: secret) == OneTimeKey(derivedFrom: secret))
        #expect(OneTimeKey(derivedFrom: secret) != OneTimeKey(derivedFrom: Secret(bits: 128)))
    }
}

@Suite("Secrets")
struct SecretTests {
    @Test("What prints a secret shows nothing of it") func printing() {
        let secret = Secret(bits: 128, prefix: "n4md_")
        var dumped = ""
        dump((secret, [secret]), to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: [secret]), dumped] {
            #expect(!text.contains(secret.text.suffix(20)))
        }
    }

    @Test("They are random, and kept as hashes") func secrets() throws {
        let secret = Secret(bits: 128)
        #expect(secret.text.utf8.count == 22 && secret.text != Secret(bits: 128).text)
        #expect(try #require(Secret(secret.text, bits: 128)).hash == secret.hash && secret.hash.count == 32)
        #expect(
            secret.derived(for: "a") != secret.derived(for: "b") && secret.derived(for: "a") == secret.derived(for: "a")
        )
        #expect(Secret(bits: 256, prefix: "n4md_").text.utf8.count == 48)
    }

    @Test(
        "What has another form is none", arguments: ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAA/", "AAAAAAAAAAAAAAAAAAAAAAA"])
    func forms(_ text: String) { #expect(Secret(text, bits: 128) == nil) }
}

@Suite("Webhook secrets")
struct WebhookSecretTests {
    private static let longest =
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw=="

    /// The first is the test vector of the Standard Webhooks libraries; the others come from Python's hmac.
    @Test(
        "Signatures are those that others make",
        arguments: [
            (
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330,
                #"{"test": 2432232314}"#, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
            ),
            (
                longest, "msg_1", 1_700_000_000, #"{"headline":"Ação — 🛶"}"#,
                "v1,XF7u4eMmtIxo4nT+qb8amBz1/UtL+QFiApAnQJ+BNKU="
            ),
            (longest, "msg_1", 1_700_000_000, "", "v1,BWkxbM3LYytg96qlUhITZDXqX4KEiRQYa62SWkzC28w="),
        ])
    func vectors(_ secret: String, _ id: String, _ timestamp: Int, _ body: String, _ wanted: String) throws {
        let secret = try #require(WebhookSecret(secret))
        #expect(secret.signature(id: id, timestamp: timestamp, body: Data(body.utf8)) == wanted)
    }

    @Test("A new one has 32 bytes, is like no other, and is read back") func new() throws {
        let (one, other) = (WebhookSecret(), WebhookSecret())
        #expect(one.text != other.text && one.text.hasPrefix("whsec_"))
        #expect(Data(base64Encoded: String(one.text.dropFirst(6)))?.count == 32)
        let again = try #require(WebhookSecret(one.text))
        let body = Data("x".utf8)
        #expect(again.signature(id: "a", timestamp: 1, body: body) == one.signature(id: "a", timestamp: 1, body: body))
    }

    @Test(
        "What is no secret is none",
        arguments: [
            "", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!!", "whsec_" + String(repeating: "AAAA", count: 22),
        ])
    func none(_ text: String) { #expect(WebhookSecret(text) == nil) }
}

@Suite("Signatures of hubs")
struct HubSignatureTests {
    @Test("HMAC-SHA256 gives what RFC 4231, section 4.3 says, in small hexadecimal digits") func signature() {
        #expect(
            HubSignature.text(of: Array("what do ya want for nothing?".utf8), secret: "Jefe")
                == "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    /// RFC 4231, section 4.3, and RFC 2202, section 3.
    static let vectors = [
        "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
        "SHA256=5BDCC146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "sha384=af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
        "sha512=164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
            + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ]

    @Test("A body that comes in pieces is known by each of the methods", arguments: vectors)
    func known(_ header: String) throws {
        var check = try #require(HubSignatureCheck(header: header, secret: "Jefe"))
        for piece in ["what do ya ", "", "want for nothing?"] { check.update(Array(piece.utf8)) }
        #expect(check.isGood)
        check.update([0])
        #expect(!check.isGood)
        var other = try #require(HubSignatureCheck(header: header, secret: "jefe"))
        other.update(Array("what do ya want for nothing?".utf8))
        #expect(!other.isGood)
    }

    @Test(
        "What is no signature is none",
        arguments: ["", "=", "sha256", "md5=00", "sha256=0", "sha256=zz", "sha1=" + String(repeating: "0", count: 200)])
    func none(_ header: String) { #expect(HubSignatureCheck(header: header, secret: "x") == nil) }
}

import Testing

@testable import Credentials

struct SealingTests {
    @Test(arguments: [0, 1, 5000]) func onlyTheSameSecretReadsItForTheSamePurpose(_ length: Int) throws {
        let (secret, other) = (Secret(bits: 256), Secret(bits: 256))
        let bytes = (0..<length).map { UInt8($0 % 251) }
        let sealed = try #require(secret.seal(bytes, for: "answers"))
        #expect(secret.open(sealed, for: "answers") == bytes)
        #expect(Secret(shown: secret.text).open(sealed, for: "answers") == bytes)
        #expect(other.open(sealed, for: "answers") == nil && secret.open(sealed, for: "links") == nil)
        // Sealing gives different bytes each time.
        #expect(secret.seal(bytes, for: "answers") != sealed)
    }

    @Test func damageIsSeen() throws {
        let secret = Secret(bits: 256)
        let sealed = try #require(secret.seal(Array("a link".utf8), for: "answers"))
        for index in sealed.indices {
            var damaged = sealed
            damaged[index] ^= 1
            #expect(secret.open(damaged, for: "answers") == nil)
        }
        #expect(secret.open([], for: "answers") == nil && secret.open(Array(sealed.dropLast()), for: "answers") == nil)
    }
}

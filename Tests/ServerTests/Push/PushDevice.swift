import Archive
import Credentials
import Crypto
import Foundation
import HTTPTypes
import PostgreSQL
@testable import Server
import Testing
import WebPush

/// A reader's device: it subscribes as a browser does, and reads what comes with its own keys (RFC 8291).
struct PushDevice: Sendable {
    let key = P256.KeyAgreement.PrivateKey()
    let secret = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    /// Its address at the push service.
    let endpoint: String

    /// - Parameter root: the address of the push service.
    init(_ root: String, _ name: String = UUID().uuidString) { endpoint = root + "/" + name }

    /// The path of its endpoint.
    var path: String { URL(string: endpoint)?.path ?? "" }

    /// The body of its subscription.
    /// - Parameter more: further members, as JSON.
    func body(_ more: String = #""topics":["front"]"#) -> String {
        """
        {"endpoint":"\(endpoint)","expirationTime":null,
        "keys":{"p256dh":"\(key.publicKey.x963Representation.base64url)","auth":"\(secret.base64url)"},\(more)}
        """
    }

    /// A message as it reads it.
    struct Message: Decodable {
        var version: Int
        var kind: String
        var message: Int?
        var article: Int?
        var tag: String
        var receipt: String?
        var title: String
        var text: String?
        var url: String?
        var body: String?
        var standfirst: String?
        var headline: String?
        var picture: String?
        var urgent: Bool?
        var silent: Bool?
        var others: Int?
    }

    func read(_ delivery: PushService.Delivery) throws -> Message {
        try JSONDecoder().decode(Message.self, from: decrypt(delivery.body))
    }

    /// The text of a message (RFC 8188, section 2; RFC 8291, section 3).
    func decrypt(_ body: [UInt8]) throws -> Data {
        let (salt, rest) = (Data(body.prefix(16)), body.dropFirst(21))
        let sender = Data(rest.prefix(65))
        let sealed = Data(rest.dropFirst(65))
        let agreed = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
        let material = agreed.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret,
            sharedInfo: Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender, outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: salt, info: Data(info.utf8), outputByteCount: count)
        }
        let nonce = derive("Content-Encoding: nonce\0", 12).withUnsafeBytes { Data($0) }
        let box = try AES.GCM.SealedBox(
            nonce: .init(data: nonce), ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
        let padded = try AES.GCM.open(box, using: derive("Content-Encoding: aes128gcm\0", 16))
        try #require(padded.last == 2)
        return padded.dropLast()
    }
}

/// A subscription as it is answered.
struct MadeSubscription: Decodable {
    struct Quiet: Decodable, Equatable {
        var from: String
        var to: String
    }
    var id: String
    var topics: [String]
    var quiet: Quiet?
    var cap: Int?
    var device: [String: String]
    var key: String
    var expires: String
}

extension TestSite {
    /// Subscribes a device, and expects that it is accepted.
    @discardableResult
    func subscribe(
        _ device: PushDevice, _ more: String = #""topics":["front"]"#, _ location: SourceLocation = #_sourceLocation
    ) async throws -> MadeSubscription {
        let answer = try await pushJSON(.post, "subscriptions", device.body(more))
        let text = try answer.text
        try #require(answer.status == 201, "\(text)", sourceLocation: location)
        return try answer.json()
    }

    /// Makes whatever waits for a device due, as if its time had come; its push service is no longer left alone, as it is
    /// when the machine was too busy to hear its answer.
    func hurry(_ device: PushDevice, _ change: SQL = "next_try_at = now()") async throws {
        try await backend.archive.write {
            _ = try $0.connection.query(
                """
                update push_deliveries set \(change) where next_try_at is not null and subscription_id in (
                    select id from push_subscriptions where endpoint = \(device.endpoint))
                """)
            _ = try $0.connection.query(
                """
                update push_hosts set held_until = now() where held_until > now() and host in (
                    select host from push_subscriptions where endpoint = \(device.endpoint))
                """)
        }
    }

    /// How often deliveries to a device are in a state.
    func deliveries(_ device: PushDevice, _ condition: SQL = "true") async throws -> Int {
        try await number(
            """
            select count(*) from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
            where s.endpoint = \(device.endpoint) and (\(condition))
            """)
    }
}

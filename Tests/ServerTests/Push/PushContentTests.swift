import Archive
import Credentials
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
@testable import Server
import Testing
import WebPush

extension PushSiteTests {
    @Suite("What devices are sent")
    struct Contents {
        @Test("The device reads the whole story, and the service what RFC 8030 and 8292 want") func whole() async throws
        {
            try await PushStage.run { stage in
                let (device, made) = try await stage.subscribed()
                let article = try await stage.desk.publish(
                    "The ferry sails again",
                    #","standfirst":"After three days.","body":"<p>At <b>noon</b> it left.</p>""#)
                let message = try await stage.tell(article)
                let delivery = try #require(try await stage.service.wait(1, device).first)
                #expect(delivery.body.count <= 4096)
                let read = try device.read(delivery)
                #expect(
                    read.kind == "story" && read.title == "The ferry sails again" && read.text == "After three days.")
                #expect(read.body == "At noon it left." && read.article == article.id && read.message == message.id)
                #expect(read.url == TestSite.publicURL + "/articles/" + article.slug && read.tag == message.tag)
                #expect((86_000...86_400).contains(Int(delivery["TTL"] ?? "") ?? 0))
                #expect(delivery["Urgency"] == "normal" && delivery["Topic"] == message.tag)
                #expect(delivery["Content-Encoding"] == "aes128gcm")
                try check(delivery["Authorization"], stage.service.root, made.key)
                #expect(
                    try await stage.comesToCount(message, [.init(class: "other", what: "sent", devices: 1)]))
                #expect(
                    try await stage.desk.message(message).waiting == 0 && stage.service.deliveries(device).count == 1)
            }
        }

        /// Checks a token as a push service does (RFC 8292, section 4.2).
        private func check(_ header: String?, _ audience: String, _ key: String) throws {
            struct Claims: Decodable {
                var aud: String
                var exp: Double
                var sub: String
            }
            let match = try #require(header?.wholeMatch(of: /vapid t=([^,]+), k=(.+)/))
            let parts = match.1.split(separator: ".").map(String.init)
            try #require(parts.count == 3 && match.2 == key)
            let claims = try JSONDecoder().decode(Claims.self, from: try #require(Data(base64url: parts[1])))
            #expect(claims.aud == audience && claims.sub == "mailto:push@example.org")
            #expect((3600...12 * 3600).contains(claims.exp - Date().timeIntervalSince1970))
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Data(base64url: parts[2])))
            let signer = try P256.Signing.PublicKey(x963Representation: try #require(Data(base64url: key)))
            #expect(signer.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
        }

        @Test("Two messages to one server have the same token") func tokens() async throws {
            try await PushStage.run { stage in
                let devices = [try await stage.device(), try await stage.device()]
                _ = try await stage.tell("Two")
                let tokens = try await [stage.service.wait(1, devices[0])[0], stage.service.wait(1, devices[1])[0]].map
                {
                    $0["Authorization"]
                }
                #expect(tokens[0] == tokens[1] && tokens[0] != nil)
            }
        }

        @Test("A long story comes as its short form") func long() async throws {
            try await PushStage.run { stage in
                let device = try await stage.device()
                let body = String(repeating: "<p>Water everywhere, and \\\"more\\\".</p>", count: 200)
                let article = try await stage.desk.publish("The flood", #","standfirst":"It rises.","body":"\#(body)""#)
                _ = try await stage.tell(article, #","text":"The river rises.""#)
                let read = try device.read(try await stage.service.wait(1, device)[0])
                #expect(read.body == nil && read.standfirst == "It rises." && read.text == "The river rises.")
            }
        }

        @Test("A headline of its own stands in place of the story's, which comes too") func headline() async throws {
            try await PushStage.run { stage in
                let device = try await stage.device()
                let article = try await stage.desk.publish("The flood has reached the old town", "")
                _ = try await stage.tell(article, #","headline":"Flood <in> town""#)
                let read = try device.read(try await stage.service.wait(1, device)[0])
                #expect(read.title == "Flood <in> town" && read.headline == "The flood has reached the old town")
            }
        }

        @Test("A test goes to one device, and the service's answer is told", arguments: [201, 410])
        func test(_ status: Int) async throws {
            try await PushStage.run(answer: { _, _ in Response(status: .init(code: status)) }) { stage in
                let (device, made) = try await stage.subscribed()
                #expect(try await Commands(stage.site.backend).testPush(to: made.id) == status)
                #expect(try device.read(try await stage.service.wait(1, device)[0]).kind == "test")
            }
        }
    }
}

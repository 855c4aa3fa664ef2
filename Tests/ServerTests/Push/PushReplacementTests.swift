import Archive
import Foundation
import HTTPTypes
import Hummingbird
import PostgreSQL
@testable import Server
import Testing

extension PushSiteTests {
    @Suite("What replaces a message")
    struct Replacements {
        @Test("A series replaces its predecessor, a single message stands by itself") func series() async throws {
            try await PushStage.run { stage in
                let device = try await stage.device()
                let article = try await stage.desk.publish("The count goes on")
                let one = try await stage.tell(article, #","kind":"series","text":"One third counted.""#)
                _ = try await stage.service.wait(1, device)
                let two = try await stage.tell(article, #","kind":"series","urgent":true,"text":"All counted.""#)
                let came = try await stage.service.wait(2, device)
                #expect(one.tag == two.tag && Set(came.map { $0["Topic"] }) == [one.tag])
                #expect(try came[1]["Urgency"] == "high" && device.read(came[1]).text == "All counted.")
                let single = try await stage.tell(article)
                #expect(single.tag != one.tag && single.kind == "single")
                _ = try await stage.service.wait(3, device)
            }
        }

        @Test("What waits is not sent once its successor is there") func superseded() async throws {
            try await PushStage.run(answer: { _, count in Response(status: count == 1 ? .internalServerError : .created)
            }) {
                stage in
                let device = try await stage.device()
                let article = try await stage.desk.publish("Ever newer")
                let old = try await stage.tell(article, #","kind":"series","text":"Old.""#)
                _ = try await stage.service.wait(1, device)
                #expect(try await stage.comes(device, "tries = 1 and next_try_at < now() + interval '40 seconds'"))
                _ = try await stage.tell(article, #","kind":"series","text":"New.""#)
                #expect(try await stage.comes(device, "true", count: 2))
                try await stage.site.hurry(device)
                #expect(try device.read(try await stage.service.wait(2, device)[1]).text == "New.")
                #expect(
                    try await stage.comesToCount(old, [.init(class: "other", what: "replaced", devices: 1)]))
            }
        }

        @Test("A story that readers may not see is never sent", arguments: ["withdraw", "kill"]) func killed(
            _ move: String
        )
            async throws
        {
            try await PushStage.run { stage in
                let device = try await stage.device()
                let article = try await stage.desk.publish("A mistake by \(move)")
                let hour = Date().addingTimeInterval(3600).ISO8601Format()
                let message = try await stage.tell(article, #","at":"\#(hour)""#)
                try await self.move(article, move, "It was wrong.", stage.desk)
                try await stage.site.backend.archive.write {
                    _ = try $0.connection.query("update push_messages set send_at = now() where id = \(message.id)")
                }
                // A later message to the device shows that the first would have come.
                _ = try await stage.tell("After \(move)")
                #expect(try device.read(try await stage.service.wait(1, device)[0]).title == "After \(move)")
                #expect(
                    try await stage.desk.message(message).state == "cancelled"
                        && stage.service.deliveries(device).count == 1)
                let again = try await stage.desk.send(
                    .post, "push/messages", #"{"article":\#(article.id),"audience":["all"]}"#)
                #expect(try again.problem().fields == ["article"])
            }
        }

        @Test(
            "What is on screens is replaced",
            arguments: [("correct", "correction"), ("withdraw", "removal"), ("kill", "removal")])
        func replaced(_ move: String, _ kind: String) async throws {
            try await PushStage.run { stage in
                let (device, other) = (try await stage.device(#","cap":1"#), PushDevice(stage.service.root))
                try await stage.site.subscribe(other, #""topics":["\#(PushStage.ownTopic())"]"#)
                let article = try await stage.desk.publish("Wrong by \(move)", #","body":"<p>The words.</p>""#)
                let message = try await stage.tell(article)
                _ = try await stage.service.wait(1, device)
                #expect(try await stage.ends(message))
                try await self.move(article, move, "It was Tuesday.", stage.desk)
                let came = try await stage.service.wait(2, device)[1]
                let read = try device.read(came)
                #expect(
                    came["Topic"] == message.tag && read.tag == message.tag && read.kind == kind && read.silent == true)
                let text = String(decoding: try device.decrypt(came.body), as: UTF8.self)
                #expect(text.contains("It was Tuesday.") == (kind == "correction"))
                #expect(text.contains("Wrong by") == (kind == "correction") && read.article == article.id)
                #expect(stage.service.deliveries(other).isEmpty)
            }
        }

        private func move(_ article: WrittenArticle, _ move: String, _ text: String, _ desk: Desk) async throws {
            let body = #"{"move":"\#(move)","text":"\#(text)"}"#
            let answer = try await desk.send(.post, "articles/\(article.id)/moves", body, ["If-Match": "*"])
            #expect(answer.status == 200)
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import News
@testable import Server
import Testing

extension PushSiteTests {
    @Suite("Messages that editors ask for")
    struct Asking {
        @Test("A message for nobody is told before it is sent, and so is what is wrong with it") func nobody()
            async throws
        {
            let desk = try await Desk(try SharedSite.site, .editor)
            let article = try await desk.publish("For nobody")
            for (json, field) in [
                (#""article":\#(article.id),"audience":["\#(PushStage.ownTopic())"]"#, "audience"),
                (#""article":\#(article.id),"audience":["section/A"]"#, "audience"),
                (#""article":\#(article.id),"audience":[]"#, "audience"),
                (#""article":999999,"audience":["all"]"#, "article"),
                (#""article":\#(article.id),"audience":["all"],"at":"soon""#, "at"),
                (#""article":\#(article.id),"audience":["all"],"kind":"many""#, "kind"),
                (#""article":\#(article.id),"audience":["all"],"headline":"""#, "headline"),
                (
                    #""article":\#(article.id),"audience":["all"],"text":"\#(String(repeating: "x", count: 301))""#,
                    "text"
                ),
            ] {
                let problem = try await desk.send(.post, "push/messages", "{\(json)}").problem()
                #expect(problem.status == 422 && problem.fields == [field], "\(json)")
            }
            let journalist = try await Desk(try SharedSite.site, .journalist)
            #expect(try await journalist.send(.get, "push/messages").status == 403)
            #expect(try await desk.send(.delete, "push/messages/999999").status == 404)
            #expect(try await desk.send(.get, "push/messages?article=\(article.id)").text == #"{"messages":[]}"#)
        }

        @Test("A message that waits for its hour can be cancelled") func cancelled() async throws {
            try await PushStage.run { stage in
                _ = try await stage.device()
                let hour = Date().addingTimeInterval(3600).ISO8601Format()
                let message = try await stage.tell(try await stage.desk.publish("Later"), #","at":"\#(hour)""#)
                #expect(message.state == "open")
                #expect(try await stage.desk.send(.delete, "push/messages/\(message.id)").status == 204)
                #expect(try await stage.desk.message(message).state == "cancelled")
            }
        }

        @Test("Receipts are counted by class, and only from who has the message") func receipts() async throws {
            try await PushStage.run { stage in
                let device = try await stage.device(#","device":{"client":"android"}"#)
                let message = try await stage.tell("Seen")
                let receipt = try #require(try device.read(try await stage.service.wait(1, device)[0]).receipt)
                func send(_ receipt: String, _ event: String) async throws -> Answer {
                    try await stage.site.pushJSON(
                        .post, "receipts", #"{"receipts":[{"receipt":"\#(receipt)","event":"\#(event)"}]}"#)
                }
                for event in ["shown", "opened"] { #expect(try await send(receipt, event).status == 204) }
                let forged = receipt.replacing("android", with: "iphone")
                #expect(try await send(forged, "shown").problem().status == 422)
                #expect(try await send(receipt, "eaten").problem().fields == ["receipts.0"])
                #expect(try await stage.site.pushJSON(.post, "receipts", "{}").problem().status == 400)
                #expect(
                    try await eventually {
                        try await stage.desk.message(message).counts?.map { "\($0.class) \($0.what) \($0.devices)" }
                            == [
                                "android opened 1", "android sent 1", "android shown 1",
                            ]
                    })
            }
        }
    }
}

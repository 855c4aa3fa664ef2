import Archive
import Foundation
import HTTPTypes
import PostgreSQL
@testable import Server
import Testing

extension PushSiteTests {
    @Suite("Wishes of readers")
    struct Wishes {
        @Test("Quiet hours hold messages back, which come as one") func quiet() async throws {
            try await PushStage.run { stage in
                // All day but two minutes that are over, by the clock of the device, which is thirteen hours ahead.
                let minute = Int(Date().timeIntervalSince1970) / 60 + 13 * 60
                func clock(_ minute: Int) -> String { String(format: "%02d:%02d", minute % 1440 / 60, minute % 60) }
                let device = try await stage.device(
                    #"""
                    ,"quiet":{"from":"\#(clock(minute - 1))","to":"\#(clock(minute - 3))"},
                    "device":{"client":"iphone","timezone":"Etc/GMT-13"}
                    """#)
                let preview = try await stage.desk.send(
                    .post, "push/messages/preview",
                    #"{"article":\#(try await stage.desk.publish("Before").id),"audience":["\#(stage.topic)"]}"#)
                struct Preview: Decodable {
                    struct Part: Decodable, Equatable {
                        var `class`: String
                        var verdict: String
                        var reason: String?
                        var devices: Int
                    }
                    var now: Int
                    var later: Int
                    var parts: [Part]
                }
                let told = try preview.json(Preview.self)
                #expect(told.now == 0 && told.later == 1)
                #expect(told.parts.contains(.init(class: "iphone", verdict: "later", reason: "quiet", devices: 1)))
                let first = try await stage.tell("The first of the night")
                #expect(try await stage.comes(device, "is_held"))
                let last = try await stage.tell("The last of the night")
                #expect(try await stage.comes(device, "outcome = 'collapsed'"))
                #expect(stage.service.deliveries(device).isEmpty)
                try await stage.site.backend.archive.write {
                    _ = try $0.connection.query(
                        "update push_subscriptions set quiet_from = null, quiet_to = null where endpoint = \(device.endpoint)"
                    )
                }
                try await stage.site.hurry(device)
                let read = try device.read(try await stage.service.wait(1, device)[0])
                #expect(read.title == "The last of the night" && read.others == 1)
                #expect(
                    try await stage.desk.message(first).counts == [
                        .init(class: "iphone", what: "collapsed", devices: 1)
                    ])
                #expect(try await stage.ends(last))
            }
        }

        @Test("A reader gets as many a day as wanted, and the rest the next day") func cap() async throws {
            try await PushStage.run { stage in
                let device = try await stage.device(#","cap":2"#)
                for number in 1...2 {
                    _ = try await stage.tell("Number \(number)")
                    _ = try await stage.service.wait(number, device)
                }
                _ = try await stage.tell("Number 3")
                let isTomorrow: SQL = "is_held and next_try_at::date = (now() at time zone 'UTC')::date + 1"
                #expect(try await stage.comes(device, isTomorrow))
                #expect(stage.service.deliveries(device).count == 2)
                try await stage.site.backend.archive.write {
                    _ = try $0.connection.query(
                        "update push_subscriptions set day = day - 1 where endpoint = \(device.endpoint)")
                }
                try await stage.site.hurry(device)
                #expect(try device.read(try await stage.service.wait(3, device)[2]).title == "Number 3")
            }
        }

        @Test("News of the surroundings reaches who is near") func near() async throws {
            try await PushStage.run { stage in
                let (near, far) = (PushDevice(stage.service.root), PushDevice(stage.service.root))
                for (device, latitude) in [(near, 41.15), (far, 38.72)] {
                    try await stage.site.subscribe(
                        device, #""topics":["near"],"device":{"latitude":\#(latitude),"longitude":-8.62}"#)
                }
                let article = try await stage.desk.publish(
                    "A bridge closes", #","place":{"latitude":41.16,"longitude":-8.6,"radius":20}"#)
                let message = try await stage.desk.tell(article, "near")
                _ = try await stage.service.wait(1, near)
                #expect(try await stage.ends(message))
                #expect(stage.service.deliveries(far).isEmpty)
            }
        }
    }
}

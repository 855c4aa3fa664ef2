import Archive
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import News
import PostgreSQL
@testable import Server
import Testing
import WebPush

/// Messages from the editors' request to the device that reads them, through a real push service.
@Suite(
    "Push deliveries", .serialized,
    SharedSite(options: ["push_contact": "mailto:push@example.org", "push_networks": "127.0.0.1,127.0.0.2"]))
struct PushDeliveryTests {
    /// A topic of one test's own, so that no other test's devices hear of it.
    private func topic() -> String { "author/" + UUID().uuidString.lowercased() }

    private func wants(_ topic: String, _ more: String = "") -> String { #""topics":["\#(topic)"]\#(more)"# }

    @Test("The device reads the whole story, and the service what RFC 8030 and 8292 want") func whole() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            let made = try await site.subscribe(device, wants(topic))
            let article = try await desk.publish(
                "The ferry sails again", #","standfirst":"After three days.","body":"<p>At <b>noon</b> it left.</p>""#)
            let message = try await desk.tell(article, topic)
            let delivery = try #require(try await service.wait(1, device).first)
            #expect(delivery.body.count <= 4096)
            let read = try device.read(delivery)
            #expect(read.kind == "story" && read.title == "The ferry sails again" && read.text == "After three days.")
            #expect(read.body == "At noon it left." && read.article == article.id && read.message == message.id)
            #expect(read.url == TestSite.publicURL + "/articles/" + article.slug && read.tag == message.tag)
            #expect((86_000...86_400).contains(Int(delivery["TTL"] ?? "") ?? 0))
            #expect(delivery["Urgency"] == "normal" && delivery["Topic"] == message.tag)
            #expect(delivery["Content-Encoding"] == "aes128gcm")
            try check(delivery["Authorization"], service.root, made.key)
            #expect(
                try await eventually {
                    try await desk.message(message).counts == [.init(class: "other", what: "sent", devices: 1)]
                })
            #expect(try await desk.message(message).waiting == 0 && service.deliveries(device).count == 1)
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
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let devices = [PushDevice(service.root), PushDevice(service.root)]
            for device in devices { try await site.subscribe(device, wants(topic)) }
            _ = try await desk.tell(try await desk.publish("Two"), topic)
            let tokens = try await [service.wait(1, devices[0])[0], service.wait(1, devices[1])[0]].map {
                $0["Authorization"]
            }
            #expect(tokens[0] == tokens[1] && tokens[0] != nil)
        }
    }

    @Test("A long story comes as its short form") func long() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            let body = String(repeating: "<p>Water everywhere, and \\\"more\\\".</p>", count: 200)
            let article = try await desk.publish("The flood", #","standfirst":"It rises.","body":"\#(body)""#)
            _ = try await desk.tell(article, topic, #","text":"The river rises.""#)
            let read = try device.read(try await service.wait(1, device)[0])
            #expect(read.body == nil && read.standfirst == "It rises." && read.text == "The river rises.")
        }
    }

    @Test("A service that takes less gets the short form at once, and from then on") func tooLarge() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open(answer: { _, count in Response(status: count == 1 ? .contentTooLarge : .created) }) {
            service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            let article = try await desk.publish("Small", #","body":"<p>Words.</p>""#)
            _ = try await desk.tell(article, topic)
            let came = try await service.wait(2, device)
            #expect(try device.read(came[0]).body == "Words." && device.read(came[1]).body == nil)
            _ = try await desk.tell(article, topic)
            #expect(try device.read(try await service.wait(3, device)[2]).body == nil)
        }
    }

    @Test(
        "Who is gone is subscribed no longer", arguments: [HTTPResponse.Status.notFound, .gone])
    func gone(_ status: HTTPResponse.Status) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open(answer: { _, _ in Response(status: status) }) { service in
            let device = PushDevice(service.root)
            let made = try await site.subscribe(device, wants(topic))
            let message = try await desk.tell(try await desk.publish("Nobody there"), topic)
            #expect(try await eventually { try await site.pushJSON(.get, "subscriptions/" + made.id).status == 404 })
            #expect(
                try await desk.message(message).counts == [.init(class: "other", what: "gone", devices: 1)])
            #expect(service.deliveries(device).count == 1)
        }
    }

    @Test(
        "Who is busy is left alone for as long as it says, all devices of it",
        arguments: [(.tooManyRequests, "120", 100...121), (.serviceUnavailable, nil, 40...61)]
            as [(HTTPResponse.Status, String?, ClosedRange<Int>)])
    func busy(_ status: HTTPResponse.Status, _ retryAfter: String?, _ wait: ClosedRange<Int>) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        var headers = HTTPFields()
        headers[.retryAfter] = retryAfter
        let kept = headers
        try await PushService.open(answer: { _, count in
            count == 1 ? Response(status: status, headers: kept) : Response(status: .created)
        }) { service in
            let (first, second) = (PushDevice(service.root), PushDevice(service.root))
            try await site.subscribe(first, wants(topic))
            let article = try await desk.publish("Busy")
            let message = try await desk.tell(article, topic)
            _ = try await service.wait(1, first)
            let held: SQL =
                "select coalesce(max(extract(epoch from held_until - now()))::int, 0) from push_hosts where host = \(service.root)"
            #expect(try await eventually { wait.contains(try await site.number(held)) })
            // Another device of the service waits, too.
            let other = self.topic()
            try await site.subscribe(second, wants(other))
            _ = try await desk.tell(article, other)
            #expect(
                try await eventually { try await site.deliveries(second, "next_try_at <= now() and tries = 0") == 1 })
            #expect(try await site.deliveries(first, "step = 0 and tries = 1") == 1, "it is not the message's fault")
            try await site.hurry(first)
            _ = try await service.wait(1, second)
            #expect(try await service.wait(2, first).count == 2)
            #expect(try await eventually { try await desk.message(message).waiting == 0 })
        }
    }

    @Test(
        "Other failures are tried again, later and later, until the message is of no use",
        arguments: [HTTPResponse.Status.internalServerError, .badRequest, .forbidden, .found])
    func failures(_ status: HTTPResponse.Status) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open(answer: { _, count in Response(status: status, headers: [.location: "/elsewhere"]) })
        {
            service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            let message = try await desk.tell(try await desk.publish("Failing"), topic)
            for (number, wait) in [(1, 0...34), (2, 35...67), (3, 68...133)] {
                _ = try await service.wait(number, device)
                let due: SQL =
                    "tries = \(number) and extract(epoch from next_try_at - now())::int between \(wait.lowerBound) and \(wait.upperBound)"
                #expect(try await eventually { try await site.deliveries(device, due) == 1 }, "after try \(number)")
                if number < 3 { try await site.hurry(device) }
            }
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update push_messages set send_at = now() - interval '1 day', expires_at = now() where id = \(message.id)"
                )
            }
            try await site.hurry(device)
            #expect(
                try await eventually {
                    try await desk.message(message).counts == [.init(class: "other", what: "expired", devices: 1)]
                })
            #expect(service.deliveries(device).count == 3)
        }
    }

    @Test("Quiet hours hold messages back, which come as one") func quiet() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            // All day but two minutes that are over, by the clock of the device, which is thirteen hours ahead.
            let minute = Int(Date().timeIntervalSince1970) / 60 + 13 * 60
            func clock(_ minute: Int) -> String { String(format: "%02d:%02d", minute % 1440 / 60, minute % 60) }
            try await site.subscribe(
                device,
                wants(
                    topic,
                    #"""
                    ,"quiet":{"from":"\#(clock(minute - 1))","to":"\#(clock(minute - 3))"},
                    "device":{"client":"iphone","timezone":"Etc/GMT-13"}
                    """#))
            let preview = try await desk.send(
                .post, "push/messages/preview",
                #"{"article":\#(try await desk.publish("Before").id),"audience":["\#(topic)"]}"#)
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
            let first = try await desk.tell(try await desk.publish("The first of the night"), topic)
            #expect(try await eventually { try await site.deliveries(device, "is_held") == 1 })
            let last = try await desk.tell(try await desk.publish("The last of the night"), topic)
            #expect(try await eventually { try await site.deliveries(device, "outcome = 'collapsed'") == 1 })
            #expect(service.deliveries(device).isEmpty)
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update push_subscriptions set quiet_from = null, quiet_to = null where endpoint = \(device.endpoint)"
                )
            }
            try await site.hurry(device)
            let read = try device.read(try await service.wait(1, device)[0])
            #expect(read.title == "The last of the night" && read.others == 1)
            #expect(try await desk.message(first).counts == [.init(class: "iphone", what: "collapsed", devices: 1)])
            #expect(try await eventually { try await desk.message(last).waiting == 0 })
        }
    }

    @Test("A reader gets as many a day as wanted, and the rest the next day") func cap() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic, #","cap":2"#))
            for number in 1...2 {
                _ = try await desk.tell(try await desk.publish("Number \(number)"), topic)
                _ = try await service.wait(number, device)
            }
            _ = try await desk.tell(try await desk.publish("Number 3"), topic)
            let isTomorrow: SQL = "is_held and next_try_at::date = (now() at time zone 'UTC')::date + 1"
            #expect(try await eventually { try await site.deliveries(device, isTomorrow) == 1 })
            #expect(service.deliveries(device).count == 2)
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update push_subscriptions set day = day - 1 where endpoint = \(device.endpoint)")
            }
            try await site.hurry(device)
            #expect(try device.read(try await service.wait(3, device)[2]).title == "Number 3")
        }
    }

    @Test("A series replaces its predecessor, a single message stands by itself") func series() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            let article = try await desk.publish("The count goes on")
            let one = try await desk.tell(article, topic, #","kind":"series","text":"One third counted.""#)
            _ = try await service.wait(1, device)
            let two = try await desk.tell(article, topic, #","kind":"series","urgent":true,"text":"All counted.""#)
            let came = try await service.wait(2, device)
            #expect(one.tag == two.tag && Set(came.map { $0["Topic"] }) == [one.tag])
            #expect(try came[1]["Urgency"] == "high" && device.read(came[1]).text == "All counted.")
            let single = try await desk.tell(article, topic)
            #expect(single.tag != one.tag && single.kind == "single")
            _ = try await service.wait(3, device)
        }
    }

    @Test("What waits is not sent once its successor is there") func superseded() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open(answer: { _, count in Response(status: count == 1 ? .internalServerError : .created)
        }) {
            service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            let article = try await desk.publish("Ever newer")
            let old = try await desk.tell(article, topic, #","kind":"series","text":"Old.""#)
            _ = try await service.wait(1, device)
            #expect(
                try await eventually {
                    try await site.deliveries(device, "tries = 1 and next_try_at < now() + interval '40 seconds'")
                        == 1
                })
            _ = try await desk.tell(article, topic, #","kind":"series","text":"New.""#)
            #expect(try await eventually { try await site.deliveries(device) == 2 })
            try await site.hurry(device)
            #expect(try device.read(try await service.wait(2, device)[1]).text == "New.")
            #expect(
                try await eventually {
                    try await desk.message(old).counts == [.init(class: "other", what: "replaced", devices: 1)]
                })
        }
    }

    @Test("A story that readers may not see is never sent", arguments: ["withdraw", "kill"]) func killed(_ move: String)
        async throws
    {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            let article = try await desk.publish("A mistake by \(move)")
            let hour = Date().addingTimeInterval(3600).ISO8601Format()
            let message = try await desk.tell(article, topic, #","at":"\#(hour)""#)
            let body = #"{"move":"\#(move)","text":"It was wrong."}"#
            #expect(try await desk.send(.post, "articles/\(article.id)/moves", body, ["If-Match": "*"]).status == 200)
            try await site.backend.archive.write {
                _ = try $0.connection.query("update push_messages set send_at = now() where id = \(message.id)")
            }
            // A later message to the device shows that the first would have come.
            _ = try await desk.tell(try await desk.publish("After \(move)"), topic)
            #expect(try device.read(try await service.wait(1, device)[0]).title == "After \(move)")
            #expect(try await desk.message(message).state == "cancelled" && service.deliveries(device).count == 1)
            let again = try await desk.send(.post, "push/messages", #"{"article":\#(article.id),"audience":["all"]}"#)
            #expect(try again.problem().fields == ["article"])
        }
    }

    @Test(
        "What is on screens is replaced",
        arguments: [("correct", "correction"), ("withdraw", "removal"), ("kill", "removal")])
    func replaced(_ move: String, _ kind: String) async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let (device, other) = (PushDevice(service.root), PushDevice(service.root))
            try await site.subscribe(device, wants(topic, #","cap":1"#))
            try await site.subscribe(other, wants(self.topic()))
            let article = try await desk.publish("Wrong by \(move)", #","body":"<p>The words.</p>""#)
            let message = try await desk.tell(article, topic)
            _ = try await service.wait(1, device)
            #expect(try await eventually { try await desk.message(message).waiting == 0 })
            let body = #"{"move":"\#(move)","text":"It was Tuesday."}"#
            #expect(try await desk.send(.post, "articles/\(article.id)/moves", body, ["If-Match": "*"]).status == 200)
            let came = try await service.wait(2, device)[1]
            let read = try device.read(came)
            #expect(came["Topic"] == message.tag && read.tag == message.tag && read.kind == kind && read.silent == true)
            let text = String(decoding: try device.decrypt(came.body), as: UTF8.self)
            #expect(text.contains("It was Tuesday.") == (kind == "correction"))
            #expect(text.contains("Wrong by") == (kind == "correction") && read.article == article.id)
            #expect(service.deliveries(other).isEmpty)
        }
    }

    @Test("What a server had under way when it died another sends") func death() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open("127.0.0.2") { service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic))
            // Held, so that the running server leaves the delivery to us.
            try await site.backend.archive.write {
                _ = try $0.connection.query(
                    "update push_hosts set held_until = now() + interval '1 hour' where host = \(service.root)")
            }
            let message = try await desk.tell(try await desk.publish("Under way"), topic)
            #expect(try await eventually { try await site.deliveries(device) == 1 })
            let jobs = try await site.backend.archive.write { holdings in
                try holdings.connection.query("update push_hosts set held_until = null where host = \(service.root)")
                return try holdings.pushDeliveries.take(hosts: 9, besides: [], limit: 9, lease: 600, zone: .gmt)
            }
            let lost = try #require(jobs.flatMap(\.self).first { $0.endpoint == device.endpoint })
            #expect(lost.message == message.id && service.deliveries(device).isEmpty)
            try await site.hurry(device)
            _ = try await service.wait(1, device)
            #expect(try await eventually { try await desk.message(message).waiting == 0 })
            // The first server was not dead after all, but its result comes too late.
            let ended = try await site.backend.archive.write { try $0.pushDeliveries.finish([PushResult(lost, .gone)]) }
            #expect(ended == 0 && service.deliveries(device).count == 1)
        }
    }

    @Test("Several servers send each message once") func nodes() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        let options = ["push_contact": "mailto:push@example.org", "push_networks": "127.0.0.1"]
        try await site.withNode(options) { _ async throws in
            try await PushService.open { service in
                let devices = (0..<30).map { _ in PushDevice(service.root) }
                for device in devices { try await site.subscribe(device, wants(topic)) }
                for number in 1...3 {
                    let message = try await desk.tell(try await desk.publish("Number \(number)"), topic)
                    for device in devices { #expect(try await service.wait(number, device).count == number) }
                    #expect(try await eventually { try await desk.message(message).waiting == 0 })
                }
            }
        }
    }

    @Test("Receipts are counted by class, and only from who has the message") func receipts() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        let topic = topic()
        try await PushService.open { service in
            let device = PushDevice(service.root)
            try await site.subscribe(device, wants(topic, #","device":{"client":"android"}"#))
            let message = try await desk.tell(try await desk.publish("Seen"), topic)
            let receipt = try #require(try device.read(try await service.wait(1, device)[0]).receipt)
            func send(_ receipt: String, _ event: String) async throws -> Answer {
                try await site.pushJSON(
                    .post, "receipts", #"{"receipts":[{"receipt":"\#(receipt)","event":"\#(event)"}]}"#)
            }
            for event in ["shown", "opened"] { #expect(try await send(receipt, event).status == 204) }
            let forged = receipt.replacing("android", with: "iphone")
            #expect(try await send(forged, "shown").problem().status == 422)
            #expect(try await send(receipt, "eaten").problem().fields == ["receipts.0"])
            #expect(try await site.pushJSON(.post, "receipts", "{}").problem().status == 400)
            #expect(
                try await eventually {
                    try await desk.message(message).counts?.map { "\($0.class) \($0.what) \($0.devices)" } == [
                        "android opened 1", "android sent 1", "android shown 1",
                    ]
                })
        }
    }

    @Test("A message for nobody is told before it is sent, and so is what is wrong with it") func nobody() async throws
    {
        let desk = try await Desk(try SharedSite.site, .editor)
        let article = try await desk.publish("For nobody")
        for (json, field) in [
            (#""article":\#(article.id),"audience":["\#(topic())"]"#, "audience"),
            (#""article":\#(article.id),"audience":["section/A"]"#, "audience"),
            (#""article":\#(article.id),"audience":[]"#, "audience"),
            (#""article":999999,"audience":["all"]"#, "article"),
            (#""article":\#(article.id),"audience":["all"],"at":"soon""#, "at"),
            (#""article":\#(article.id),"audience":["all"],"kind":"many""#, "kind"),
            (#""article":\#(article.id),"audience":["all"],"text":"\#(String(repeating: "x", count: 301))""#, "text"),
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
        let site = try SharedSite.site
        let desk = try await Desk(site, .chief)
        let topic = topic()
        let hour = Date().addingTimeInterval(3600).ISO8601Format()
        let message = try await desk.tell(try await desk.publish("Later"), topic, #","at":"\#(hour)""#)
        #expect(message.state == "open")
        #expect(try await desk.send(.delete, "push/messages/\(message.id)").status == 204)
        #expect(try await desk.message(message).state == "cancelled")
    }

    @Test("News of the surroundings reaches who is near") func near() async throws {
        let site = try SharedSite.site
        let desk = try await Desk(site, .editor)
        try await PushService.open { service in
            let (near, far) = (PushDevice(service.root), PushDevice(service.root))
            for (device, latitude) in [(near, 41.15), (far, 38.72)] {
                try await site.subscribe(
                    device, #""topics":["near"],"device":{"latitude":\#(latitude),"longitude":-8.62}"#)
            }
            let article = try await desk.publish(
                "A bridge closes", #","place":{"latitude":41.16,"longitude":-8.6,"radius":20}"#)
            let message = try await desk.tell(article, "near")
            _ = try await service.wait(1, near)
            #expect(try await eventually { try await desk.message(message).waiting == 0 })
            #expect(service.deliveries(far).isEmpty)
        }
    }

    @Test("A test goes to one device, and the service's answer is told", arguments: [201, 410])
    func test(_ status: Int) async throws {
        let site = try SharedSite.site
        try await PushService.open(answer: { _, _ in Response(status: .init(code: status)) }) { service in
            let device = PushDevice(service.root)
            let made = try await site.subscribe(device)
            #expect(try await Commands(site.backend).testPush(to: made.id) == status)
            #expect(try device.read(try await service.wait(1, device)[0]).kind == "test")
        }
    }
}

import Archive
import Credentials
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Push
@testable import Server
import Testing
import WebPush

/// How devices subscribe.
@Suite(
    "Push subscriptions",
    SharedSite(options: ["push_contact": "mailto:push@example.org", "push_networks": "127.0.0.1"]))
struct PushSubscriptionTests {
    private static let wishes = """
        "topics":["front","near","section/city"],"quiet":{"from":"22:00","to":"07:30"},"cap":3,
        "device":{"client":"android","timezone":"Europe/Lisbon","battery":0.5,"charging":true,"network":"4g",
        "latitude":41.1567,"longitude":-8.6239,"user_agent":"Firefox","owner":"Eva"}
        """

    @Test("The newspaper's key is made once, and sealed") func key() async throws {
        let site = try SharedSite.site
        struct Key: Decodable { var key: String }
        let key = try await site.pushJSON(.get, "key").json(Key.self).key
        #expect(Data(base64url: key)?.count == 65)
        #expect(try await site.pushJSON(.get, "key").json(Key.self).key == key)
        #expect(try await Commands(site.backend).pushKey(replaces: false) == key)
        let bytes = try await site.backend.archive.read { try $0.pushKeys.current()?.sealed.count }
        #expect(bytes == 12 + 32 + 16)
        let file = site.folder + "/secret"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test("A subscription is shown, replaced and ended, and only its device knows it") func life() async throws {
        let site = try SharedSite.site
        let device = PushDevice("https://push.example.net")
        let made = try await site.subscribe(device, Self.wishes)
        #expect(made.topics == ["front", "near", "section/city"] && made.cap == 3)
        #expect(made.quiet == .init(from: "22:00", to: "07:30"))
        #expect(
            made.device == [
                "client": "android", "timezone": "Europe/Lisbon", "battery": "50", "charging": "1", "network": "4g",
            ])
        let path = "subscriptions/" + made.id
        #expect(try await site.pushJSON(.get, path).json(MadeSubscription.self).topics == made.topics)
        let place: SQL = """
            select count(*) from push_subscriptions where endpoint = \(device.endpoint) and latitude = 41.2 and longitude = -8.6
            """
        #expect(try await site.number(place) == 1)
        let changed = try await site.pushJSON(.put, path, device.body(#""topics":["author/eva"]"#))
        let now = try changed.json(MadeSubscription.self)
        #expect(changed.status == 200 && now.topics == ["author/eva"] && now.quiet == nil && now.cap == 5)
        #expect(try await site.pushJSON(.delete, path).status == 204)
        for method in [HTTPRequest.Method.get, .delete] {
            #expect(try await site.pushJSON(method, path).problem().status == 404)
        }
        #expect(try await site.pushJSON(.put, path, device.body()).problem().status == 404)
    }

    @Test("A device has one subscription") func once() async throws {
        let site = try SharedSite.site
        let device = PushDevice("https://push.example.net")
        let first = try await site.subscribe(device)
        let second = try await site.subscribe(device)
        #expect(try await site.pushJSON(.get, "subscriptions/" + first.id).status == 404)
        #expect(try await site.pushJSON(.get, "subscriptions/" + second.id).status == 200)
    }

    @Test(
        "Bad input is told by field",
        arguments: [
            (#"{"endpoint":"http://push.example.net/1"}"#, "endpoint"),
            (#"{"endpoint":"https://10.0.0.1/1"}"#, "endpoint"), (#"{"endpoint":"https://[::1]/1"}"#, "endpoint"),
            (#"{"endpoint":"https://192.168.1.1:8443/1"}"#, "endpoint"),
            (#"{"endpoint":"https://localhost/1"}"#, "endpoint"),
            (#"{"endpoint":"https://printer.local/"}"#, "endpoint"),
            (#"{"endpoint":"http://127.0.0.2/1"}"#, "endpoint"),
            (#"{"endpoint":"https://eva:x@a.example/"}"#, "endpoint"),
            (#"{"endpoint":"ftp://push.example.net/"}"#, "endpoint"), (#"{"endpoint":""}"#, "endpoint"),
            ("{}", "endpoint"),
            (#"{"keys":{"p256dh":"BCVx","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#, "keys.p256dh"),
            (#"{"keys":{"auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#, "keys.p256dh"),
            (#"{"topics":[]}"#, "topics"), (#"{"topics":["all"]}"#, "topics"),
            (#"{"topics":["section/A B"]}"#, "topics"),
            (#"{"quiet":{"from":"22:00","to":"22:00"}}"#, "quiet"), (#"{"quiet":{"from":"24:00","to":"7"}}"#, "quiet"),
            (#"{"cap":0}"#, "cap"), (#"{"cap":51}"#, "cap"), (#"{"topics":["near"],"device":{}}"#, "device"),
        ])
    func faults(_ body: String, _ field: String) async throws {
        let problem = try await SharedSite.site.pushJSON(.post, "subscriptions", body).problem()
        #expect(problem.status == 422 && problem.fields.contains(field), "\(problem)")
    }

    @Test("A secret of another length is told") func secretLength() async throws {
        let device = PushDevice("https://push.example.net")
        let body = device.body().replacing(device.secret.base64url, with: "BTBZ")
        let problem = try await SharedSite.site.pushJSON(.post, "subscriptions", body).problem()
        #expect(problem.status == 422 && problem.fields == ["keys.auth"])
    }

    @Test(
        "What is no subscription at all is refused",
        arguments: [("", 400), ("[]", 400), (#"{"endpoint":7}"#, 400), (#"{"device":{"battery":{}},"topics":7}"#, 400)])
    func malformed(_ body: String, _ status: Int) async throws {
        #expect(try await SharedSite.site.pushJSON(.post, "subscriptions", body).problem().status == status)
    }

    @Test("A body has at most 8 kB") func size() async throws {
        let body = PushDevice("https://push.example.net").body(
            #""topics":["front"],"x":"\#(String(repeating: "x", count: 9000))""#)
        #expect(try await SharedSite.site.pushJSON(.post, "subscriptions", body).problem().status == 413)
    }

    @Test("Fields of the device that are not understood are ignored, and named") func ignored() async throws {
        let body = PushDevice("https://push.example.net").body(#""topics":["front"],"device":{"battery":"full"}"#)
        let answer = try await SharedSite.site.pushJSON(.post, "subscriptions", body)
        #expect(answer.status == 201 && answer["n4md-ignored"] == "battery")
    }

    @Test("One network makes a thousand subscriptions a day at most, and a hundred requests a minute") func limits()
        async throws
    {
        let options = ["push_contact": "https://news.example.org/contact", "api_strangers": "3"]
        try await TestSite.use(options: options) { site async throws in
            func subscribe() async throws -> Answer {
                try await site.pushJSON(.post, "subscriptions", PushDevice("https://push.example.net").body())
            }
            #expect(try await subscribe().status == 201)
            try await site.backend.archive.write {
                _ = try $0.connection.query("update push_networks set subscriptions = 1000")
            }
            let full = try await subscribe()
            #expect(full.status == 429 && full["retry-after"] == "86400")
            _ = try await subscribe()
            let fast = try await subscribe()
            #expect(fast.status == 429 && fast["retry-after"] != "86400")
            #expect(try await site.number("select count(*) from push_subscriptions") == 1)
        }
    }

    @Test("Receipts are limited by themselves, to ten times as many requests") func receiptLimit() async throws {
        let options = ["push_contact": "mailto:push@example.org", "api_strangers": "3"]
        try await TestSite.use(options: options) { site async throws in
            // At once, since some come back while the requests are made.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<120 { group.addTask { try await site.pushJSON(.post, "receipts", "{}").status } }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses[400, default: 0] >= 30 && statuses[429, default: 0] > 0 && statuses.count == 2)
            let made = try await site.pushJSON(
                .post, "subscriptions", PushDevice("https://push.example.net").body())
            #expect(made.status == 201)
        }
    }

    @Test("A push service that nobody is subscribed at is forgotten once it need not be left alone") func hosts()
        async throws
    {
        let site = try SharedSite.site
        func isKnown(_ root: String) async throws -> Bool {
            _ = try await site.backend.archive.write { try $0.pushSubscriptions.deleteUnusedHosts(limit: 500) }
            return try await site.number("select count(*) from push_hosts where host = \(root)") == 1
        }
        let root = "https://\(UUID().uuidString.lowercased()).example.net"
        let made = try await site.subscribe(PushDevice(root))
        #expect(try await isKnown(root))
        try await site.backend.archive.write {
            _ = try $0.connection.query(
                "update push_hosts set held_until = now() + interval '1 hour' where host = \(root)")
        }
        #expect(try await site.pushJSON(.delete, "subscriptions/" + made.id).status == 204)
        #expect(try await isKnown(root))
        try await site.backend.archive.write {
            _ = try $0.connection.query("update push_hosts set held_until = now() where host = \(root)")
        }
        #expect(try await !isKnown(root))
        try await site.subscribe(PushDevice(root))
        #expect(try await isKnown(root))
    }

    @Test("Who is not seen for 90 days is forgotten") func expiry() async throws {
        let site = try SharedSite.site
        let device = PushDevice("https://push.example.net")
        let made = try await site.subscribe(device)
        let lasts: SQL = """
            select count(*) from push_subscriptions where endpoint = \(device.endpoint)
                and expires_at between now() + interval '89 days' and now() + interval '90 days'
            """
        #expect(try await site.number(lasts) == 1)
        try await site.backend.archive.write {
            _ = try $0.connection.query(
                "update push_subscriptions set expires_at = now() where endpoint = \(device.endpoint)")
        }
        #expect(try await site.pushJSON(.get, "subscriptions/" + made.id).status == 404)
        _ = try await site.backend.archive.write { try $0.pushSubscriptions.deleteExpired(limit: 500) }
        #expect(
            try await site.number("select count(*) from push_subscriptions where endpoint = \(device.endpoint)") == 0)
    }

    @Test("Without a contact there is no push, and every address says so") func off() async throws {
        try await TestSite.use { site async throws in
            for (method, path) in [
                (HTTPRequest.Method.get, "key"), (.post, "subscriptions"), (.get, "subscriptions/x"),
                (.put, "subscriptions/x"),
                (.delete, "subscriptions/x"), (.post, "receipts"),
            ] {
                let problem = try await site.pushJSON(method, path, method == .get ? nil : "{}").problem()
                #expect(problem.status == 404 && problem.detail.contains("N4MD_PUSH_CONTACT"))
            }
            let answer = try await Desk(site, .editor).send(.get, "push/messages")
            #expect(try answer.problem().detail.contains("N4MD_PUSH_CONTACT"))
        }
    }

    @Test("A node with another secret says so, and a new key helps") func otherSecret() async throws {
        let contact = ["push_contact": "mailto:push@example.org"]
        try await TestSite.use(options: contact.merging(["secret": "the secret of one node"]) { $1 }) {
            one async throws in
            let key = try await Commands(one.backend).pushKey(replaces: false)
            try await one.withNode(contact.merging(["secret": "the secret of another"]) { $1 }) { other async throws in
                #expect(try await other.pushJSON(.get, "key").problem().status == 503)
                await #expect(throws: PushFault.sealedByAnother) {
                    try await Commands(other.backend).pushKey(replaces: false)
                }
                let new = try await Commands(other.backend).pushKey(replaces: true)
                #expect(new != key)
                #expect(try await other.pushJSON(.get, "key").text.contains(new))
            }
        }
    }
}

import Archive
import Foundation
import HTTPTypes
import Hummingbird
import PostgreSQL
@testable import Server
import Synchronization
import Testing

extension PushSiteTests {
    @Suite("Answers of push services to deliveries")
    struct Answers {
        @Test("A service that takes less gets the short form at once, and from then on") func tooLarge() async throws {
            try await PushStage.run(answer: { _, count in Response(status: count == 1 ? .contentTooLarge : .created) })
            {
                stage in
                let device = try await stage.device()
                let article = try await stage.desk.publish("Small", #","body":"<p>Words.</p>""#)
                _ = try await stage.tell(article)
                let came = try await stage.service.wait(2, device)
                #expect(try device.read(came[0]).body == "Words." && device.read(came[1]).body == nil)
                _ = try await stage.tell(article)
                #expect(try device.read(try await stage.service.wait(3, device)[2]).body == nil)
            }
        }

        @Test(
            "Who is gone is subscribed no longer", arguments: [HTTPResponse.Status.notFound, .gone])
        func gone(_ status: HTTPResponse.Status) async throws {
            try await PushStage.run(answer: { _, _ in Response(status: status) }) { stage in
                let (device, made) = try await stage.subscribed()
                let message = try await stage.tell("Nobody there")
                #expect(
                    try await eventually {
                        try await stage.site.pushJSON(.get, "subscriptions/" + made.id).status == 404
                    })
                #expect(
                    try await stage.desk.message(message).counts == [.init(class: "other", what: "gone", devices: 1)])
                #expect(stage.service.deliveries(device).count == 1)
            }
        }

        @Test(
            "Who is busy is left alone for as long as it says, all devices of it",
            arguments: [(.tooManyRequests, "120", 100...121), (.serviceUnavailable, nil, 40...61)]
                as [(HTTPResponse.Status, String?, ClosedRange<Int>)])
        func busy(_ status: HTTPResponse.Status, _ retryAfter: String?, _ wait: ClosedRange<Int>) async throws {
            var headers = HTTPFields()
            headers[.retryAfter] = retryAfter
            let kept = headers
            try await PushStage.run(answer: { _, count in
                count == 1 ? Response(status: status, headers: kept) : Response(status: .created)
            }) { stage in
                let first = try await stage.device()
                let article = try await stage.desk.publish("Busy")
                let message = try await stage.tell(article)
                _ = try await stage.service.wait(1, first)
                let held: SQL =
                    "select coalesce(max(extract(epoch from held_until - now()))::int, 0) from push_hosts where host = \(stage.service.root)"
                #expect(try await eventually { wait.contains(try await stage.site.number(held)) })
                // Another device of the service waits, too.
                let (second, other) = (PushDevice(stage.service.root), PushStage.ownTopic())
                try await stage.site.subscribe(second, #""topics":["\#(other)"]"#)
                _ = try await stage.desk.tell(article, other)
                #expect(
                    try await stage.comes(second, "next_try_at <= now() and tries = 0"))
                #expect(
                    try await stage.site.deliveries(first, "step = 0 and tries = 1") == 1,
                    "it is not the message's fault")
                try await stage.site.hurry(first)
                _ = try await stage.service.wait(1, second)
                #expect(try await stage.service.wait(2, first).count == 2)
                #expect(try await stage.ends(message))
            }
        }

        @Test(
            "Other failures are tried again, later and later, until the message is of no use",
            arguments: [HTTPResponse.Status.internalServerError, .badRequest, .forbidden, .found])
        func failures(_ status: HTTPResponse.Status) async throws {
            // While a try is under way, its delivery is due at the end of the lease.
            let leases = Mutex<[Int]>([])
            let site = try SharedSite.site
            try await PushStage.run(answer: { delivery, _ in
                let due = try await site.dueTime(of: delivery.path)
                leases.withLock { $0.append(due) }
                return Response(status: status, headers: [.location: "/elsewhere"])
            }) { stage in
                let device = try await stage.device()
                let message = try await stage.tell("Failing")
                for (number, wait) in [(1, 0...34), (2, 35...67), (3, 68...133)] {
                    _ = try await stage.service.wait(number, device)
                    try #require(await eventually { leases.withLock { $0.count } == number })
                    let lease = leases.withLock { $0[number - 1] }
                    let due: SQL =
                        """
                        tries = \(number) and (extract(epoch from next_try_at) * 1000000)::bigint <> \(lease)
                            and extract(epoch from next_try_at - now())::int between \(wait.lowerBound) and \(wait.upperBound)
                        """
                    #expect(try await stage.comes(device, due), "after try \(number)")
                    if number < 3 { try await stage.site.hurry(device) }
                }
                try await stage.site.backend.archive.write {
                    _ = try $0.connection.query(
                        "update push_messages set send_at = now() - interval '1 day', expires_at = now() where id = \(message.id)"
                    )
                }
                try await stage.site.hurry(device)
                #expect(
                    try await stage.comesToCount(message, [.init(class: "other", what: "expired", devices: 1)]))
                #expect(stage.service.deliveries(device).count == 3)
            }
        }
    }
}

extension TestSite {
    /// When the only delivery to a device is due, in microseconds since 1970.
    fileprivate func dueTime(of path: String) async throws -> Int {
        try await number(
            """
            select (extract(epoch from next_try_at) * 1000000)::bigint from push_deliveries d
                join push_subscriptions s on s.id = d.subscription_id where s.endpoint like \("%" + path)
            """)
    }
}

import Archive
import Foundation
import PostgreSQL
@testable import Server
import Testing

extension PushSiteTests {
    @Suite("Several servers that push")
    struct Nodes {
        @Test("What a server had under way when it died another sends") func death() async throws {
            try await PushStage.run("127.0.0.2") { stage in
                let device = try await stage.device()
                // Held, so that the running server leaves the delivery to us.
                try await stage.site.backend.archive.write {
                    _ = try $0.connection.query(
                        "update push_hosts set held_until = now() + interval '1 hour' where host = \(stage.service.root)"
                    )
                }
                let message = try await stage.tell("Under way")
                #expect(try await stage.comes(device, "true"))
                let jobs = try await stage.site.backend.archive.write { holdings in
                    try holdings.connection.query(
                        "update push_hosts set held_until = null where host = \(stage.service.root)")
                    return try holdings.pushDeliveries.take(hosts: 9, besides: [], limit: 9, lease: 600, zone: .gmt)
                }
                let lost = try #require(jobs.flatMap(\.self).first { $0.endpoint == device.endpoint })
                #expect(lost.message == message.id && stage.service.deliveries(device).isEmpty)
                try await stage.site.hurry(device)
                _ = try await stage.service.wait(1, device)
                #expect(try await stage.ends(message))
                // The first server was not dead after all, but its result comes too late.
                let ended = try await stage.site.backend.archive.write {
                    try $0.pushDeliveries.finish([PushResult(lost, .gone)])
                }
                #expect(ended == 0 && stage.service.deliveries(device).count == 1)
            }
        }

        @Test("Several servers send each message once") func nodes() async throws {
            let options = ["push_contact": "mailto:push@example.org", "push_networks": "127.0.0.1"]
            try await SharedSite.site.withNode(options) { _ async throws in
                try await PushStage.run { stage in
                    var devices: [PushDevice] = []
                    for _ in 0..<30 { devices.append(try await stage.device()) }
                    for number in 1...3 {
                        let message = try await stage.tell("Number \(number)")
                        for device in devices { #expect(try await stage.service.wait(number, device).count == number) }
                        #expect(try await stage.ends(message))
                    }
                }
            }
        }
    }
}

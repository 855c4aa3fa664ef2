import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Imaging
import News
import PostgreSQL
@testable import Server
import Testing

extension ProgramTests {
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)), arguments: [SIGTERM, SIGKILL])
    func losesNoWebhook(_ signal: Int32) async throws {
        let networks = ["outgoing_networks": "127.0.0.1"]
        let (releases, release) = AsyncStream<Void>.makeStream()
        try await Inbox.open { _, count in
            if count == 1 { for await _ in releases { break } }
            return Response(status: .ok)
        } _: { inbox in
            try await withFolder { folder in
                let (process, _, errors) = try serve(folder, ["N4MD_OUTGOING_NETWORKS": "127.0.0.1"])
                defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
                #expect(await eventually { self.port(errors) != nil || !process.isRunning })
                let backend = try await Backend(
                    try Options(TestSite.reader(folder, networks)), schema: .require, log: TestSite.log)
                let webhook = try await backend.archive.write { holdings in
                    let maker = Maker(editor: try holdings.people.insert(name: "Ana", role: .chief), address: nil)
                    let draft = WebhookDraft(url: inbox.root + "/hook", description: "", events: [.articleKilled])
                    let webhook = try holdings.webhooks.insert(draft, secret: WebhookSecret().text, by: maker)
                    _ = try holdings.webhooks.insertTest(of: webhook.id, by: maker)
                    return webhook.id
                }
                func delivery() async throws -> WebhookDelivery? {
                    try await backend.archive.read { try $0.deliveries.list(to: webhook, limit: 1).first }
                }
                _ = try await inbox.wait(1, "/hook")
                kill(process.processIdentifier, signal)
                if signal == SIGTERM { release.finish() }
                #expect(await eventually { !process.isRunning })
                release.finish()
                if signal == SIGKILL {
                    #expect(try await delivery()?.state == .pending)
                    let site = try await TestSite.open(folder: folder, options: networks)
                    // Expires the lease.
                    try await backend.archive.write {
                        _ = try $0.connection.query("update webhook_deliveries set leased_until = now()")
                    }
                    _ = try await inbox.wait(2, "/hook")
                    #expect(try await eventually { try await delivery()?.state == .delivered })
                    await site.close()
                } else {
                    #expect(process.terminationStatus == 0)
                    #expect(try await delivery()?.log.map(\.status) == [200])
                }
                let messages = inbox.messages("/hook")
                #expect(messages.count == (signal == SIGKILL ? 2 : 1) && Set(messages.map(\.id)).count == 1)
                await backend.close()
            }
        }
    }
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
    func losesNoSubscriber() async throws {
        let networks = ["subscriber_networks": "127.0.0.1"]
        let (releases, release) = AsyncStream<Void>.makeStream()
        try await Subscriber.open(answer: { _, count in
            if count == 1 { for await _ in releases { break } }
            return Response(status: .ok)
        }) { subscriber in
            try await withFolder { folder in
                let (process, _, errors) = try serve(folder, ["N4MD_SUBSCRIBER_NETWORKS": "127.0.0.1"])
                defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
                #expect(await eventually { self.port(errors) != nil || !process.isRunning })
                let backend = try await Backend(
                    try Options(TestSite.reader(folder, networks)), schema: .require, log: TestSite.log)
                let callback = subscriber.root + "/reader"
                // Subscribes with a feed that is out of date, so that a delivery is due at once.
                try await backend.archive.write { holdings in
                    try holdings.connection.query("insert into websub_topics (path) values ('/atom.xml')")
                    try holdings.connection.query(
                        """
                        insert into websub_subscriptions (topic, callback, host, expires_at, delivered)
                        values ('/atom.xml', \(callback), '127.0.0.1', now() + interval '1 day', -1)
                        """)
                }
                _ = try await subscriber.wait(1, "/reader")
                kill(process.processIdentifier, SIGKILL)
                #expect(await eventually { !process.isRunning })
                release.finish()
                let site = try await TestSite.open(folder: folder, options: networks)
                // Expires the lease.
                try await site.shift(callback, "leased_until = now()")
                let pings = try await subscriber.wait(2, "/reader")
                let isQuiet: SQL = """
                    select count(*) from websub_subscriptions where next_try_at is null and leased_until is null and step = 0
                    """
                #expect(try await eventually { try await site.number(isQuiet) == 1 })
                #expect(
                    subscriber.pings("/reader").count == 2 && pings[1].type == "application/atom+xml; charset=utf-8")
                await site.close()
                await backend.close()
            }
        }
    }
}

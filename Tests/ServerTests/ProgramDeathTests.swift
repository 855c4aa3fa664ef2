import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Imaging
import News
import PostgreSQL
import Testing

@testable import Server

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
                let webhook = try await backend.database.write { connection in
                    let maker = Maker(editor: try connection.insertEditor(name: "Ana", role: .chief), address: nil)
                    let draft = WebhookDraft(url: inbox.root + "/hook", description: "", events: [.articleKilled])
                    let webhook = try connection.insertWebhook(draft, secret: WebhookSecret().text, by: maker)
                    _ = try connection.insertTest(of: webhook.id, by: maker)
                    return webhook.id
                }
                func delivery() async throws -> WebhookDelivery? {
                    try await backend.database.read { try $0.deliveries(to: webhook, limit: 1).first }
                }
                _ = try await inbox.wait(1, "/hook")
                kill(process.processIdentifier, signal)
                if signal == SIGTERM { release.finish() }
                #expect(await eventually { !process.isRunning })
                release.finish()
                if signal == SIGKILL {
                    #expect(try await delivery()?.state == .pending)
                    let site = try await TestSite.open(folder: folder, options: networks)
                    // As if the lease had run out.
                    try await backend.database.write {
                        _ = try $0.query("update webhook_deliveries set leased_until = now()")
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
}

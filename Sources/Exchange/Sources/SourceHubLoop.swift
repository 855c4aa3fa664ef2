import Archive
import Fetching
import Logging
import PostgreSQL
import Web

/// Asks the hubs of sources to tell us of news (WebSub, section 5). What they say then comes to `SourceHubRoutes`.
struct SourceHubLoop: Sendable {
    /// Hubs that are asked at a time.
    private static let atOnce = 8
    /// Seconds after which a server is taken for dead.
    private static let lease = 60
    /// How long a hub may take over its answer.
    private static let patience = Duration.seconds(15)
    /// For so many seconds a hub is asked to tell: ten days.
    private static let wishedLease = 864_000
    /// Seconds until a hub that did not confirm is asked again: each time twice as many, up to a day.
    private static let (firstWait, longestWait) = (3600, 86_400)

    private let database: Database
    private let fetcher: Fetcher
    /// The newspaper's public address.
    private let root: String
    private let loop: ErrandLoop<SourceHub>
    private let log: Logger

    init(database: Database, fetcher: Fetcher, root: String, log: Logger) {
        (self.database, self.fetcher, self.root, self.log) = (database, fetcher, root, log)
        loop = ErrandLoop("hubs of sources", atOnce: Self.atOnce, log: log)
    }

    /// Until the server stops; what is under way then is waited for.
    func run() async {
        await loop.run { [database] room in
            try await database.write { try $0.takeSourceHubs(limit: room, lease: Self.lease) }
        } then: {
            await self.ask($0)
        }
    }

    private func ask(_ hub: SourceHub) async {
        var fault = ""
        do {
            let answer = try await fetcher.fetch(request(hub))
            // A hub may say in its answer what is wrong (section 5.2); what it says is not ours to repeat.
            if !(200..<300).contains(answer.status) { fault = "HTTP \(answer.status)" }
        } catch FetchError.cancelled, FetchError.busy {
            return  // it is taken on again
        } catch {
            fault = "\(error)"
        }
        let wait = min(Self.firstWait << min(max(hub.tries - 1, 0), 8), Self.longestWait)
        do {
            try await database.write { [fault] in try $0.finish(hub, fault: fault, wait: wait) }
        } catch {
            log.warning("how the hub of the source \(hub.source) answered is not written down: \(error)")
        }
    }

    private func request(_ hub: SourceHub) -> FetchRequest {
        var request = FetchRequest.form(
            [
                ("hub.mode", "subscribe"), ("hub.topic", hub.topic),
                ("hub.callback", root + SourceHubRoutes.path + hub.token), ("hub.lease_seconds", "\(Self.wishedLease)"),
                ("hub.secret", hub.secret),
            ], to: hub.hub, time: Self.patience)
        request.repeatsPost = true
        return request
    }
}

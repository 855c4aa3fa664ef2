import Archive
import ExchangeArchive
import Fetching
import Logging
import Web

/// Subscribes to the hubs of sources (WebSub, section 5). Their calls then arrive at `SourceHubRoutes`.
struct SourceHubLoop: Sendable {
    /// The number of requests to hubs at a time.
    private static let atOnce = 8
    /// Seconds after which a server is presumed dead.
    private static let lease = 60
    /// How long a hub may take to respond.
    private static let patience = Duration.seconds(15)
    /// The lease requested of a hub, in seconds: ten days.
    private static let wishedLease = 864_000
    /// Seconds before retrying a hub that did not confirm: doubled each time, up to a day.
    private static let (firstWait, longestWait) = (3600, 86_400)

    private let archive: Archive
    private let fetcher: Fetcher
    /// The newspaper's public address.
    private let root: String
    private let loop: JobLoop<SourceHub>
    private let log: Logger

    init(archive: Archive, fetcher: Fetcher, root: String, log: Logger) {
        (self.archive, self.fetcher, self.root, self.log) = (archive, fetcher, root, log)
        loop = JobLoop("hubs of sources", atOnce: Self.atOnce, log: log)
    }

    /// Runs until the server stops, then waits for requests under way.
    func run() async {
        await loop.run { [archive] room in
            try await archive.write { try $0.sourceHubs.take(limit: room, lease: Self.lease) }
        } then: {
            await self.ask($0)
        }
    }

    private func ask(_ hub: SourceHub) async {
        var fault = ""
        do {
            let answer = try await fetcher.fetch(request(hub))
            // A hub may explain the fault in its response (section 5.2), but we do not repeat its words.
            if !(200..<300).contains(answer.status) { fault = "HTTP \(answer.status)" }
        } catch FetchError.cancelled, FetchError.busy {
            return  // it will be retried
        } catch {
            fault = "\(error)"
        }
        let wait = min(Self.firstWait << min(max(hub.tries - 1, 0), 8), Self.longestWait)
        do {
            try await archive.write { [fault] in try $0.sourceHubs.finish(hub, fault: fault, wait: wait) }
        } catch {
            log.warning("cannot record the response of the hub of the source \(hub.source): \(error)")
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

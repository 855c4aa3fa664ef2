import Fetching
package import Foundation
package import Locating
package import Logging
package import News
import Synchronization
import Web

/// Knows the weather of readers' places. Nobody waits for it: readers get what is kept, and what they asked for is fetched behind.
package final class WeatherDesk: Sendable {
    private let service: WeatherService
    private let fetcher: Fetcher
    private let gazetteer: Gazetteer
    private let log: Logger
    private let now: @Sendable () -> Date
    private let isFrozen: @Sendable () -> Bool
    private let kept: Mutex<KeptForecasts>

    /// How far away a town may be to give a cell its name.
    private static let townDistance = 25.0
    /// The most bytes of an answer, which usually has 40,000.
    static let answerLimit = 512 << 10
    /// The time between two requests.
    private static let beat = Duration.milliseconds(500)

    /// - Parameters:
    ///   - agent: the user agent, with an address at which the operator can be reached.
    ///   - isFrozen: whether the newspaper's database is away. Then no other report takes the place of the one that documents in
    ///     the cache show, since no other document could be made.
    package init(
        _ service: WeatherService, gazetteer: Gazetteer, agent: String,
        mayReach: @escaping @Sendable (String) -> Bool, isFrozen: @escaping @Sendable () -> Bool, log: Logger,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.service = service
        self.gazetteer = gazetteer
        self.log = log
        self.now = now
        self.isFrozen = isFrozen
        fetcher = Fetcher(atOnce: 1, perHost: 1, limit: 4, agent: agent, mayReach: mayReach)
        kept = Mutex(KeptForecasts(source: service.source))
    }

    /// The weather of a cell of a tenth of a degree as it is known at once; nil if it is not, and then it is asked for.
    package func report(of cell: Place) -> WeatherReport? {
        let (now, isFrozen) = (now(), isFrozen())
        return kept.withLock { $0.report(of: cell, at: now, isFrozen: isFrozen) }
    }

    /// The number of cells of which the weather is kept.
    var count: Int { kept.withLock(\.count) }

    /// Fetches what readers asked for, one after the other, until the server stops.
    func run() async { await every(Self.beat) { await self.fetchNext() } }

    /// Fetches the forecast that somebody has waited for longest, if any.
    func fetchNext() async {
        let now = now()
        guard let (cell, kept) = kept.withLock({ $0.next(now) }) else { return }
        var known = kept
        if !known.isNamed {
            known.town = try? await gazetteer.nearest(to: cell, within: Self.townDistance)?.name
            known.isNamed = true
        }
        do {
            take(try await fetcher.fetch(request(cell, known)), of: cell, known)
        } catch {
            // At the end of the server nothing was wrong.
            if !Task.isCancelled { refuse(cell, known, "\(error)") }
        }
    }

    private func request(_ cell: Place, _ known: KeptForecasts.Kept) -> FetchRequest {
        var headers = [(name: "Accept", value: "application/json")]
        if let date = known.lastModified { headers.append((name: "If-Modified-Since", value: date)) }
        var request = FetchRequest(
            .get, service.address(of: cell), headers: headers, time: .seconds(15), bytes: Self.answerLimit)
        request.isDecompressed = true
        return request
    }

    private func take(_ answer: FetchAnswer, of cell: Place, _ known: KeptForecasts.Kept) {
        var known = known
        switch answer.status {
        // 203 is how the service says that a version of it will end soon.
        case 200, 203:
            guard !answer.isCut, let forecast = Forecast(answer.body) else {
                return refuse(cell, known, "the answer is not a forecast")
            }
            known.forecast = forecast
            known.lastModified = answer.header("last-modified")
        case 304 where known.forecast != nil: break
        // Places that the service does not cover.
        case 400, 404, 422: known.forecast = nil
        default:
            return refuse(cell, known, "status \(answer.status)", wish: answer.retryAfter(now()))
        }
        known.confirmed = now()
        let fresh = Double(answer.freshFor(now()) ?? Int(Self.usualTime))
        // Beyond that age the forecast is not shown, so nobody is served by asking for it less often.
        known.due = now() + min(max(fresh, KeptForecasts.patience), KeptForecasts.age)
        kept.withLock { [known] in $0.keep(known, cell) }
    }

    /// Seconds for which a forecast is good whose service does not say.
    private static let usualTime = 1800.0

    /// The log never says where readers are.
    private func refuse(_ cell: Place, _ known: KeptForecasts.Kept, _ reason: String, wish: Int? = nil) {
        log.warning("no weather from \(service.source.name): \(reason)")
        let now = now()
        kept.withLock { $0.refuse(cell, known, now, wish: wish) }
    }

    /// Ends what is under way.
    func stop() { fetcher.stop() }
}

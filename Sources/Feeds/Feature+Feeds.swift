package import Archive
import Channels
import ExchangeArchive
import Fetching
package import Logging
package import Web
package import WebEditions

extension Feature {
    /// Feeds, catalogues and embeds, and the hub that tells subscribers of feeds when these change.
    /// - Parameters:
    ///   - hubs: other hubs to notify.
    ///   - agent: the name under which subscribers and hubs are called.
    ///   - mayReach: whether an IP address may be called.
    ///   - contact: the address for reports of security holes, if there is one.
    package static func feeds(
        _ pages: PageDesk, hubs: [CallbackAddress], agent: String, mayReach: @escaping @Sendable (String) -> Bool,
        quotas: RateLimits.Quotas, contact: String?, log: Logger
    ) -> Feature {
        let fetcher = Fetcher.forHub(agent: agent, mayReach: mayReach)
        let hub = Hub(
            feeds: FeedDesk(desk: pages.desk, otherHubs: hubs.map(\.text)), hubs: hubs, fetcher: fetcher, log: log)
        return Feature(
            loops: [hub],
            measure: { gauges in
                guard let subscriptions = try? await hub.archive.read({ try $0.subscriptions.count() }) else { return }
                gauges.record("n4md_websub_subscriptions", subscriptions.live)
                gauges.record("n4md_websub_waiting", subscriptions.waiting)
            },
            wake: { hub.wake() }, stop: { fetcher.stop() }
        ) { router in
            FeedRoutes(desk: hub.feeds, pages: pages).add(to: router)
            HubRoutes(hub: hub, origins: pages.desk.origins, limits: RateLimits(quotas), mayReach: mayReach).add(
                to: router)
            CatalogueRoutes(desk: pages, contact: contact).add(to: router)
            EmbedRoutes(desk: pages).add(to: router)
        }
    }
}

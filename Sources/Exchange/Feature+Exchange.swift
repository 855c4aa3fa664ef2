package import Archive
import Fetching
package import Logging
package import Syndication
package import Web

extension Feature {
    /// News from other newspapers, and events for other programs.
    /// - Parameters:
    ///   - archive: for webhooks and for requests of hubs.
    ///   - sources: the reader of sources, with a database connection of its own.
    ///   - isPublic: whether hubs elsewhere can call the newspaper.
    ///   - agent: the name under which webhooks are sent.
    ///   - mayReach: whether an IP address may be called.
    package static func exchange(
        _ archive: Archive, sources: SourceReader, site: Site, isPublic: Bool, agent: String,
        mayReach: @escaping @Sendable (String) -> Bool, log: Logger
    ) -> Feature {
        // Webhooks do not wait for sources, nor for the subscribers of feeds.
        let fetcher = Fetcher.forWebhooks(agent: agent, mayReach: mayReach)
        let webhooks = WebhookSender(archive: archive, fetcher: fetcher, root: site.root, log: log)
        return Feature(
            loops: [webhooks, SourceRounds(reader: sources, root: isPublic ? site.root : nil, log: log)],
            wake: { webhooks.wake() },
            stop: {
                fetcher.stop()
                sources.fetcher.stop()
            }
        ) { router in
            SourceHubRoutes(archive: archive).add(to: router)
        }
    }
}

package import Archive
package import Credentials
package import Documents
import Fetching
package import Foundation
import Hummingbird
package import Logging
package import News
package import Syndication
package import Web

extension Feature {
    /// Messages to readers' devices.
    /// - Parameters:
    ///   - contact: where push services can reach the operator.
    ///   - secret: the newspaper's, which seals its keys.
    ///   - zone: the newspaper's time zone, unless its settings name another.
    ///   - agent: the name under which push services are called.
    ///   - isDemo: whether some of the devices are simulated.
    package static func push(
        archive: Archive, revisions: Revisions, origins: Origins, site: Site, contact: PushContact, secret: Secret,
        rules: EndpointRules, zone: TimeZone, quotas: RateLimits.Quotas, agent: String, isDemo: Bool,
        log: Logger
    ) -> Feature {
        let keys = KeyDesk(archive: archive, secret: secret, contact: contact.text)
        let sender = PushSender(
            archive: archive, revisions: revisions, keys: keys,
            texts: PushTexts(
                archive: archive, revisions: revisions, site: site, receipts: Receipts(secret: secret)),
            fetcher: .forPush(agent: agent, mayReach: rules.mayReach), isDemo: isDemo, zone: zone, log: log)
        var receiptQuotas = quotas
        receiptQuotas.strangers *= ReceiptRoutes.share
        let (limits, receiptLimits) = (RateLimits(quotas), RateLimits(receiptQuotas))
        return Feature(
            loops: [sender],
            measure: { gauges in
                guard let counts = try? await archive.read({ try $0.pushSubscriptions.count() }) else { return }
                gauges.record("n4md_push_subscriptions", counts.live)
                gauges.record("n4md_push_waiting", counts.waiting)
            },
            wake: { sender.wake() }, stop: { sender.stop() }
        ) { router in
            PushRoutes(
                archive: archive, keys: keys, secret: secret, rules: rules, origins: origins,
                limits: limits, receiptLimits: receiptLimits
            ).add(to: router)
        }
    }

    /// The same addresses for a newspaper whose operator has not set up push.
    package static let noPush = Feature { router in
        for (method, path) in PushRoutes.all {
            router.on(RouterPath(path), method: method) { _, _ -> Response in throw PushRoutes.isOff }
        }
    }
}

package import Archive
package import Credentials
package import Documents
package import Fetching
package import Foundation
import Hummingbird
package import Locating
package import Logging
package import Mail
package import News
package import Passkeys
package import Web
package import WebEditions

extension Feature {
    /// Newsletters by mail.
    /// - Parameters:
    ///   - relay: the operator's, which takes our mails.
    ///   - returned: the folder to which they come back; nil if their server hands them over itself.
    ///   - from: the address that they come from.
    ///   - secret: the newspaper's, which seals its keys and makes the links in mails.
    ///   - zone: the newspaper's time zone, unless its settings name another.
    ///   - passkeys: nil if browsers give the site none.
    ///   - gazetteer: the places that readers can follow.
    package static func letters(
        _ pages: PageDesk, relay: MailRelay.Settings, returned: Mailbox.Settings?, from: MailAddress, secret: Secret,
        zone: TimeZone,
        quotas: RateLimits.Quotas, passkeys: PasskeyDesk?, gazetteer: Gazetteer, log: Logger
    ) -> Feature {
        let links = LetterLinks(site: pages.site, secret: secret)
        let sender = MailSender(
            archive: pages.archive, revisions: pages.revisions,
            writer: LetterWriter(stories: pages.stories, templates: pages.templates, site: pages.site),
            links: links, keys: MailKeyDesk(archive: pages.archive, secret: secret, domain: from.domain), from: from,
            relay: relay, zone: zone, log: log)
        let bounces = BounceDesk(archive: pages.archive, site: pages.site, secret: secret, from: from)
        let reader = returned.map { BounceReader(desk: bounces, settings: $0, log: log) }
        return Feature(
            loops: [sender] + (reader.map { [$0] } ?? []),
            measure: { gauges in
                guard let counts = try? await pages.archive.read({ try $0.mails.counts() }) else { return }
                gauges.record("n4md_mails_waiting", counts["waiting", default: 0] + counts["claimed", default: 0])
                gauges.record("n4md_mails_doubtful", counts["doubt", default: 0])
            },
            wake: { sender.wake() }, stop: { sender.stop() }
        ) { router in
            let limits = RateLimits(quotas)
            LetterRoutes(pages: pages, links: links, limits: limits) { sender.wake() }.add(to: router)
            let accounts = AccountDesk(archive: pages.archive, letters: links) { sender.wake() }
            let own = OwnPageRoutes(pages: pages, accounts: accounts, limits: limits, passkeys: passkeys)
            own.add(to: router)
            OwnNewsRoutes(own: own, gazetteer: gazetteer).add(to: router)
            if let passkeys { OwnPasskeyRoutes(own: own, passkeys: passkeys).add(to: router) }
            SyncRoutes(archive: pages.archive, accounts: accounts).add(to: router)
        }
    }

    /// The same addresses for a newspaper whose operator has not set up mail.
    package static let noLetters = Feature { router in
        for path in [
            LetterLinks.page, LetterLinks.confirm, LetterLinks.leave, OwnPageRoutes.page, OwnPageRoutes.saved,
            OwnNewsRoutes.page, LogInLinks.path,
        ] {
            router.get(RouterPath(path)) { _, _ -> Response in throw isOff }
            router.post(RouterPath(path)) { _, _ -> Response in throw isOff }
        }
        for path in [
            OwnPageRoutes.code, OwnPageRoutes.export, OwnPageRoutes.delete, OwnPageRoutes.leave, SyncRoutes.path,
            OwnPasskeyRoutes.page, OwnPasskeyRoutes.logIn, OwnPasskeyRoutes.remove,
        ] {
            router.post(RouterPath(path)) { _, _ -> Response in throw isOff }
        }
    }

    private static let isOff = Problem(
        .notFound, "This newspaper sends no newsletters: its operator has not set N4MD_SMTP_URL.", key: "noLetters")
}
